// Building elements, of the page and of drawings. Whatever comes from people or from the server becomes text, never markup.

/** @typedef {Node | string | number | false | null | undefined | Child[]} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: Event) => unknown)} Attribute */
/** @typedef {{ [name: string]: Attribute } | null | undefined} Attributes */

/**
 * The tag of a name: `div` of `div.seats.wide`.
 * @template {string} Name
 * @typedef {Name extends `${infer Tag}.${string}` ? Tag : Name} TagOf
 */

/**
 * An element of the page, with attributes and children. `h("p.note.wide")` has the two classes.
 *
 * `onclick` and the like are functions; `true` and `false` set and leave out an attribute; children that are `null` or
 * `false` are skipped, and a child that is no node becomes text.
 *
 * @template {string} Name
 * @param {Name} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {TagOf<Name> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<Name>] : never}
 */
export const h = (name, attributes, ...children) =>
  /** @type {ReturnType<typeof h<Name>>} */ (build((tag) => document.createElement(tag), name, attributes, children));

/**
 * The same for an element of a drawing.
 *
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export const s = (name, attributes, ...children) =>
  build((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag), name, attributes, children);

/**
 * @template {Element} Made
 * @param {(tag: string) => Made} create
 * @param {string} name
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function build(create, name, attributes, children) {
  const [tag, ...classes] = name.split(".");
  const made = create(tag);
  /** @type {Attributes} */
  const all = { ...attributes, class: [...classes, attributes?.class].filter(Boolean).join(" ") || null };
  for (const [key, value] of Object.entries(all)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  append(made, children);
  return made;
}

/**
 * Text of unknown origin: what would turn a line around or hide in it is spelt out. A server takes no such name, but a file
 * may hold one. Joiners stay: Persian and emoji need them.
 * @param {string} text
 */
export const plain = (text) =>
  text.replace(
    /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu,
    (unseen) => `\\u{${unseen.codePointAt(0)?.toString(16)}}`,
  );

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) {
      element.append(typeof child === "object" ? child : plain(String(child)));
    }
  }
}

/**
 * Replaces what an element holds.
 *
 * @template {Element} Held
 * @param {Held} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** What the page holds between its head and its foot. */
export const main = () => /** @type {HTMLElement} */ (document.querySelector("main"));

let labels = 0;

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/**
 * A control beside its label.
 * @param {string} text
 * @param {Control} control
 */
export function labelled(text, control) {
  control.id ||= `field-${++labels}`;
  return h("span", { class: "labelled" }, h("label", { for: control.id }, text), control);
}

/**
 * A control under its label, with a hint.
 * @param {string} text
 * @param {Control} control
 * @param {string} [hint]
 */
export function field(text, control, hint) {
  control.id ||= `field-${++labels}`;
  const note = hint && h("small", { id: `${control.id}-hint` }, hint);
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("p", { class: "field" }, h("label", { for: control.id }, text), control, note);
}

/**
 * A control that is one of several values; `choices` are [value, text].
 * @param {string[][]} choices
 * @param {string} chosen
 * @param {(value: string) => unknown} [onchange]
 */
export function select(choices, chosen, onchange) {
  const options = choices.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  const made = h("select", { onchange: () => onchange?.(made.value) }, options);
  return made;
}

/**
 * A button that puts text into the clipboard, and says so.
 * @param {string} name
 * @param {() => string} text
 */
export function copier(name, text) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "This browser does not let a page copy";
    }
    setTimeout(() => {
      button.textContent = name;
    }, 2000);
  };
  const button = h("button", { type: "button", onclick: copy }, name);
  return button;
}
