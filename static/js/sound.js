// Sounds of the table, synthesized here, and vibration. One switch turns them on; it and the volume
// are stored on this device. Loaded only if sounds are on, or when the switch is used.
(() => {
  const root = document.documentElement;
  const load = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (key, value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // No storage: it applies to this page only.
    }
  };
  const wanted = () => root.dataset.sound === "on";
  let volume = Math.min(100, Math.max(0, Number(load("volume") ?? 60)));

  // --- One voice: a tone, or a breath of noise, that fades.
  let context = null;
  let loudness = null;
  const voice = (source, after, length, loud, through = null) => {
    const at = context.currentTime + after;
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    if (through) source.connect(through).connect(gain);
    else source.connect(gain);
    gain.connect(loudness);
    source.start(at);
    source.stop(at + length);
  };
  const tone = (pitch, after, length, loud = 0.13, type = "triangle", to = pitch) => {
    const source = context.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(pitch, context.currentTime + after);
    if (to !== pitch) source.frequency.exponentialRampToValueAtTime(to, context.currentTime + after + length);
    voice(source, after, length, loud);
  };
  const breath = (after = 0, length = 0.09, loud = 0.16, pitch = 2600) => {
    const source = context.createBufferSource();
    source.buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
    const samples = source.buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    voice(source, after, length, loud, filter);
  };
  const chord = (pitches, apart, length, loud) => pitches.forEach((pitch, n) => tone(pitch, n * apart, length, loud));
  const SOUNDS = {
    turn: () => chord([523, 784], 0.12, 0.3, 0.13), // two steps up: you
    card: () => breath(), // paper on wood
    blow: () => [tone(147, 0, 0.14, 0.2, "sine", 73), breath(0, 0.12, 0.14, 500)],
    battle: () => chord([392, 494, 587], 0.1, 0.45, 0.12), // a horn call
    round: () => [tone(659, 0, 0.9, 0.1, "sine"), tone(1318, 0, 0.5, 0.04, "sine"), tone(494, 0.22, 1, 0.1, "sine")], // a bell
    carnage: () => [...[98, 123, 147, 196].map((pitch, n) => tone(pitch, n * 0.09, 0.9 - n * 0.1, 0.14)), tone(392, 0.4, 0.7, 0.12), breath(0, 0.2, 0.16, 700)],
    end: () => [chord([392, 523, 659, 784], 0.14, 0.5, 0.12), tone(1047, 0.6, 1.1, 0.1)], // a fanfare
    message: () => tone(880, 0, 0.16, 0.1, "sine", 620), // a drop
    low: () => [tone(988, 0, 0.09, 0.12, "square", 988), tone(988, 0.16, 0.09, 0.12, "square", 988)], // a clock
  };
  // Vibration in milliseconds on, off, on; only for events that need my attention.
  const FELT = { turn: [50, 60, 50], carnage: [120], end: [80, 80, 160], message: [20], low: [40, 60, 40, 60, 40] };
  // Of several simultaneous sounds only the first in this list is played.
  const FIRST = ["end", "carnage", "battle", "round", "blow", "card"];

  const sound = (name) => {
    if (!wanted()) return;
    if (FELT[name]) navigator.vibrate?.(FELT[name]);
    if (!volume) return;
    if (!context) {
      context = new AudioContext();
      loudness = context.createGain();
      loudness.connect(context.destination);
    }
    loudness.gain.value = (volume / 100) ** 2 * 2;
    context.resume().then(() => SOUNDS[name]()).catch(() => {});
  };
  // Several pages may learn that it is my turn: only one of them plays the sound.
  const call = () => {
    const now = Date.now();
    if (now - Number(load("called") ?? 0) < 1500) return;
    keep("called", now);
    sound("turn");
  };

  let mine = Boolean(document.querySelector("#table.is-mine"));
  document.addEventListener("tavola:news", ({ detail }) => {
    const heard = FIRST.find((name) => detail.sounds.includes(name));
    if (heard) sound(heard);
    if (detail.mine && !mine) setTimeout(call, heard ? 450 : 0);
    mine = detail.mine;
  });
  document.addEventListener("tavola:low", () => sound("low"));
  document.addEventListener("tavola:called", call);
  // Only for lines of other users.
  const newestLine = () => [...document.querySelectorAll("#chat-lines > li[id^='line-']")].at(-1);
  let line = newestLine()?.id;
  for (const kind of ["htmx:oobAfterSwap", "htmx:afterSwap"])
    document.addEventListener(kind, () => {
      const newest = newestLine();
      if (newest && newest.id !== line && newest.querySelector(".line-acts")) sound("message");
      line = newest?.id;
    });

  // --- The switch, in the menu and in the settings, and the volume.
  const box = document.querySelector("[data-sound-switch]");
  const slider = document.querySelector("[data-volume]");
  const show = () => {
    if (box) box.checked = wanted();
    if (slider) [slider.value, slider.disabled] = [volume, !wanted()];
  };
  const turn = (state) => {
    root.dataset.sound = state;
    keep("sound", state);
    show();
    sound("turn");
  };
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-sound-toggle]")) turn(wanted() ? "off" : "on");
  });
  box?.addEventListener("change", () => turn(box.checked ? "on" : "off"));
  slider?.addEventListener("change", () => {
    volume = Number(slider.value);
    keep("volume", volume);
    sound("card");
  });
  show();
})();
