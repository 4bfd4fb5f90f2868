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
    const version = fairness.version ?? 1;
    const transcript = version > 2 ? JSON.parse(fairness.transcript) : null;
    const { joined } = fairness;
    const byIndex = (values) => (transcript ? values : joined.map((seat) => values[seat]));
    const label = (name) => text(version > 1 ? `tavola ${version} ${name}` : name === "seating" ? name : "");
    const secrets = (version > 1 ? fairness.secrets : [fairness.secret]).map(bytesOf);
    const { commitments } = transcript ?? (version > 1 ? fairness : { commitments: [fairness.commitment] });
    const committed = await Promise.all(secrets.map((one) => hash(one)));
    const secret = version > 1 ? await hash(label("secret"), ...secrets) : secrets[0];
    const nonces = byIndex(fairness.nonces).map(bytesOf);
    const origins = version > 1 ? byIndex(fairness.origins) : [];
    const hashes = transcript ? transcript.players.map((player) => player.hash) : version > 1 ? byIndex(fairness.hashes) : null;
    const bound = transcript && (await hash(text(fairness.transcript)));
    const counted = await Promise.all(nonces.map((nonce, index) => (bound && origins[index] === "revealed" ? hash(label("revealed"), bound, nonce) : nonce)));
    const turned = transcript ? transcript.former != null : fairness.turned != null;
    const agreed = !turned && (transcript ? transcript.seated != null : fairness.agreed === true);
    const drawn = turned
      ? [...Array(seats).keys()].map((seat) => (seat + 1) % seats)
      : agreed
        ? transcript?.seated ?? [...Array(seats).keys()].map((seat) => joined.indexOf(seat))
        : await shuffled(await hash(label("seating"), secret, ...counted), seats);
    const seated = joined.length === seats && drawn.every((index, seat) => joined[index] === seat) && !(agreed && record.rated);
    const inOrder = transcript ? counted : drawn.map((index) => counted[index]);
    return {
      commitment: secrets.length > 0 && committed.map(hexOf).join() === commitments.join(),
      nonces: hashes && (await wereMade(nonces, hashes, origins, (index) => hash(label("nonce"), secret, big(index, 4)))),
      transcript: transcript && (await fits(transcript, record)),
      seats: seated && (turned ? "turned" : agreed ? "agreed" : true),
      seed: hexOf(await hash(label("seed"), secret, ...inOrder)) === seed,
      shown: asShown(fairness.kept ?? record.match, fairness.transcript, commitments, hashes?.map((one) => one ?? "-")),
    };
  };
  const wereMade = async (nonces, hashes, origins, derive) => {
    for (const [index, nonce] of nonces.entries()) {
      const [given, origin] = [hashes[index], origins[index]];
      const derived = hexOf(await derive(index)) === hexOf(nonce);
      if (origin === "revealed" ? hexOf(await hash(nonce)) !== given : !derived || (given === null) !== (origin === "derived")) return false;
    }
    return nonces.length === hashes.length;
  };
  // The record must be what the transcript says. A player who left may have been replaced by a bot.
  const fits = async (transcript, record) => {
    const { kept, salts, joined } = record.fairness;
    const own = { ...record, match: kept ?? record.match };
    if (["match", "game", "rules", "options", "rated"].some((key) => sorted(transcript[key]) !== sorted(own[key]))) return false;
    if (transcript.players.length !== joined.length) return false;
    for (const [index, player] of transcript.players.entries()) {
      const { name, bot, program = false } = record.players[joined[index]];
      if (player.program !== program || (player.bot !== bot && !record.left.includes(joined[index]))) return false;
      if (salts[index] !== null && hexOf(await hash(bytesOf(salts[index]), text(name))) !== player.name) return false;
    }
    return transcript.former == null || sorted(transcript.seated) === sorted(joined.map((_, index) => (index + 1) % joined.length));
  };
  const sorted = (value) =>
    JSON.stringify(value, (_key, one) => (one?.constructor === Object ? Object.fromEntries(Object.entries(one).sort()) : one));
  const asShown = (match, transcript, commitments, hashes) => {
    const noted = load(`shown:${match}`);
    if (!noted) return null;
    if (noted.transcript && noted.transcript !== transcript) return false;
    return noted.commitments.join() === commitments.join() && (!hashes || noted.hashes.join() === hashes.join());
  };

  const show = (found) => {
    for (const item of place.querySelectorAll("[data-check]")) {
      const result = found[item.dataset.check];
      item.dataset.state = typeof result === "string" ? result : result === null ? "unknown" : result ? "yes" : "no";
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
