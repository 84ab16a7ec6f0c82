// What differs between two versions of a résumé as it is drawn: the names of the parts to light.

// Nothing is lit the first time, for another résumé, or within one version.
export function changes(before, after) {
  if (!before || before.resume !== after.resume || before.version === after.version) return new Set();
  const had = parts(before);
  const has = parts(after);
  const lit = new Set([...has.keys()].filter((name) => had.get(name) !== has.get(name)));
  for (const section of after.sections) {
    const old = before.sections.find((candidate) => candidate.address === section.address);
    if (old && isLess(old, section, lit)) lit.add(section.address);
  }
  return lit;
}

// Is something of this section gone, and nothing in it lit? Then its heading is all there is to light.
function isLess(old, section, lit) {
  const now = parts({ sections: [section], contacts: [] });
  const isGone = [...parts({ sections: [old], contacts: [] }).keys()].some((name) => !now.has(name));
  return isGone && ![...now.keys()].some((name) => lit.has(name));
}

function parts(view) {
  const all = new Map([["name", view.name], ["headline", view.headline]]);
  for (const contact of view.contacts) all.set(`contact ${contact}`, "");
  for (const section of view.sections) {
    all.set(section.address, `${section.title} ${section.hidden}`);
    for (const entry of section.entries) {
      all.set(`${entry.address} head`, JSON.stringify([entry.title, entry.subtitle, entry.aside, entry.hidden]));
      for (const block of entry.blocks) all.set(`${entry.address} block ${block}`, "");
      for (const tag of entry.tags) all.set(`${entry.address} tag ${tag}`, "");
    }
  }
  return all;
}
