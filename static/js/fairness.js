// Checks the shuffle of a finished match in this browser; it only fetches the record. The
// algorithm is in docs/records.md under “Fairness”.
(() => {
  const place = document.getElementById("check");
  const published = JSON.parse(document.getElementById("fairness").dataset.noted);
  const load = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };

  // --- While the match is running: store what is shown, to compare the record with it later.
  if (!place) {
    const key = `shown:${published.match}`;
    try {
      if (published.full && !load(key)) localStorage.setItem(key, JSON.stringify({ ...published, at: Date.now() }));
    } catch {
      // No storage.
    }
    return;
  }
  const text = (words) => new TextEncoder().encode(words);
  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const big = (number, length) => Uint8Array.from({ length }, (_, at) => Math.floor(number / 256 ** (length - 1 - at)) % 256);
  const hash = async (...parts) => {
    const whole = new Uint8Array(await new Blob(parts).arrayBuffer());
    return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  };
  const shuffled = async (seed, count) => {
    const numbers = [...Array(count).keys()];
    const words = [];
    let block = 0;
    const word = async () => {
      if (!words.length) {
        const view = new DataView((await hash(seed, big(0, 8), big(block++, 4))).buffer);
        for (let at = 0; at < 32; at += 4) words.push(view.getUint32(at));
      }
      return words.shift();
    };
    for (let last = count - 1; last > 0; last--) {
      let next;
      do next = await word();
      while (next >= Math.floor(2 ** 32 / (last + 1)) * (last + 1));
      const at = next % (last + 1);
      [numbers[last], numbers[at]] = [numbers[at], numbers[last]];
    }
    return numbers;
  };

  // --- Each check is true, false, or null if this browser cannot tell.
  const check = async (record) => {
    const { fairness, seats, seed } = record;
    const { joined } = fairness;
    const two = fairness.version === 2;
    const secrets = (two ? fairness.secrets : [fairness.secret]).map(bytesOf);
    const commitments = two ? fairness.commitments : [fairness.commitment];
    const hashes = await Promise.all(secrets.map((one) => hash(one)));
    const found = { commitment: secrets.length > 0 && hashes.map(hexOf).join() === commitments.join() };
    const nonces = fairness.nonces.map(bytesOf);
    const secret = two ? await hash(text("tavola 2 secret"), ...secrets) : secrets[0];
    found.nonces = two ? await cameToBe(fairness, nonces, secret) : null;
    const turned = fairness.turned != null;
    const salt = two ? "tavola 2 seating" : "seating";
    const drawn = turned
      ? [...Array(seats).keys()].map((seat) => (seat + 1) % seats)
      : fairness.agreed === true
        ? [...Array(seats).keys()].map((seat) => joined.indexOf(seat))
        : await shuffled(await hash(text(salt), secret, ...joined.map((seat) => nonces[seat])), seats);
    found.seats = joined.length === seats && drawn.every((index, seat) => joined[index] === seat);
    found.seed = hexOf(await hash(text(two ? "tavola 2 seed" : ""), secret, ...nonces)) === seed;
    found.shown = asShown(fairness.kept ?? record.match, commitments, two ? joined.map((seat) => fairness.hashes[seat] ?? "-") : null);
    return found;
  };
  const cameToBe = async ({ joined, hashes, origins }, nonces, secret) => {
    for (const [index, seat] of joined.entries()) {
      const [nonce, given, origin] = [nonces[seat], hashes[seat], origins[seat]];
      const derived = hexOf(await hash(text("tavola 2 nonce"), secret, big(index, 4))) === hexOf(nonce);
      if (origin === "revealed" ? hexOf(await hash(nonce)) !== given : !derived || (given === null) !== (origin === "derived")) return false;
    }
    return true;
  };
  const asShown = (match, commitments, hashes) => {
    const noted = load(`shown:${match}`);
    if (!noted) return null;
    return noted.commitments.join() === commitments.join() && (!hashes || noted.hashes.join() === hashes.join());
  };

  const show = (found) => {
    for (const item of place.querySelectorAll("[data-check]")) {
      const result = found[item.dataset.check];
      item.dataset.state = result === null ? "unknown" : result ? "yes" : "no";
      for (const words of item.querySelectorAll("[data-when]")) words.hidden = words.dataset.when !== item.dataset.state;
      item.hidden = false;
    }
    const bad = Object.values(found).includes(false);
    for (const verdict of place.querySelectorAll("[data-verdict]")) verdict.hidden = verdict.dataset.verdict !== (bad ? "bad" : found.shown ? "seen" : "fits");
    place.dataset.state = bad ? "bad" : "good";
  };
  const fail = () => {
    for (const verdict of place.querySelectorAll("[data-verdict]")) verdict.hidden = verdict.dataset.verdict !== "unread";
    place.dataset.state = "unread";
  };
  const run = async () => {
    if (!window.crypto?.subtle) return fail();
    try {
      const answer = await fetch(place.dataset.record, { cache: "no-store" });
      if (!answer.ok) return fail();
      const found = await check(await answer.json()).catch(() => ({ seed: false }));
      show(found);
    } catch {
      fail();
    }
  };
  run();
})();
