// Entering a hand by tapping: keeps the fields of notation that are sent, and draws the hand as a rack.

const SETS = { chi: 3, pon: 3, kan: 4, ankan: 4 };
const SUITS = "mpszf";

function parsed(notation) {
  const tiles = [];
  for (const [, numbers, suit, flower] of notation.matchAll(/(?:(\d+)([mpsz]))|(f\d)/g)) {
    if (flower) tiles.push(flower);
    else for (const number of numbers) tiles.push(number + suit);
  }
  return tiles;
}

function suitOf(tile) {
  return tile.startsWith("f") ? "f" : tile[1];
}

function inOrder(tiles) {
  const rank = (tile) => SUITS.indexOf(suitOf(tile)) * 10 + Number(tile.replace(/\D/g, ""));
  return [...tiles].sort((one, other) => rank(one) - rank(other));
}

function setOf(as, tile) {
  if (as !== "chi") return Array(SETS[as]).fill(tile);
  if (suitOf(tile) === "z") return null;
  const first = Math.min(Number(tile[0]), 7);
  return [first, first + 1, first + 2].map((number) => number + tile[1]);
}

class Hand {
  constructor(root) {
    this.root = root;
    this.rack = root.querySelector("[data-rack]");
    this.fields = Object.fromEntries(
      ["concealed", "melds", "flowers", "win"].map((part) => [part, root.querySelector(`[name="${CSS.escape(`${root.dataset.hand}.${part}`)}"]`)]),
    );
    this.keys = Object.fromEntries([...root.querySelectorAll("[data-tile]")].map((key) => [key.dataset.tile, key]));
    this.done = [
      ...this.fields.melds.value.split(/\s+/).filter(Boolean).map((meld) => {
        // The server says what is wrong with what is no meld; here it has no tiles.
        const [as, tiles = ""] = meld.split(":");
        return { as, tiles: parsed(tiles) };
      }),
      ...parsed(this.fields.flowers?.value ?? "").map((tile) => ({ as: "flower", tiles: [tile] })),
      ...[...parsed(this.fields.concealed.value), ...parsed(this.fields.win.value)].map((tile) => ({ as: "hand", tiles: [tile] })),
    ];
    root.addEventListener("click", (event) => this.press(event));
    this.draw();
  }

  of(as) {
    return this.done.filter((one) => one.as === as).flatMap((one) => one.tiles);
  }

  press(event) {
    if (event.target.closest("[data-clear]")) this.done = [];
    else {
      const key = event.target.closest("[data-tile]");
      if (!key) return;
      if (key.dataset.tile === "erase") this.done.pop();
      else this.add(key.dataset.tile);
    }
    this.draw();
    this.write();
  }

  add(tile) {
    const chosen = this.root.querySelector('input[name$="-as"]:checked');
    const as = suitOf(tile) === "f" ? "flower" : chosen.value;
    const tiles = as in SETS ? setOf(as, tile) : [tile];
    if (!tiles || tiles.some((one) => this.left(one) < tiles.filter((other) => other === one).length)) return;
    this.done.push({ as, tiles });
    if (as in SETS) this.root.querySelector('input[name$="-as"][value="hand"]').checked = true;
  }

  left(tile) {
    return (suitOf(tile) === "f" ? 1 : 4) - this.done.flatMap((one) => one.tiles).filter((one) => one === tile).length;
  }

  write() {
    const hand = this.of("hand");
    this.fields.win.value = hand.at(-1) ?? "";
    this.fields.concealed.value = inOrder(hand.slice(0, -1)).join("");
    // A game without flowers has neither their keys nor their field.
    if (this.fields.flowers) this.fields.flowers.value = this.of("flower").join("");
    this.fields.melds.value = this.done.filter((one) => one.as in SETS).map((one) => `${one.as}:${one.tiles.join("")}`).join(" ");
    this.fields.concealed.dispatchEvent(new Event("input", { bubbles: true }));
  }

  draw() {
    const hand = this.of("hand");
    const concealed = inOrder(hand.slice(0, -1));
    const sets = this.done.filter((one) => one.as in SETS).map((one) => (one.as === "ankan" ? ["back", ...one.tiles.slice(1, -1), "back"] : one.tiles));
    const suits = [...SUITS].map((suit) => concealed.filter((tile) => suitOf(tile) === suit)).filter((tiles) => tiles.length);
    const drawn = [...suits, ...sets].map((tiles) => this.set(tiles));
    if (hand.length) drawn.push(this.set(hand.slice(-1), "rack__set rack__win"));
    if (this.of("flower").length) drawn.push(this.set(this.of("flower")));
    this.rack.replaceChildren(...drawn);
    for (const [tile, key] of Object.entries(this.keys)) {
      if (tile === "erase") continue;
      const left = this.left(tile);
      key.disabled = left < 1;
      key.setAttribute("aria-label", key.getAttribute("aria-label").replace(/\d+(?=\D*$)/, left));
      key.querySelectorAll(".key__left i").forEach((dot, index) => dot.classList.toggle("on", index < left));
    }
  }

  set(tiles, name = "rack__set") {
    const set = document.createElement("span");
    set.className = name;
    for (const tile of tiles) {
      const picture = (this.keys[tile] ?? Object.values(this.keys)[0]).querySelector("svg").cloneNode(true);
      const use = picture.querySelector("use");
      use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#t-${tile}`));
      picture.removeAttribute("aria-hidden");
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", this.keys[tile]?.getAttribute("aria-label").replace(/[,，][^,，]*$/, "") ?? "");
      set.append(picture);
    }
    return set;
  }
}

for (const root of document.querySelectorAll("[data-hand]")) {
  const typed = root.querySelector("[data-typed]");
  typed.hidden = !typed.querySelector(".field__error");
  root.querySelector("[data-tapped]").hidden = false;
  new Hand(root);
}
