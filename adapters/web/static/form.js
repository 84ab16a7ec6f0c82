// The form around a control: it reads the answer and sends it.

import { isHeld } from "./buttons.js";
import { h } from "./dom.js";

// `read()` gives the answer, or undefined where there is none to send yet.
export function answerForm(ask, read, ...children) {
  const form = h("form", { class: "answer" }, children);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const value = read(form);
    if (value !== undefined) ask.answer(value);
  });
  return form;
}

// The same, and what is half done in it is kept; `read` must only read.
export function draftForm(ask, read, ...children) {
  const form = answerForm(ask, read, ...children);
  form.addEventListener("input", () => ask.changed(read(form)));
  return form;
}

export function submitButton(ask, label) {
  const button = h("button", {
    type: "submit", class: "button is-primary", "data-owner": ask.post, "data-key": "answer", disabled: isHeld(ask.post),
  }, label);
  return h("div", { class: "actions" }, button);
}
