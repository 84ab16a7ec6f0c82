// Questions: the prompt, why it is asked, and its control; once answered, one folded line.

import { act, buttonRow } from "./buttons.js";
import { CONTROLS } from "./controls.js";
import { freshId, h, icon } from "./dom.js";
import { draftOf, endDraft } from "./drafts.js";

export function drawQuestion(post, view) {
  const title = freshId("question");
  if (view.status) {
    endDraft(view);
    return h("article", { class: "question is-answered", "aria-labelledby": title },
      icon("approved"),
      h("div", {}, h("p", { id: title, class: "prompt" }, view.prompt), h("p", { class: "status" }, view.status),
        buttonRow(post, view.buttons)));
  }
  const draft = draftOf(view);
  const ask = {
    post,
    view,
    title,
    kept: draft.kept,
    keep: draft.keep,
    changed: draft.changed,
    answer: async (value) => {
      const body = { question: view.question, revision: view.revision, value };
      if (await act(post, "/answer", body, "unsent")) draft.end();
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
