// Buttons: they send their token and nothing else; those with an input ask for it in place first.

import { editor } from "./edit.js";
import { h } from "./dom.js";
import { tell } from "./toast.js";
import { send } from "./wire.js";

const pressed = new Map(); // posts with an action under way -> the token pressed, if it was a button

// The row of a post's buttons. `lines` are the card's, for those that edit one; `hear(outcome, lost)` tells
// what came of a press.
export function buttonRow(post, buttons, lines = [], hear = tell) {
  if (!buttons.length) return null;
  const row = h("div", { class: "buttons" }, buttons.map((button) => pressable(post, button, lines, hear)));
  const open = editor.opened(post, buttons);
  if (open) queueMicrotask(() => editor.open(post, open, lines, row, (extra) => press(post, open, extra, hear), false));
  return row;
}

export function pressable(post, button, lines = [], hear = tell) {
  // Without a line that can be edited there is nothing to ask for; core says so.
  const asks = button.input === "reason" || lines.some((line) => line.edit !== null) && button.input;
  const element = h("button", {
    type: "button",
    class: `button is-${button.style} ${pressed.get(post) === button.token ? "is-pressed" : ""}`,
    "data-owner": post,
    "data-key": `press ${button.token}`,
    disabled: pressed.has(post),
    "aria-expanded": asks ? "false" : null,
  }, button.label);
  element.addEventListener("click", () => {
    if (!asks) press(post, button, {}, hear);
    else editor.open(post, button, lines, element.closest(".buttons"), (extra) => press(post, button, extra, hear), true);
  });
  return element;
}

function press(post, button, extra, hear) {
  return act(post, "/press", { token: button.token, post, ...extra }, "unpressed", hear);
}

// Sends one action of a post; gives true when the server took it. A second one waits for the first's answer.
export async function act(post, path, body, lost, hear = tell) {
  if (pressed.has(post)) return false;
  hold(post, body.token ?? "");
  const outcome = await send(path, body);
  hold(post, null);
  hear(outcome, lost);
  return outcome.ok;
}

export function isHeld(post) {
  return pressed.has(post);
}

// The post may be drawn anew meanwhile, so its buttons are looked up and not remembered.
function hold(post, token) {
  const isHolding = token !== null;
  if (isHolding) pressed.set(post, token);
  else pressed.delete(post);
  const focused = document.activeElement;
  for (const element of document.querySelectorAll(`[data-owner="${post}"]`)) {
    // A disabled button would lose the focus of somebody who works by keyboard.
    element.classList.toggle("is-pressed", element.dataset.key === `press ${token}`);
    if (element === focused) element.setAttribute("aria-disabled", String(isHolding));
    else element.disabled = isHolding;
    if (!isHolding) {
      element.disabled = false;
      element.removeAttribute("aria-disabled");
    }
  }
}
