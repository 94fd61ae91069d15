// Opening a bundle: a file that is dropped onto the page, or chosen.

import { h } from "./dom.js";
import { unknownLabel } from "./proof/label.js";

const BYTES_MAX = 8 * 1024 * 1024;

/** Reads the text of a bundle; throws, in words, when the file is none. */
async function read(file) {
  if (file.size > BYTES_MAX) throw new Error(`${file.name} has more than 8 MiB`);
  const text = await file.text();
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${file.name} is not JSON`);
  }
  const unknown = unknownLabel("pandect-replay", content?.format);
  if (unknown !== null) throw new Error(`${file.name} is not judged: ${unknown}`);
  if (!Array.isArray(content?.events) || !content.events[0]?.payload?.seats) {
    throw new Error(`${file.name} is not a bundle: it has no events that begin with the creation of a game`);
  }
  return text;
}

/** Takes files that are dropped anywhere on the page, and gives the control that chooses one. */
export function opener(open) {
  const refusal = h("span", { class: "refusal", role: "alert" });
  const take = async (file) => {
    if (!file) return;
    refusal.textContent = "";
    try {
      await open(await read(file));
    } catch (error) {
      refusal.textContent = error.message;
    }
  };
  const input = h("input", {
    type: "file",
    accept: ".json,application/json",
    id: "bundle-file",
    class: "unseen",
    onchange: () => {
      take(input.files?.[0]);
      input.value = "";
    },
  });
  const hold = (event) => event.preventDefault();
  document.ondragover = (event) => {
    hold(event);
    document.body.classList.add("dropping");
  };
  document.ondragleave = (event) => {
    if (event.relatedTarget === null) document.body.classList.remove("dropping");
  };
  document.ondrop = (event) => {
    hold(event);
    document.body.classList.remove("dropping");
    take(event.dataTransfer?.files[0]);
  };
  return h("span", { class: "opener" }, input, h("label", { for: "bundle-file", class: "button" }, "Open a bundle"), refusal);
}
