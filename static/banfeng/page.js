// What every page has: the theme choice, menus that close, and what htmx needs to know about this site.

const root = document.documentElement;

function chosenTheme() {
  return root.dataset.theme ?? "system";
}

function markTheme() {
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === chosenTheme()));
  }
}

function chooseTheme(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Storage is refused: the choice holds for this page.
  }
  markTheme();
}

for (const group of document.querySelectorAll("[data-themes]")) group.hidden = false;
markTheme();

document.addEventListener("click", (event) => {
  const theme = event.target.closest("[data-theme-choice]");
  if (theme) chooseTheme(theme.dataset.themeChoice);
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// Somebody signed out, or in as somebody else, in another tab: nothing on the page is thrown away.
document.addEventListener("htmx:responseError", (event) => {
  const note = document.getElementById("signed-out");
  if (![401, 403].includes(event.detail.xhr.status) || !note) return;
  document.querySelector(".messages").replaceChildren(note.content.cloneNode(true));
});

// The token is read from its cookie for each request: it changes at login, and pages stay free of it.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.verb === "get") return;
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  if (token) event.detail.headers["X-CSRFToken"] = token[1];
});

// So do forms: one that was opened before a login in another tab is sent with the token of now.
document.addEventListener("submit", (event) => {
  const field = event.target.querySelector('input[name="csrfmiddlewaretoken"]');
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
  if (field && token) field.value = token[1];
});

// Whoever logs out leaves nothing to the Back button of a shared phone: browsers keep pages whole for it.
const LEFT = "logged-out";
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-leaves]")) return;
  try {
    localStorage.setItem(LEFT, String(Date.now()));
  } catch {
    // Storage is refused: pages that were kept stay.
  }
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  let left = 0;
  try {
    left = Number(localStorage.getItem(LEFT));
  } catch {
    // Storage is refused.
  }
  if (left < performance.timeOrigin) return;
  root.hidden = true;
  location.replace(location.pathname + location.search);
});

// On a phone the navigation scrolls sideways: the page one is on is in sight.
const here = document.querySelector(".nav [aria-current]");
if (here) {
  const nav = here.parentElement;
  const from = here.getBoundingClientRect().left - nav.getBoundingClientRect().left;
  nav.scrollLeft += from - (nav.clientWidth - here.offsetWidth) / 2;
}

// A file that would be refused for its size is not sent first.
document.addEventListener("change", (event) => {
  const { mostBytes, tooLarge } = event.target.dataset ?? {};
  if (!mostBytes) return;
  const large = [...event.target.files].some((file) => file.size > Number(mostBytes));
  event.target.setCustomValidity(large ? tooLarge : "");
  event.target.reportValidity();
});

// An event nobody has said the time zone of is most likely where its organiser sits.
for (const field of document.querySelectorAll("select[data-own-zone]")) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!field.value && [...field.options].some((option) => option.value === own)) field.value = own;
}
