// What stands half done in a question's control: kept while this tab lives, and sent to core a moment after
// the last change, so that a reload, a restart and another tab find it.

import { send, sendLast } from "./wire.js";

const QUIET = 600; // milliseconds without a further change

const drafts = new Map(); // question and revision -> {body, fields, isUnsent, isSending, timer}

const nameOf = (view) => `${view.question} ${view.revision}`;

// Gives {kept(field, otherwise), keep(field, value)}: what stands in the control, by name, for when it is drawn
// anew; {changed(value)}: what the answer would be now; and {end()}: it was answered.
export function draftOf(view) {
  const name = nameOf(view);

  function own() {
    if (!drafts.has(name)) {
      const body = { question: view.question, revision: view.revision, value: null, draft: true };
      drafts.set(name, { body, fields: {}, isUnsent: false, isSending: false, timer: 0 });
    }
    return drafts.get(name);
  }

  function changed(value) {
    const draft = own();
    draft.body.value = value;
    draft.isUnsent = true;
    clearTimeout(draft.timer);
    draft.timer = setTimeout(sendDraft, QUIET, draft);
  }

  return {
    kept: (field, otherwise) => drafts.get(name)?.fields[field] ?? otherwise,
    keep: (field, value) => { own().fields[field] = value; },
    changed,
    end: () => endDraft(view),
  };
}

// The question is answered, or left.
export function endDraft(view) {
  clearTimeout(drafts.get(nameOf(view))?.timer);
  drafts.delete(nameOf(view));
}

// Everything of the person was deleted: so is what is half done.
export function endDrafts() {
  for (const draft of drafts.values()) clearTimeout(draft.timer);
  drafts.clear();
}

// One at a time for each question, so that an older state never overwrites a newer one.
async function sendDraft(draft) {
  clearTimeout(draft.timer);
  if (draft.isSending || !draft.isUnsent) return;
  draft.isSending = true;
  draft.isUnsent = false;
  const outcome = await send("/answer", { ...draft.body });
  draft.isSending = false;
  if (!outcome.ok) draft.isUnsent = true; // it goes with the next change, or when the tab is left
  else sendDraft(draft);
}

export function listenForLeaving() {
  document.addEventListener("visibilitychange", () => { if (document.hidden) drafts.forEach(sendDraft); });
  addEventListener("pagehide", () => {
    for (const draft of drafts.values()) if (draft.isUnsent || draft.isSending) sendLast("/answer", draft.body);
  });
}
