// One pad of keys for both open ends: two taps, in a fish one, since both ends show the same number. The choices of the
// page carry what is pressed; without this script they are pressed themselves.
(() => {
  const take = (part) => {
    const form = part.closest("form");
    const keys = [...part.querySelectorAll("[data-half]")];
    const isFish = () => form.querySelector("[name=ending]:checked")?.value === "fish";
    const chosen = (name) => part.querySelector(`[name="${name}"]:checked`)?.value ?? "";

    const choose = (name, half) => {
      for (const choice of part.querySelectorAll(`[name="${name}"]`)) choice.checked = choice.value === half;
    };

    const press = (half) => {
      if (!isFish() && chosen("end_1") && !chosen("end_2")) choose("end_2", half);
      else {
        choose("end_1", half);
        choose("end_2", "");
      }
    };

    const clear = () => {
      if (chosen("end_2")) choose("end_2", "");
      else choose("end_1", "");
    };

    const show = () => {
      const ends = [chosen("end_1"), isFish() ? chosen("end_1") : chosen("end_2")];
      for (const key of keys) {
        const times = ends.filter((half) => half === key.dataset.half).length;
        key.setAttribute("aria-pressed", String(times > 0));
        key.querySelector("[data-twice]").hidden = times < 2;
      }
    };

    part.addEventListener("click", ({ target }) => {
      const key = target.closest("[data-half], [data-clear]");
      if (!key) return;
      if (key.dataset.half) press(key.dataset.half);
      else clear();
      part.removeAttribute("data-at");
      form.dispatchEvent(new Event("input", { bubbles: true }));
    });
    form.addEventListener("deal:fit", show);
    part.querySelector("[data-ends-pad]").hidden = false;
    part.classList.add("by-pad");
  };

  for (const part of document.querySelectorAll("[data-ends]")) take(part);
})();
