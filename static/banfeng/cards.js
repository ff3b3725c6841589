// Picking cards for a trick: a press adds to the chosen line, which is drawn anew; without this file the server adds it.

const form = document.querySelector("[data-trick]");

const known = {};

for (const key of form.querySelectorAll("button[name=card]")) {
  const card = key.querySelector(".card");
  if (card) known[key.value] = card;
  // From here on a press is no longer a part of what is sent.
  key.type = "button";
  key.dataset.card = key.value;
  key.removeAttribute("name");
}

function draw(field) {
  const shown = form.querySelector(`[data-cards="${field.name}"]`);
  const cards = field.value.toUpperCase().split(/[\s,]+/).filter((code) => code in known);
  const line = document.createElement("span");
  line.className = "cards";
  line.append(...cards.map((code) => known[code].cloneNode(true)));
  shown.replaceChildren(...(cards.length ? [line] : []));
}

form.addEventListener("click", (event) => {
  const key = event.target.closest("button[data-card]");
  if (!key) return;
  const field = form.elements[form.elements.at.value];
  const codes = field.value.split(/[\s,]+/).filter(Boolean);
  if (key.dataset.card === "erase") codes.pop();
  else codes.push(key.dataset.card);
  field.value = codes.join(" ");
  draw(field);
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

form.addEventListener("input", (event) => {
  if (event.target.matches(".trick__typed")) draw(event.target);
});

form.addEventListener("focusin", (event) => {
  if (!event.target.matches(".trick__typed")) return;
  form.querySelector(`input[name=at][value="${event.target.name}"]`).checked = true;
});
