// The file control: each file is handed over as a file of its own, and the answer names them by their keys.

import { freshId, h } from "./dom.js";
import { sendFile } from "./files.js";
import { answerForm, submitButton } from "./form.js";
import { toast, warn } from "./toast.js";
import { word } from "./words.js";

export function pickFiles(ask) {
  const { acceptedMediaTypes = "", maxFiles = 1 } = ask.view.limits;
  const input = h("input", {
    type: "file", id: freshId("files"), accept: acceptedMediaTypes || null, multiple: maxFiles > 1, "data-key": "field",
  });
  return answerForm(ask, () => {
    hand([...input.files], maxFiles, ask);
  }, h("label", { for: input.id }, word("chooseFile")), input, submitButton(ask, word("answer")));
}

async function hand(files, most, ask) {
  if (!files.length) return toast({ text: word("pickFile"), tone: "plain" });
  if (files.length > most) return warn(word("pickAtMost", { count: most }));
  const handed = [];
  for (const file of files) {
    const key = await sendFile(file);
    if (!key) return;
    handed.push({ fileId: `web:${key}`, mediaType: file.type });
  }
  await ask.answer(handed);
}
