// Where the person writes. The text stays here until the server has it.

import { takeFiles } from "./files.js";
import { tell } from "./toast.js";
import { conversation, send } from "./wire.js";

const PASTED = 200; // characters: a message with more pasted text than this is not typed
const COMMAND = /^\/([a-z][a-z_]{0,39})(?:\s+([\s\S]*))?$/;
const KEPT = `draft ${conversation}`;

// Gives {heard(text)}: the conversation shows what was sent, so the field is free again.
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
    remember({ text: area.value, pasted });
  }

  function release() {
    sending = null;
    area.value = "";
    settle();
  }

  async function submit() {
    const text = area.value.trim();
    if (!text || sending) return;
    const own = { text };
    sending = own;
    settle();
    onSent();
    const command = COMMAND.exec(text);
    const outcome = command
      ? await send("/command", { name: command[1], argument: (command[2] ?? "").trim() })
      : await send("/message", { text, typed: isTyped(text, pasted) });
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

  const before = recall();
  area.value = before.text;
  pasted = before.pasted;
  settle();
  return { heard: (text) => { if (sending?.text === text.trim()) release(); } };
}

// Was the message written by hand? Not if all of it was pasted, or much of it.
export function isTyped(text, pasted) {
  const plain = (value) => value.replace(/\r\n?/g, "\n");
  const amount = pasted.reduce((sum, piece) => sum + piece.length, 0);
  const rest = pasted.reduce((left, piece) => left.replace(plain(piece).trim(), ""), plain(text));
  return pasted.length === 0 || (amount <= PASTED && rest.trim() !== "");
}

function remember(draft) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(draft));
  } catch {
    // Storage is full or switched off: the draft then lives as long as the page.
  }
}

function recall() {
  try {
    const { text, pasted } = JSON.parse(sessionStorage.getItem(KEPT));
    return { text, pasted };
  } catch {
    return { text: "", pasted: [] };
  }
}
