//! A few connections that only read, lent to one caller at a time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction};

use super::error::StoreError;

/// The pool. A caller waits until a connection is free.
#[derive(Debug)]
pub(super) struct Readers {
    idle: Mutex<Idle>,
    returned: Condvar,
}

#[derive(Debug)]
struct Idle {
    connections: Vec<Connection>,
    lent: usize,
    closed: bool,
}

impl Readers {
    /// Opens all of them, so that what is wrong shows at the start.
    pub(super) fn open(count: usize, open: impl Fn() -> Result<Connection, StoreError>) -> Result<Self, StoreError> {
        let connections = (0..count.max(1)).map(|_| open()).collect::<Result<_, _>>()?;
        let idle = Mutex::new(Idle { connections, lent: 0, closed: false });
        Ok(Self { idle, returned: Condvar::new() })
    }

    /// Reads from one snapshot.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut lent = self.lend()?;
        let Some(connection) = &mut lent.connection else { return Err(StoreError::Closed) };
        // Never committed: nothing was written, and the end of the value ends the snapshot.
        read(&connection.transaction()?)
    }

    fn lend(&self) -> Result<Lent<'_>, StoreError> {
        let mut idle = self.idle();
        loop {
            if idle.closed {
                return Err(StoreError::Closed);
            }
            if let Some(connection) = idle.connections.pop() {
                idle.lent += 1;
                return Ok(Lent { readers: self, connection: Some(connection) });
            }
            idle = self.returned.wait(idle).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Closes every connection, and waits for those that are lent.
    pub(super) fn close(&self) {
        let mut idle = self.idle();
        idle.closed = true;
        self.returned.notify_all();
        while idle.lent > 0 {
            idle = self.returned.wait(idle).unwrap_or_else(PoisonError::into_inner);
        }
        idle.connections.clear();
    }

    // Nothing that holds the lock can panic half-way through a change.
    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that goes back when the value ends, also when the caller panics.
struct Lent<'a> {
    readers: &'a Readers,
    connection: Option<Connection>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut idle = self.readers.idle();
        idle.lent -= 1;
        idle.connections.extend(self.connection.take());
        self.readers.returned.notify_all();
    }
}
