// The résumé's two menus: what to take along, and which résumé.

import { h, icon } from "./dom.js";
import { choice, createMenu, divider } from "./menu.js";
import { here } from "./place.js";
import { tell } from "./toast.js";
import { show } from "./views.js";
import { send } from "./wire.js";
import { word } from "./words.js";

export function listenForExports() {
  const menu = createMenu(document.getElementById("exports"), () => [
    download("json", "exportJson"),
    download("pdf", "exportPdf"),
    download("docx", "exportWord"),
    download("md", "exportMarkdown"),
    download("txt", "exportText"),
    divider(),
    choice(word("exportAll"), "download", () => {
      menu.close();
      run("takeout");
    }),
  ]);

  // The link must still be there when the browser follows it.
  function download(form, name) {
    return h("a", { class: "item", href: here("/export", { form }), download: "", onclick: () => setTimeout(menu.close) },
      icon("file"), h("span", {}, word(name)));
  }
}

export function listenForTitles() {
  let isNaming = false;

  const menu = createMenu(document.getElementById("titles"), () => (isNaming ? naming() : [
    choice(word("yourResumes"), "list", () => {
      menu.close();
      run("switch");
    }),
    choice(word("newResume"), "attach", () => {
      isNaming = true;
      menu.draw();
      isNaming = false;
      document.getElementById("new-title").focus();
    }),
    choice(word("importFile"), "file", () => {
      menu.close();
      document.getElementById("attach").click();
    }),
  ]));

  function naming() {
    const field = h("input", { id: "new-title", type: "text", required: true, maxlength: "80", autocomplete: "off" });
    const form = h("form", { class: "naming" },
      h("label", { for: field.id }, word("newTitle")), field,
      h("div", { class: "buttons" },
        h("button", { type: "submit", class: "button is-primary" }, word("create")),
        h("button", { type: "button", class: "button is-plain", onclick: () => menu.close() }, word("cancel"))));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const title = field.value.trim();
      if (title && (await run("new", title))) menu.close();
    });
    return form;
  }
}

// Commands are answered in the conversation, so that is what comes to the front.
async function run(name, argument = "") {
  const outcome = await send("/command", { name, argument });
  tell(outcome, "unsent");
  if (outcome.ok) show("talk");
  return outcome.ok;
}
