//! A server on a thread of its own, with a free port, a fresh database and a fresh key.

use std::fs::{self, DirBuilder};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use crate::app::{Organisers, Sources};
use crate::cli::Failure;
use crate::cli::serve::{Backend, Limits, serve_until};

/// Where the demo keeps its files.
pub(super) struct Directory {
    pub(super) path: PathBuf,
    kept: bool,
}

impl Directory {
    /// The directory to keep, or a temporary one that is removed in the end.
    pub(super) fn new(keep: Option<PathBuf>) -> Result<Self, Failure> {
        let kept = keep.is_some();
        let path = match keep {
            Some(path) => path,
            None => std::env::temp_dir().join(format!("pandect-demo-{}", (Sources::default().id)())),
        };
        let unusable = |error| Failure::new(format!("{} cannot be made: {error}", path.display()));
        // The key and the seeds of running games lie here: nobody else may look.
        DirBuilder::new().mode(0o700).recursive(kept).create(&path).map_err(unusable)?;
        Ok(Self { path, kept })
    }

    pub(super) fn database(&self) -> PathBuf {
        self.path.join("pandect.db")
    }

    pub(super) fn key_file(&self) -> PathBuf {
        self.path.join("pandect.key")
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        if !self.kept {
            // What is left of a temporary directory is the system's to remove.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// A running server.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    stop: oneshot::Sender<()>,
    thread: JoinHandle<Result<(), Failure>>,
}

impl Server {
    pub(super) fn start(directory: &Directory) -> Result<Self, Failure> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let (database, key_file) = (directory.database(), directory.key_file());
        let (stop, stopped) = oneshot::channel();
        let (up, is_up) = mpsc::channel();
        let thread = std::thread::spawn(move || run(listener, &database, &key_file, &up, stopped));
        // A server that cannot start drops its end, and says why when it is joined.
        match is_up.recv() {
            Ok(()) => Ok(Self { address, stop, thread }),
            Err(_) => Err(join(thread).err().unwrap_or_else(|| Failure::new("the server did not start"))),
        }
    }

    /// Stops the server; everything accepted is on disk.
    pub(super) fn stop(self) -> Result<(), Failure> {
        // A server that ended by itself says why when it is joined.
        let _ = self.stop.send(());
        join(self.thread)
    }
}

fn join(thread: JoinHandle<Result<(), Failure>>) -> Result<(), Failure> {
    thread.join().unwrap_or_else(|_| Err(Failure::new("the server ended by a panic")))
}

fn run(
    listener: TcpListener,
    database: &Path,
    key_file: &Path,
    up: &mpsc::Sender<()>,
    stopped: oneshot::Receiver<()>,
) -> Result<(), Failure> {
    let (organisers, limits) = (Organisers::Anyone, Limits::default());
    let backend = Backend { database, key_file, log_name: None, organisers, limits, cors_origins: Vec::new() };
    serve_until(listener, backend, async {
        let _ = up.send(());
        let _ = stopped.await;
        Ok(())
    })
}
