// Sounds of the table: short, quiet, made here. Off until asked for; kept on this device.
(() => {
  const root = document.documentElement;
  let context = null;
  const wanted = () => root.dataset.sound === "on";
  const keep = (state) => {
    root.dataset.sound = state;
    try {
      localStorage.setItem("sound", state);
    } catch {
      // It holds for this page.
    }
  };
  try {
    root.dataset.sound = localStorage.getItem("sound") === "on" ? "on" : "off";
  } catch {
    root.dataset.sound = "off";
  }

  // One voice: a tone, or a breath of noise, that fades.
  const voice = (source, at, length, loud) => {
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + length);
  };
  const tone = (pitch, after, length, loud = 0.08) => {
    const source = context.createOscillator();
    source.type = "triangle";
    source.frequency.value = pitch;
    voice(source, context.currentTime + after, length, loud);
  };
  const rustle = () => {
    const source = context.createBufferSource();
    source.buffer = context.createBuffer(1, context.sampleRate * 0.09, context.sampleRate);
    const samples = source.buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
    voice(source, context.currentTime, 0.09, 0.07);
  };
  const SOUNDS = {
    card: rustle,
    turn: () => [tone(523, 0.12, 0.22), tone(784, 0.24, 0.3)],
    low: () => [tone(988, 0, 0.09), tone(988, 0.16, 0.09)],
    blow: () => [tone(147, 0, 0.12, 0.1), tone(98, 0.05, 0.18, 0.08), rustle()],
    carnage: () => [...[98, 123, 147, 196].map((pitch, n) => tone(pitch, n * 0.09, 0.9 - n * 0.1)), tone(392, 0.4, 0.7), rustle()],
    battle: () => [tone(392, 0, 0.3), tone(494, 0.1, 0.3), tone(587, 0.2, 0.5)],
  };
  // Of several things that happened at once the first of these is heard.
  const FIRST = ["carnage", "battle", "blow", "card"];
  const sound = (name) => {
    if (!wanted()) return;
    context ??= new AudioContext();
    context.resume().then(() => SOUNDS[name]()).catch(() => {});
  };

  let mine = Boolean(document.querySelector("#table.is-mine"));
  document.addEventListener("tavola:news", ({ detail }) => {
    const heard = FIRST.find((name) => detail.sounds.includes(name));
    if (heard) sound(heard);
    if (detail.mine && !mine) sound("turn");
    mine = detail.mine;
  });
  document.addEventListener("tavola:low", () => sound("low"));
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-sound-toggle]")) return;
    keep(wanted() ? "off" : "on");
    sound("turn");
  });
})();
