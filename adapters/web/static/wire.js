// What the page sends. One action has one key, kept until the server has answered it, so that a retry
// after a lost connection is the same action and never a second one.

import { conversation } from "./place.js";
import { word } from "./words.js";

const WAITS = [400, 1500]; // milliseconds before the second and third try
const PATIENCE = 15000; // milliseconds for one try
const HEADERS = { "Content-Type": "application/json", "X-Countersign": "1" };

const KEPT = 300000; // milliseconds; the same words much later are a new action

const keys = new Map(); // action -> {key, since}

// Sends `body` to `path`. Gives {ok, key, notice}, or {ok: false, text, isLost} where isLost says that it
// may not have arrived.
export async function send(path, body) {
  const place = conversation();
  const action = `${path} ${place} ${JSON.stringify(body)}`;
  if (!(keys.get(action)?.since > Date.now() - KEPT)) keys.set(action, { key: crypto.randomUUID(), since: Date.now() });
  const { key } = keys.get(action);
  const text = JSON.stringify({ ...body, key, conversation: place });
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryOnce(path, text);
    if (!outcome.isLost) {
      keys.delete(action);
      return { ...outcome, key };
    }
    if (attempt === WAITS.length) return outcome;
    await new Promise((resolve) => setTimeout(resolve, WAITS[attempt]));
  }
}

// Sends once as the page goes away, when nobody can wait for an answer. Browsers take 64 KB so, or nothing.
export function sendLast(path, body) {
  const text = JSON.stringify({ ...body, key: crypto.randomUUID(), conversation: conversation() });
  fetch(path, { method: "POST", headers: HEADERS, body: text, keepalive: true }).catch(() => {});
}

async function tryOnce(path, text) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: HEADERS,
      body: text,
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.status === 401) return { ok: false, isLost: false, text: word("locked") };
    const answer = await response.json();
    if (response.ok) return { ok: true, isLost: false, notice: answer.notice };
    return { ok: false, isLost: response.status >= 500, text: answer.error };
  } catch {
    return { ok: false, isLost: true, text: null };
  }
}
