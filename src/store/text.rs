//! Words of people: kept beside the logs that commit to them, and the one thing that can be erased.

use rusqlite::{Connection, params};

use super::error::StoreError;
use super::row::Cells;
use crate::kernel::{Hash, Salt, Text};

/// Keeps texts. One whose commitment is there already stays as it is: a game of a tournament repeats the commitments of
/// its players' registrations.
pub(super) fn insert(connection: &Connection, texts: &[Text]) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached("INSERT INTO texts (commitment, salt, text) VALUES (?1, ?2, ?3)")?;
    for Text { commitment, salt, text } in texts {
        insert.execute(params![commitment.as_bytes(), salt.as_bytes(), text])?;
    }
    Ok(())
}

/// The texts of commitments, in their order, without those that are not there.
pub(super) fn read(connection: &Connection, commitments: &[Hash]) -> Result<Vec<Text>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT salt, text FROM texts WHERE commitment = ?1")?;
    let mut texts = Vec::new();
    for commitment in commitments {
        let mut rows = statement.query([commitment.as_bytes()])?;
        if let Some(row) = rows.next()? {
            let cells = Cells::new(row, || format!("the text of commitment {commitment}"));
            texts.push(Text { commitment: *commitment, salt: Salt::new(cells.get(0)?), text: cells.get(1)? });
        }
    }
    Ok(texts)
}

/// Deletes a text and the names of seats that are copies of it; says whether there was one.
pub(super) fn erase(connection: &Connection, commitment: Hash) -> Result<bool, StoreError> {
    let run = |sql| connection.prepare_cached(sql)?.execute([commitment.as_bytes()]);
    let names = run("UPDATE seats SET name = NULL WHERE commitment = ?1 AND name IS NOT NULL")?;
    let texts = run("DELETE FROM texts WHERE commitment = ?1")?;
    Ok(names + texts > 0)
}
