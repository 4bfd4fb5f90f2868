// The page of the shield: a choice shows at once, in the shield above and in all other choices.
(() => {
  const form = document.getElementById("shield-form");
  const drawn = (input) => input.parentElement.querySelector("svg");
  form.addEventListener("change", () => {
    const chosen = (part) => drawn(form.querySelector(`[name=${part}]:checked`));
    const division = chosen("division").querySelector(".division");
    const charge = chosen("charge").querySelector("path:last-child");
    const tincture = chosen("tincture").getAttribute("class");
    const draw = (svg, parts, css) => {
      svg.setAttribute("class", css);
      svg.replaceChildren(...parts.filter(Boolean).map((part) => part.cloneNode()));
    };
    const own = (input) => [
      input.name === "division" ? drawn(input).querySelector(".division") : division,
      input.name === "charge" ? drawn(input).querySelector("path:last-child") : charge,
    ];
    for (const input of form.querySelectorAll(".shield-part input"))
      draw(drawn(input), own(input), input.name === "tincture" ? drawn(input).getAttribute("class") : tincture);
    draw(document.querySelector("#shield-now svg"), [division, charge], tincture);
  });
})();
