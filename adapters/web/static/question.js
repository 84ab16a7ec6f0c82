// Questions: the prompt, why it is asked, and its control; once answered, one folded line.

import { act, buttonRow } from "./buttons.js";
import { CONTROLS } from "./controls.js";
import { freshId, h, icon } from "./dom.js";

const drafts = new Map(); // question and revision -> what stands in its control, by name

export function drawQuestion(post, view) {
  const title = freshId("question");
  if (view.status) {
    return h("article", { class: "question is-answered", "aria-labelledby": title },
      icon("approved"),
      h("div", {}, h("p", { id: title, class: "prompt" }, view.prompt), h("p", { class: "status" }, view.status),
        buttonRow(post, view.buttons)));
  }
  const name = `${view.question} ${view.revision}`;
  const ask = {
    post,
    view,
    title,
    kept: (field, otherwise) => drafts.get(name)?.[field] ?? otherwise,
    keep: (field, value) => drafts.set(name, { ...drafts.get(name), [field]: value }),
    answer: async (value) => {
      const body = { question: view.question, revision: view.revision, value };
      if (await act(post, "/answer", body, "unsent")) drafts.delete(name);
    },
  };
  const control = (CONTROLS[view.control] ?? CONTROLS.text)(ask);
  const row = buttonRow(post, view.buttons);
  const actions = control.querySelector(":scope > .actions");
  // A field that a button opens is a form of its own, and can't stand inside the control's.
  const isJoined = actions && row && !view.buttons.some((button) => button.input);
  if (isJoined) actions.append(row);
  return h("article", { class: "question", "aria-labelledby": title },
    h("h3", { id: title, class: "prompt" }, view.prompt),
    view.reason ? h("p", { class: "reason" }, view.reason) : null,
    control,
    isJoined ? null : row);
}
