import createClient from "openapi-fetch";
import type { paths } from "./pandect.js";

const server = createClient<paths>({ baseUrl: "http://127.0.0.1:8080" });
const { data: created, error } = await server.POST("/v1/games", {
  body: { ruleset: "red-panda", seats: [{ name: "Ada" }, { name: "Bo" }] },
});
if (!created) throw new Error(error.detail);
const params = { path: { id: created.game.id } };
const headers = { Authorization: `Bearer ${created.tokens[created.game.awaiting[0]!]}` };
const { data: legal } = await server.GET("/v1/games/{id}/legal-moves", { params, headers });
const { data: accepted } = await server.POST("/v1/games/{id}/moves", { params, headers, body: legal!.moves[0]! });
console.log("now awaited:", accepted!.awaiting);
