// Files: chosen, pasted, or dropped anywhere on the page.

import { tell, toast, warn } from "./toast.js";
import { word } from "./words.js";
import { send } from "./wire.js";

const LARGEST = 4_000_000; // bytes; Base64 and the request's own limit leave no more

// Hands one file over; gives the action's key, or null when it did not get through.
export async function sendFile(file) {
  if (file.size > LARGEST) {
    warn(word("tooLarge"));
    return null;
  }
  let data;
  try {
    data = await toBase64(file);
  } catch {
    warn(word("unread"));
    return null;
  }
  if (file.size > 200_000) toast({ text: word("sending", { name: file.name }), tone: "plain" });
  const outcome = await send("/file", { name: file.name, media_type: file.type, data });
  tell(outcome, "failed");
  return outcome.ok ? outcome.key : null;
}

export function takeFiles(files) {
  if (files.length > 1) warn(word("oneFile"));
  else if (files.length === 1) sendFile(files[0]);
}

// Dropping anywhere, and the button that chooses.
export function listenForFiles() {
  const curtain = document.getElementById("drop");
  const input = document.getElementById("file");
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  let depth = 0;
  const settle = () => { curtain.hidden = depth <= 0; };
  addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    depth += 1;
    settle();
  });
  addEventListener("dragleave", (event) => {
    if (!hasFiles(event)) return;
    depth -= 1;
    settle();
  });
  addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
  addEventListener("drop", (event) => {
    depth = 0;
    settle();
    if (!hasFiles(event)) return;
    event.preventDefault();
    takeFiles([...event.dataTransfer.files]);
  });
  document.getElementById("attach").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    takeFiles([...input.files]);
    input.value = ""; // the same file may be chosen again
  });
}

function toBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
