// What this browser remembers, where it lets us; what it doesn't keep is simply not there.

// Text, or null.
export function recall(storage, name) {
  try {
    return globalThis[storage].getItem(name);
  } catch {
    return null;
  }
}

// An empty text is forgotten.
export function remember(storage, name, text) {
  try {
    if (text) globalThis[storage].setItem(name, text);
    else globalThis[storage].removeItem(name);
  } catch {
    // Storage is full or switched off: it then lives as long as the page.
  }
}

// All names that start so, but for one.
export function forgetAll(storage, start, except) {
  try {
    for (const name of Object.keys(globalThis[storage])) {
      if (name.startsWith(start) && name !== except) globalThis[storage].removeItem(name);
    }
  } catch {
    // No storage, nothing to forget.
  }
}
