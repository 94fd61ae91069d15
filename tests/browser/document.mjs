// As much of a document as the drawings of the tables use, so that they can be tested without a browser.

export class Element {
  constructor(tag) {
    this.tag = tag;
    this.attributes = new Map();
    this.children = [];
    this.listeners = new Map();
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  append(child) {
    this.children.push(child instanceof Element ? child : String(child));
  }

  addEventListener(name, listener) {
    this.listeners.set(name, listener);
  }

  /** The element and everything within it. */
  *all() {
    yield this;
    for (const child of this.children) if (child instanceof Element) yield* child.all();
  }

  /** Every text that people or their programs are told: what is within elements, and attributes. */
  *texts() {
    for (const element of this.all()) {
      yield* element.attributes.values();
      yield* element.children.filter((child) => typeof child === "string");
    }
  }

  has(name) {
    return (this.attributes.get("class") ?? "").split(" ").includes(name);
  }
}

/** Makes the stand-in the document of this process. */
export function install() {
  const document = { createElement: (tag) => new Element(tag), createElementNS: (_, tag) => new Element(tag) };
  Object.assign(globalThis, { document });
}
