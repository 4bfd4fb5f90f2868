// The player's part of a shuffle: a nonce of 32 bytes, generated here. Its hash is sent with the
// form that takes a seat; the nonce is revealed once all players and the site have sent a hash.
(() => {
  if (!window.crypto?.subtle) return; // no secure context: only the site's secret counts, and the record says so
  const DAY = 86400e3;
  const KEPT = { "nonce:": 60 * DAY, "shown:": 400 * DAY };
  const toHex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const hashOf = async (bytes) => toHex(await crypto.subtle.digest("SHA-256", bytes));
  const load = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const save = (key, value) => localStorage.setItem(key, JSON.stringify({ ...value, at: Date.now() }));

  // --- A new nonce for every form, stored when the form is sent; none without storage.
  const drawn = new Map();
  const fill = async (field) => {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const hash = await hashOf(bytes);
    drawn.set(hash, toHex(bytes));
    field.value = hash;
  };
  addEventListener("pageshow", () => {
    for (const field of document.querySelectorAll('input[name="nonce_hash"]')) fill(field);
  });
  document.addEventListener("submit", ({ target }) => {
    const field = target.elements?.nonce_hash;
    if (!field) return;
    const nonce = drawn.get(field.value);
    try {
      if (nonce) save(`nonce:${field.value}`, { nonce });
      else field.value = ""; // a value restored by the browser belongs to another table
    } catch {
      field.value = "";
    }
    setTimeout(() => fill(field)); // one nonce per table
  }, true);
  try {
    for (const key of Object.keys(localStorage)) {
      const kept = KEPT[key.slice(0, 6)];
      if (kept && !(load(key)?.at > Date.now() - kept)) localStorage.removeItem(key);
    }
  } catch {
    // No storage.
  }

  // --- A full table requests the nonce, on any page.
  const headers = { ...JSON.parse(document.body.getAttribute("hx-headers") ?? "{}"), "Content-Type": "application/json" };
  const given = new Set();
  const reveal = async ({ reveal: address, of: match, hash, ...shown }) => {
    if (given.has(hash)) return;
    const kept = load(`nonce:${hash}`);
    const missing = document.querySelector("[data-nonce-missing]");
    if (missing) missing.hidden = Boolean(kept);
    if (!kept) return;
    const now = { transcript: shown.transcript, commitments: shown.commitments.split(" "), hashes: shown.hashes.split(" ") };
    const before = load(`shown:${match}`);
    const stays = (key) => String(before[key] ?? now[key]) === String(now[key]);
    const changed = before && !Object.keys(now).every(stays);
    // Reveal nothing if the transcript changed, or if the nonce belongs to another match.
    if (changed || !now.hashes.includes(hash) || (kept.match && kept.match !== match)) return;
    save(`nonce:${hash}`, { ...kept, match });
    save(`shown:${match}`, { ...now, hash });
    given.add(hash);
    try {
      const body = JSON.stringify({ nonce: kept.nonce });
      const answer = await fetch(address, { method: "POST", headers, body, keepalive: true });
      if (answer.status === 429 || answer.status >= 500) throw new Error(answer.statusText);
      if (!answer.ok || (await answer.json()).status === "open") return;
      const room = document.querySelector(".waiting[data-match]");
      if (room?.dataset.match.includes(`/${match}/`)) location.replace(room.dataset.match);
    } catch {
      setTimeout(() => {
        given.delete(hash);
        revealAll();
      }, 1500);
    }
  };
  const revealAll = () => {
    for (const { dataset } of document.querySelectorAll("[data-reveal]")) reveal({ ...dataset });
  };
  for (const kind of ["htmx:wsAfterMessage", "htmx:afterSettle"]) document.addEventListener(kind, revealAll);
  revealAll();
})();
