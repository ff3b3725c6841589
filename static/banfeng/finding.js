// Narrows the list of infractions while one types; without this file the button asks the server.

// What is typed is folded as the words are: no case, no width, one form of each Han character.
function folding(forms) {
  const table = {};
  const characters = [...forms];
  for (let at = 0; at < characters.length; at += 2) table[characters[at]] = characters[at + 1];
  return (text) => [...text.normalize("NFKC").toLowerCase()].map((one) => table[one] ?? one).join("");
}

for (const form of document.querySelectorAll("[data-finding]")) {
  const field = form.querySelector("[name=q]");
  const fold = folding(form.dataset.forms);
  const nothing = form.querySelector("[data-nothing]");
  const narrow = () => {
    const words = fold(field.value).split(/\s+/).filter(Boolean);
    const at = form.querySelector("[name=at]:checked").value;
    let found = 0;
    for (const choice of form.querySelectorAll("[data-words]")) {
      const fits = words.every((word) => choice.dataset.words.includes(word) || choice.dataset.spoken.includes(`\n${word}`)) && (!at || choice.dataset.moments.split(" ").includes(at));
      choice.hidden = !fits;
      if (fits) found += 1;
    }
    nothing.hidden = found > 0;
  };
  form.addEventListener("input", narrow);
}
