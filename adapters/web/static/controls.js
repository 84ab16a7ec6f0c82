// The ten controls. Each takes what is asked and gives a form; `ask.answer(value)` sends the answer. A draft
// (`ask.view.draft`) has the shape of the answer that it may become.

import { isHeld } from "./buttons.js";
import { freshId, h } from "./dom.js";
import { pickFiles } from "./filecontrol.js";
import { draftForm, submitButton } from "./form.js";
import { word } from "./words.js";

export const CONTROLS = {
  single_choice: singleChoice,
  multi_choice: multiChoice,
  text: (ask) => oneField(ask, textField(ask, h("input", { type: "text" }))),
  textarea: (ask) => oneField(ask, textField(ask, h("textarea", { rows: "4" }))),
  url: (ask) => oneField(ask, textField(ask, h("input", { type: "url", placeholder: "https://", inputmode: "url" }))),
  number: (ask) => oneField(ask, numberField(ask)),
  date: (ask) => oneField(ask, dateField(ask, "value", asText(ask.view.draft))),
  date_range: dateRange,
  file: pickFiles,
  confirm,
};

const asText = (value) => (typeof value === "string" ? value : "");

function choiceButton(ask, label, description, style, value) {
  return h("button", {
    type: "button", class: `button choice is-${style}`, "data-owner": ask.post, "data-key": `choice ${label}`,
    disabled: isHeld(ask.post), onclick: () => ask.answer(value),
  }, h("span", {}, label), description ? h("small", {}, description) : null);
}

// A form of one field and its button; `field.read()` gives the answer.
function oneField(ask, field) {
  field.setAttribute("aria-labelledby", ask.title);
  field.setAttribute("data-key", "field");
  return draftForm(ask, () => field.read(), field, submitButton(ask, word("answer")));
}

function textField(ask, field) {
  const { minLength = 1, maxLength = Infinity } = ask.view.limits;
  field.value = ask.kept("value", asText(ask.view.draft));
  field.required = minLength > 0;
  // Not `maxlength`: it would cut a pasted text without a word.
  const check = () => {
    const excess = field.value.trim().length - maxLength;
    field.setCustomValidity(excess > 0 ? word("tooLong", { count: excess }) : "");
  };
  check();
  field.addEventListener("input", () => {
    ask.keep("value", field.value);
    check();
  });
  field.addEventListener("keydown", (event) => {
    if (field.matches("textarea") && event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.form.requestSubmit();
  });
  field.read = () => field.value.trim();
  return field;
}

function numberField(ask) {
  const { min, max, integer } = ask.view.limits;
  const field = h("input", { type: "number", required: true, min, max, step: integer ? "1" : "any", inputmode: integer ? "numeric" : "decimal" });
  field.value = ask.kept("value", ask.view.draft ?? "");
  field.addEventListener("input", () => ask.keep("value", field.value));
  field.read = () => field.valueAsNumber;
  return field;
}

function dateField(ask, name, start, isRequired = true) {
  const { min, max } = ask.view.limits;
  const field = h("input", { type: "date", required: isRequired, min, max, "data-key": `date ${name}` });
  field.value = ask.kept(name, start);
  field.addEventListener("input", () => ask.keep(name, field.value));
  field.read = () => field.value;
  return field;
}

function dateRange(ask) {
  const draft = ask.view.draft ?? {};
  const start = dateField(ask, "start", asText(draft.start));
  const end = dateField(ask, "end", asText(draft.end));
  const isOpen = h("input", { type: "checkbox", "data-key": "open" });
  isOpen.checked = ask.kept("open", draft.end === null);
  const settle = () => { end.disabled = isOpen.checked; };
  isOpen.addEventListener("change", () => {
    ask.keep("open", isOpen.checked);
    settle();
  });
  settle();
  start.addEventListener("input", () => { end.min = start.value; });
  const read = () => ({ start: start.value, end: isOpen.checked ? null : end.value });
  return draftForm(ask, read,
    h("div", { class: "range" },
      h("label", {}, word("from"), start),
      h("label", {}, word("until"), end),
      ask.view.limits.allowOpenEnd ? h("label", { class: "tick" }, isOpen, word("open")) : null),
    submitButton(ask, word("answer")));
}

function singleChoice(ask) {
  const choices = ask.view.choices.map((choice) => choiceButton(ask, choice.label, choice.description, "plain", choice.value));
  const group = h("div", { class: "choices", role: "group", "aria-labelledby": ask.title }, choices);
  if (!ask.view.limits.allowCustom) return group;
  const own = textField(ask, h("input", { type: "text", id: freshId("own"), placeholder: word("ownHint"), "data-key": "field" }));
  return h("div", {}, group, draftForm(ask, () => own.read(),
    h("label", { for: own.id }, word("own")), h("div", { class: "joined" }, own, submitButton(ask, word("answer")))));
}

function multiChoice(ask) {
  const { minSelections = 1, maxSelections = ask.view.choices.length } = ask.view.limits;
  const ticked = new Set(ask.kept("ticked", Array.isArray(ask.view.draft) ? ask.view.draft : []));
  const boxes = ask.view.choices.map((choice) => {
    const box = h("input", { type: "checkbox", value: choice.value, "data-key": `tick ${choice.value}` });
    box.checked = ticked.has(choice.value);
    return box;
  });
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const settle = () => {
    const count = chosen().length;
    const few = count < minSelections ? word("pickAtLeast", { count: minSelections }) : "";
    boxes[0]?.setCustomValidity(count > maxSelections ? word("pickAtMost", { count: maxSelections }) : few);
  };
  boxes.forEach((box) => box.addEventListener("change", () => {
    ask.keep("ticked", chosen());
    settle();
  }));
  settle();
  return draftForm(ask, chosen,
    h("fieldset", { "aria-labelledby": ask.title }, ask.view.choices.map((choice, index) =>
      h("label", { class: "tick" }, boxes[index], h("span", {}, choice.label, choice.description ? h("small", {}, choice.description) : null)))),
    submitButton(ask, word("done")));
}

function confirm(ask) {
  const { confirmLabel, cancelLabel } = ask.view.limits;
  return h("div", { class: "choices is-row", role: "group", "aria-labelledby": ask.title },
    choiceButton(ask, confirmLabel || word("yes"), "", "primary", true),
    choiceButton(ask, cancelLabel || word("no"), "", "plain", false));
}
