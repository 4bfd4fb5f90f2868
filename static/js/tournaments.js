// Tournaments: the time to the next round, and the fields of the form that a format has.
"use strict";
{
  const ends = new WeakMap();
  const tick = () => {
    for (const timer of document.querySelectorAll("#tournament [data-seconds]")) {
      const given = timer.dataset.seconds;
      if (ends.get(timer)?.given !== given) ends.set(timer, { given, at: performance.now() + Number(given) * 1000 });
      const left = Math.max(0, Math.round((ends.get(timer).at - performance.now()) / 1000));
      timer.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : timer.dataset.due;
    }
  };
  if (document.getElementById("tournament")) {
    tick();
    setInterval(tick, 1000);
  }
  const form = document.querySelector(".tournament-form");
  if (form) {
    const inRounds = ["swiss", "round_robin", "knockout"];
    const fields = { rounds: ["swiss"], break_seconds: inRounds, round_minutes: inRounds, arena_minutes: ["arena"], minutes: inRounds, same_cards: inRounds };
    const show = () => {
      for (const [name, formats] of Object.entries(fields)) {
        form.querySelector(`[data-field="${name}"]`).hidden = !formats.includes(form.elements.format.value);
      }
    };
    form.elements.format.addEventListener("change", show);
    show();
  }
}
