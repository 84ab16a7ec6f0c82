// Where the person is: the conversation named in the address line, so that a reload and a second tab find it.

export const FIRST = "main"; // the conversation of the plain address

const NAME = /^[a-z0-9-]{1,40}$/;

const read = () => {
  const name = location.hash.slice(1);
  return NAME.test(name) ? name : FIRST;
};

let current = read();

export function conversation() {
  return current;
}

export function goTo(channel) {
  location.hash = channel;
}

export function freshChannel() {
  return `c-${crypto.randomUUID()}`;
}

// Calls `moved()` when another conversation was chosen, be it by the menu or by the browser's own buttons.
export function listenForMoves(moved) {
  addEventListener("hashchange", () => {
    if (read() === current) return;
    current = read();
    moved();
  });
}

// The address of something of this conversation.
export function here(path, query = {}) {
  return `${path}?${new URLSearchParams({ ...query, conversation: current })}`;
}
