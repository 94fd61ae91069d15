// Heads of animals, 48 units across around the point 0 0.

import { s } from "./dom.js";

const eyes = (x = 6, y = -2) => [s("circle.ink-eye", { cx: -x, cy: y, r: 2.2 }), s("circle.ink-eye", { cx: x, cy: y, r: 2.2 })];
const pair = (tag, { cx, ...rest }) => [s(tag, { cx: -cx, ...rest }), s(tag, { cx, ...rest })];
const head = (fill, y = 2) => s(`circle.shape.fill-${fill}`, { cy: y, r: 17 });
const nose = (y = 5) => s("path.ink-eye", { d: `M-3.5 ${y}H3.5L0 ${y + 4}z` });
const smile = (y = 10) => s("path.line.thin.ink-line", { d: `M-5 ${y}Q-2 ${y + 4} 0 ${y}Q2 ${y + 4} 5 ${y}` });
const pointed = (fill) => s(`path.shape.fill-${fill}`, { d: "M-16-2L-15-22-3-13H3L15-22 16-2z" });

const HEADS = {
  panda: () => [
    pair("circle.fill-dark.shape", { cx: 13, cy: -13, r: 7 }),
    head("fur"),
    s("ellipse.fill-dark", { cx: -7, cy: 0, rx: 4.5, ry: 6, transform: "rotate(30 -7 0)" }),
    s("ellipse.fill-dark", { cx: 7, cy: 0, rx: 4.5, ry: 6, transform: "rotate(-30 7 0)" }),
    pair("circle.fill-fur", { cx: 6.5, cy: -1, r: 1.7 }),
    nose(6),
    smile(11),
  ],
  "red-panda": () => [pointed("orange"), head("orange"), pair("circle.fill-cream", { cx: 8, cy: 8, r: 6 }), eyes(7, 1), nose(6)],
  rabbit: () => [
    s("ellipse.shape.fill-hare", { cx: -7, cy: -15, rx: 4.5, ry: 10 }),
    s("ellipse.shape.fill-hare", { cx: 7, cy: -15, rx: 4.5, ry: 10 }),
    s("circle.shape.fill-hare", { cy: 6, r: 15 }),
    eyes(6, 3),
    s("path.fill-pink", { d: "M-3 8H3L0 11z" }),
    s("rect.fill-fur.shape", { x: -3, y: 14, width: 6, height: 6 }),
  ],
  bear: () => [
    pair("circle.fill-brown.shape", { cx: 13, cy: -12, r: 6.5 }),
    head("brown"),
    s("ellipse.fill-cream", { cy: 9, rx: 9, ry: 7 }),
    eyes(7, -2),
    nose(4),
  ],
  giraffe: () => [
    s("path.line.thick", { d: "M-6-10V-20M6-10V-20" }),
    pair("circle.fill-brown.shape", { cx: 6, cy: -20, r: 3 }),
    s("ellipse.shape.fill-yellow", { cx: -16, cy: -8, rx: 6, ry: 3.5 }),
    s("ellipse.shape.fill-yellow", { cx: 16, cy: -8, rx: 6, ry: 3.5 }),
    s("path.shape.fill-yellow", { d: "M-12-8Q0-17 12-8L9 14Q0 24-9 14z" }),
    pair("circle.fill-brown", { cx: 6, cy: 3, r: 2 }),
    s("circle.fill-brown", { cy: -9, r: 2.5 }),
    s("ellipse.fill-cream", { cy: 14, rx: 8, ry: 5.5 }),
    eyes(7, -4),
    pair("circle.ink-eye", { cx: 3, cy: 14, r: 1.2 }),
  ],
  owl: () => [
    s("path.shape.fill-teal", { d: "M-17-20L-7-14H7L17-20V8A17 15 0 0 1-17 8z" }),
    pair("circle.fill-fur.shape", { cx: 7.5, cy: -2, r: 7 }),
    pair("circle.ink-eye", { cx: 7.5, cy: -2, r: 3 }),
    s("path.shape.fill-yellow", { d: "M-4 4H4L0 12z" }),
  ],
  cat: () => [
    pointed("black-coat"),
    head("black-coat"),
    pair("circle.fill-yellow", { cx: 7, cy: 0, r: 3.5 }),
    s("path.ink-eye", { d: "M-7-3V3M7-3V3" }),
    s("path.fill-pink", { d: "M-3 6H3L0 9z" }),
    s("path.line.thin.pale-line", { d: "M-7 9L-21 6M-7 11L-20 13M7 9L21 6M7 11L20 13" }),
  ],
  fox: () => [
    pointed("orange"),
    s("path.shape.fill-orange", { d: "M-17-4Q0-14 17-4 16 8 0 21-16 8-17-4z" }),
    s("path.fill-fur", { d: "M-16 0Q-9 1-3 16-13 10-16 0zM16 0Q9 1 3 16 13 10 16 0z" }),
    eyes(7, 0),
    s("circle.ink-eye", { cy: 18, r: 3 }),
  ],
  lion: () => [
    s("path.shape.fill-brown", {
      d: "M0-23L6-18 13-20 15-12 22-9 19-2 23 4 17 9 16 17 8 17 3 23-3 19-10 20-13 13-21 11-19 3-23-3-17-9-17-16-9-17-6-22z",
    }),
    s("circle.shape.fill-yellow", { cy: 1, r: 13.5 }),
    eyes(5, -2),
    nose(3),
    smile(8),
  ],
  pig: () => [
    s("path.shape.fill-pink", { d: "M-17-6L-15-20-3-14H3L15-20 17-6z" }),
    head("pink"),
    eyes(8, -3),
    s("ellipse.shape.fill-cream", { cy: 7, rx: 8, ry: 6 }),
    pair("circle.ink-eye", { cx: 3, cy: 7, r: 1.7 }),
  ],
  monkey: () => [
    pair("circle.fill-brown.shape", { cx: 17, cy: 0, r: 6 }),
    head("brown"),
    s("path.fill-cream", { d: "M0-6Q4-12 10-9 15-4 10 2 13 16 0 17-13 16-10 2-15-4-10-9-4-12 0-6z" }),
    eyes(5, -2),
    s("path.line.thin.ink-line", { d: "M-7 9Q0 15 7 9M-1.5 4H-1.5M1.5 4H1.5" }),
  ],
};

/** The head of an animal at a point; nothing for one that is not known. */
export const animal = (kind, x = 0, y = 0, scale = 1) =>
  s("g.animal", { transform: `translate(${x} ${y}) scale(${scale})` }, HEADS[kind]?.());
