// Where the person writes. The text stays here until the server has it.

import { takeFiles } from "./files.js";
import { forgetAll, recall, remember } from "./memory.js";
import { conversation } from "./place.js";
import { tell } from "./toast.js";
import { send } from "./wire.js";

const PASTED = 200; // characters: a message with more pasted text than this is not typed
const COMMAND = /^\/([a-z][a-z_]{0,39})(?:\s+([\s\S]*))?$/;

// Gives {heard(text)}: the conversation shows what was sent, so the field is free again; and {move()}:
// another conversation is open now, with its own draft.
export function createComposer(onSent) {
  const form = document.getElementById("composer");
  const area = document.getElementById("draft");
  const button = document.getElementById("send");
  let pasted = [];
  let sending = null;

  function settle() {
    if (!area.value) pasted = [];
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
    button.disabled = !area.value.trim() || sending !== null;
    area.readOnly = sending !== null;
    form.classList.toggle("is-sending", sending !== null);
    keep(conversation(), { text: area.value, pasted });
  }

  function release() {
    sending = null;
    area.value = "";
    settle();
  }

  async function submit() {
    const text = area.value.trim();
    if (!text || sending) return;
    const own = { text, place: conversation(), isLeft: false };
    sending = own;
    settle();
    onSent();
    const command = COMMAND.exec(text);
    const outcome = command
      ? await send("/command", { name: command[1], argument: (command[2] ?? "").trim() })
      : await send("/message", { text, typed: isTyped(text, pasted) });
    if (own.isLeft) { // another conversation was opened before the answer came
      if (outcome.ok) settleLeft(own);
      tell(outcome, "unsent");
      return;
    }
    if (sending !== own) { // the conversation showed it before the answer came
      if (outcome.ok) tell(outcome);
      return;
    }
    if (outcome.ok) release();
    else {
      sending = null;
      settle();
    }
    tell(outcome, "unsent");
  }

  // What was sent from a conversation that is no longer open is no draft of it any more.
  function settleLeft(own) {
    if (kept(own.place).text.trim() !== own.text) return;
    keep(own.place, { text: "", pasted: [] });
    if (own.place === conversation() && sending === null) load();
  }

  function load() {
    const draft = kept(conversation());
    area.value = draft.text;
    pasted = draft.pasted;
    settle();
  }

  function move() {
    if (sending) sending.isLeft = true;
    sending = null;
    load();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  area.addEventListener("keydown", (event) => {
    // 229: the key belongs to an input method, in browsers that tell it no other way.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    submit();
  });
  area.addEventListener("paste", (event) => {
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length && !text) {
      event.preventDefault();
      takeFiles(files);
    } else pasted.push(text);
  });
  area.addEventListener("drop", (event) => {
    const text = event.dataTransfer.getData("text/plain");
    if (text) pasted.push(text);
  });
  area.addEventListener("input", settle);

  load();
  return { heard: (text) => { if (sending?.text === text.trim()) release(); }, move };
}

// Was the message written by hand? Not if all of it was pasted, or much of it.
export function isTyped(text, pasted) {
  const plain = (value) => value.replace(/\r\n?/g, "\n");
  const amount = pasted.reduce((sum, piece) => sum + piece.length, 0);
  const rest = pasted.reduce((left, piece) => left.replace(plain(piece).trim(), ""), plain(text));
  return pasted.length === 0 || (amount <= PASTED && rest.trim() !== "");
}

function keep(place, draft) {
  remember("sessionStorage", `draft ${place}`, draft.text && JSON.stringify(draft));
}

function kept(place) {
  return JSON.parse(recall("sessionStorage", `draft ${place}`)) ?? { text: "", pasted: [] };
}

// Everything of the person was deleted: so are the drafts, but for the one that is being written.
export function forgetDrafts() {
  forgetAll("sessionStorage", "draft ", `draft ${conversation()}`);
}
