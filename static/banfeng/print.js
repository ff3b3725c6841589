// Buttons that open the browser's print dialog; without this file the browser's own menu does it.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
