// The field that opens in a post: one line's new text, or the reason of a redraft. What was typed is kept
// while the post is drawn anew under it.

import { freshId, h } from "./dom.js";
import { word } from "./words.js";

const drafts = new Map(); // post -> {input, line, text}

export const editor = { open, opened };

// The button whose field stood open in this post before it was drawn anew, if it is still there.
function opened(post, buttons) {
  const draft = drafts.get(post);
  if (!draft) return null;
  const button = buttons.find((candidate) => candidate.input === draft.input);
  if (!button) drafts.delete(post);
  return button ?? null;
}

function open(post, button, lines, row, save, takesFocus) {
  row.parentElement.querySelector("form.edit")?.remove();
  const form = button.input === "lines" ? lineForm(post, lines) : reasonForm(post);
  const close = () => {
    drafts.delete(post);
    form.remove();
    row.hidden = false;
    row.querySelector(`[data-key="press ${CSS.escape(button.token)}"]`)?.focus();
  };
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await save(form.read())) {
      drafts.delete(post);
      form.remove();
      row.hidden = false;
    }
  });
  form.append(h("div", { class: "buttons" },
    h("button", { type: "submit", class: "button is-primary", "data-owner": post, "data-key": "save" }, word(button.input === "lines" ? "save" : "sendReason")),
    h("button", { type: "button", class: "button is-plain", onclick: close }, word("cancel"))));
  row.after(form);
  row.hidden = true;
  if (takesFocus) form.querySelector("select, textarea").focus();
}

function lineForm(post, lines) {
  const editable = lines.filter((line) => line.edit !== null);
  const kept = drafts.get(post);
  const first = editable.find((line) => line.number === kept?.line) ?? editable[0];
  const area = h("textarea", { id: freshId("edit"), rows: "3", "data-key": "edit text" });
  const select = h("select", { id: freshId("line"), "data-key": "edit line" },
    editable.map((line) => h("option", { value: line.number }, short(line))));
  const start = (line, text) => {
    area.value = text;
    drafts.set(post, { input: "lines", line: line.number, text });
  };
  const chosen = () => editable.find((line) => String(line.number) === select.value);
  select.value = String(first.number);
  start(first, kept?.line === first.number ? kept.text : first.edit);
  select.addEventListener("change", () => start(chosen(), chosen().edit));
  area.addEventListener("input", () => drafts.set(post, { input: "lines", line: chosen().number, text: area.value }));
  const form = h("form", { class: "edit" },
    editable.length > 1 ? [h("label", { for: select.id }, word("whichLine")), select] : [],
    h("label", { for: area.id }, word("newText")), area);
  form.read = () => ({ line: chosen().number, text: area.value });
  return form;
}

function reasonForm(post) {
  const area = h("textarea", { id: freshId("reason"), rows: "2", "data-key": "edit text", value: drafts.get(post)?.text ?? "" });
  const keep = () => drafts.set(post, { input: "reason", text: area.value });
  area.addEventListener("input", keep);
  keep();
  const form = h("form", { class: "edit" }, h("label", { for: area.id }, word("reason")), area);
  form.read = () => ({ text: area.value.trim() || null });
  return form;
}

// A line's name in the list: its place, and how its text starts.
function short(line) {
  const text = line.edit.replace(/\s+/g, " ").trim();
  return `${line.where}: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}
