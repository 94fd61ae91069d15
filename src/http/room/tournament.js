// The page of a tournament.

import { call } from "./api.js";
import { fill, h } from "./dom.js";

const main = document.querySelector("main");
const id = decodeURIComponent(location.pathname.split("/").at(-1));
try {
  const answer = await call(`/v1/tournaments/${encodeURIComponent(id)}`);
  const tournament = answer.tournament ?? answer;
  document.title = `${tournament.name}: Pandect`;
  fill(main, h("h1", {}, tournament.name));
} catch (error) {
  fill(main, h("h1", {}, "There is no such tournament"), h("p", {}, error.message), h("p", {}, h("a", { href: "/" }, "All games")));
}
