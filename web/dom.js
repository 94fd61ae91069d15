// Building elements. Whatever comes from people or from the server becomes text, never markup.

/**
 * An element with attributes and children.
 *
 * `onclick` and the like are functions; `true` and `false` set and leave out an attribute; `null` children are skipped.
 * A child that is no node becomes text.
 */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  append(element, children);
  return element;
}

/** The same for the few vector pictures of the page itself. */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes ?? {})) element.setAttribute(key, value);
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** Replaces what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

let labels = 0;

/** A control beside its label. */
export function labelled(text, control) {
  control.id ||= `field-${++labels}`;
  return h("span", { class: "labelled" }, h("label", { for: control.id }, text), control);
}

/** A control under its label, with a hint. */
export function field(text, control, hint) {
  control.id ||= `field-${++labels}`;
  const note = hint && h("small", { id: `${control.id}-hint` }, hint);
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("p", { class: "field" }, h("label", { for: control.id }, text), control, note);
}

/** A control that is one of several values; `choices` are [value, text]. */
export function select(choices, chosen, onchange) {
  const options = choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  return h("select", { onchange: (event) => onchange?.(event.target.value) }, options);
}

/** Puts text into the clipboard, and says so on the button that asked for it. */
export async function copy(button, text) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "This browser does not let a page copy";
  }
  setTimeout(() => { button.textContent = before; }, 2000);
}
