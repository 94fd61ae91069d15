// Calls of the API, and what the tab remembers for them.

/** An answer that is not the one asked for, in words. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `the server answered ${status}`);
    this.status = status;
    this.code = problem.code ?? "no-answer";
    this.rule = problem.rule ?? null;
  }
}

/** @typedef {{ token?: string | null, body?: unknown, headers?: Record<string, string> }} Request */

/**
 * Calls the API and gives the JSON of the answer.
 *
 * Throws `Refused` for a problem, and also when nothing answers.
 *
 * @param {string} path
 * @param {Request} [request]
 */
export async function call(path, { token, body, headers = {} } = {}) {
  const sent = { ...headers };
  /** @type {RequestInit} */
  const request = { headers: sent };
  if (token) sent.Authorization = `Bearer ${token}`;
  if (body !== undefined) {
    request.method = "POST";
    sent["Content-Type"] = "application/json";
    request.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refused(0, { detail: "the server does not answer" });
  }
  const json = await answer.json().catch(() => ({ detail: `the server answered ${answer.status} without JSON` }));
  if (!answer.ok) throw new Refused(answer.status, json);
  return json;
}

/** The path of a game. */
export const path = (id, rest = "") => `/v1/games/${encodeURIComponent(id)}${rest}`;

function recall(key, otherwise) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Seat number → token, of the seats that this tab plays. */
export const tokens = (id) => recall(`pandect:tokens:${id}`, {});

export function keepToken(id, seat, token) {
  sessionStorage.setItem(`pandect:tokens:${id}`, JSON.stringify({ ...tokens(id), [seat]: token }));
}

export function forgetTokens(id) {
  sessionStorage.removeItem(`pandect:tokens:${id}`);
}

/** The receipts of the moves that this tab made, as they came. */
export const receipts = (id) => recall(`pandect:receipts:${id}`, []);

export function keepReceipt(id, receipt) {
  sessionStorage.setItem(`pandect:receipts:${id}`, JSON.stringify([...receipts(id), receipt]));
}

/** The organiser's token that was typed into this tab. */
export const organiser = () => sessionStorage.getItem("pandect:organiser") ?? "";

export function keepOrganiser(token) {
  if (token) sessionStorage.setItem("pandect:organiser", token);
  else sessionStorage.removeItem("pandect:organiser");
}
