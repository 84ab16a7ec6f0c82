// On a narrow screen the conversation and the résumé are two views, changed by tabs.

const TABS = ["talk", "resume"];

const tabOf = (name) => document.getElementById(`tab-${name}`);

export function show(name) {
  document.body.dataset.view = name;
  for (const each of TABS) {
    tabOf(each).setAttribute("aria-selected", String(each === name));
    tabOf(each).tabIndex = each === name ? 0 : -1;
  }
  if (name === "resume") tabOf("resume").querySelector(".dot").hidden = true;
}

// The résumé changed: a dot says so while the conversation is in front.
export function markResume() {
  if (document.body.dataset.view !== "resume") tabOf("resume").querySelector(".dot").hidden = false;
}

export function listenForTabs() {
  for (const name of TABS) {
    tabOf(name).addEventListener("click", () => show(name));
    tabOf(name).addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = TABS.find((each) => each !== name);
      show(other);
      tabOf(other).focus();
    });
  }
  show("talk");
}
