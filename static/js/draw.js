// The page of a draw: the first pair that is pressed is only marked here, the second one sends both; or one is dragged
// onto the other. The server marks and swaps as well without any of this.
(() => {
  const form = document.getElementById("swap");
  if (!form) return;
  const first = form.elements.first;
  const status = document.querySelector("[data-swap-status]");
  const pairs = [...document.querySelectorAll("button.pair")];

  const mark = (entry) => {
    first.value = entry;
    for (const pair of pairs) pair.setAttribute("aria-pressed", String(pair.value === entry));
    const marked = pairs.find((pair) => pair.value === entry);
    const said = marked ? status.dataset.marked.replace("{pair}", marked.textContent.trim()) : status.dataset.idle;
    if (status.textContent !== said) status.textContent = said;
  };
  const isOther = (pair) => first.value && first.value !== pair.value;

  for (const pair of pairs) {
    pair.addEventListener("click", (event) => {
      if (isOther(pair)) return;
      event.preventDefault();
      mark(first.value ? "" : pair.value);
    });

    const place = pair.closest(".place");
    place.draggable = true;
    place.addEventListener("dragstart", (event) => {
      event.dataTransfer.setData("text/plain", pair.textContent.trim());
      event.dataTransfer.effectAllowed = "move";
      mark(pair.value);
    });
    place.addEventListener("dragover", (event) => {
      if (!isOther(pair)) return;
      event.preventDefault();
      place.classList.add("onto");
    });
    place.addEventListener("dragleave", () => place.classList.remove("onto"));
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      place.classList.remove("onto");
      if (isOther(pair)) pair.click();
    });
    place.addEventListener("dragend", () => mark(""));
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && first.value) mark("");
  });

  // The tables ticked to be kept stay ticked: their boxes belong to the other form.
  form.addEventListener("formdata", (event) => {
    event.formData.delete("keep");
    for (const box of document.querySelectorAll("[name=keep]:checked")) event.formData.append("keep", box.value);
  });

  // A page that comes out of the browser's memory marks what it shows.
  addEventListener("pageshow", () => mark(pairs.find((pair) => pair.getAttribute("aria-pressed") === "true")?.value ?? ""));
})();
