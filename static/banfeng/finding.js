// Narrows the list of infractions while one types; without this file the button asks the server.

for (const form of document.querySelectorAll("[data-finding]")) {
  const field = form.querySelector("[name=q]");
  const nothing = form.querySelector("[data-nothing]");
  const narrow = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const at = form.querySelector("[name=at]:checked").value;
    let found = 0;
    for (const choice of form.querySelectorAll("[data-words]")) {
      const fits = words.every((word) => choice.dataset.words.includes(word)) && (!at || choice.dataset.moments.split(" ").includes(at));
      choice.hidden = !fits;
      if (fits) found += 1;
    }
    nothing.hidden = found > 0;
  };
  form.addEventListener("input", narrow);
}
