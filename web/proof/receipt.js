// Receipts: a note over an event, or a note over all events of a commit with the way from one of them to it.

import { bytes, unbase64, unhex } from "./hash.js";
import { DRAFT, unknownLabel } from "./label.js";
import { openNote } from "./note.js";
import { rootOf } from "./tree.js";

const MEMBERS = "audit_path,format,leaf_index,note,receipt,tree_size";

/**
 * What the label of a receipt says that is not known here, in words; nothing for a note, and for the label that is known.
 * @param {string} text
 */
export function unknownReceipt(text) {
  try {
    return text.startsWith("{") ? unknownLabel("pandect-receipt", JSON.parse(text).format) : null;
  } catch {
    return null;
  }
}

/**
 * What a receipt that the key signed says: a game, an index, a hash; throws when it says nothing.
 * @param {string} text
 * @param {import("./note.js").Key} key
 */
export async function openReceipt(text, key) {
  const said = text.startsWith("{") ? await ofCommit(JSON.parse(text), key) : await openNote(text, key);
  const form = /^pandect\/receipt\/v1\n([0-9a-f-]{36})\n(0|[1-9]\d*)\n([0-9a-f]{64})\n$/.exec(said);
  if (!form) throw new Error("it is not the text of a receipt");
  return { game: form[1], index: Number(form[2]), hash: form[3] };
}

/**
 * The text of a receipt that leads to the note of its commit.
 * @param {import("./shape.js").CommitReceipt} file
 * @param {import("./note.js").Key} key
 */
async function ofCommit(file, key) {
  if (file.format !== `pandect-receipt/${DRAFT}` || Object.keys(file).sort().join() !== MEMBERS) {
    throw new Error(`it is no receipt of a commit with the label ${DRAFT}`);
  }
  const form = /^pandect\/commit\/v1\n([1-9]\d*)\n([A-Za-z0-9+/=]+)\n$/.exec(await openNote(file.note, key));
  if (!form || Number(form[1]) !== file.tree_size) throw new Error("its note is not of a commit of so many events");
  if (!(file.leaf_index < file.tree_size)) throw new Error("its commit has no such event");
  const root = await rootOf(bytes(file.receipt), file.leaf_index, file.tree_size, file.audit_path.map(unhex));
  const signed = unbase64(form[2]);
  if (root.some((byte, at) => byte !== signed[at])) throw new Error("its path does not lead to the root that was signed");
  return file.receipt;
}
