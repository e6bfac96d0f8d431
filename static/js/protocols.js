// The form of a deal: shows only what the ending asks for, says what would be written, and sends each deal once. The page
// works without it.
(() => {
  const PAUSE = 300;

  // Sixteen random bytes. crypto.randomUUID would need https, which a hall's own network often hasn't.
  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  const chosen = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";

  // Parts that this ending, or this way of writing the hands, doesn't ask for; hidden fields aren't sent.
  const showParts = (form) => {
    const ending = chosen(form, "ending");
    const way = chosen(form, "way") || "pips";
    const isAsked = (part) =>
      (part.dataset.endings?.split(" ").includes(ending) ?? true) && (part.dataset.wayOnly ?? way) === way;
    for (const part of form.querySelectorAll("[data-endings], [data-way-only]")) part.hidden = !isAsked(part);
    for (const field of form.querySelectorAll("[data-endings] input, [data-way-only] input")) {
      field.disabled = Boolean(field.closest("[data-endings][hidden], [data-way-only][hidden]"));
    }
  };

  // Whoever went out by domino holds nothing: his field is 0 and can't be written in.
  const fixOwnHand = (form) => {
    const closer = chosen(form, "ending") === "domino" ? chosen(form, "closer") : "";
    for (const hand of form.querySelectorAll("[data-hand]")) {
      const field = hand.querySelector("[name^=pips_]");
      const out = hand.dataset.hand === closer;
      if (out) field.value = "0";
      else if (hand.dataset.out === "yes") field.value = "";
      hand.dataset.out = out ? "yes" : "no";
      field.readOnly = out;
    }
  };

  const fit = (form) => {
    showParts(form);
    fixOwnHand(form);
    form.dispatchEvent(new Event("deal:fit"));
  };

  // Once it is known who closed, what the others have left comes into view.
  const goOn = (form) => {
    form.addEventListener("change", ({ target }) => {
      if (target.name === "closer") form.querySelector(".hands-row")?.scrollIntoView({ block: "start" });
    });
    // What stands above the main button grows and shrinks: nothing that is scrolled to may end up under it.
    const acts = form.querySelector(".thumb");
    const makeRoom = () => {
      document.documentElement.style.scrollPaddingBottom = `${acts.offsetHeight + 8}px`;
      form.querySelector("[data-at]")?.scrollIntoView({ block: "nearest" });
    };
    if (acts) new ResizeObserver(makeRoom).observe(acts);
  };

  // A question is answered before the deal is sent.
  const askFirst = (form) => {
    form.addEventListener("submit", (event) => {
      const question = form.querySelector("[name=sure]:not(:checked)");
      if (!question) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      question.focus();
      navigator.vibrate?.([50, 50, 50]);
    });
  };

  // What the server says of the deal so far: which entry can't be, and what the main button would write.
  const heed = (form) => {
    for (const marked of form.querySelectorAll("[data-wrong-now]")) marked.removeAttribute("data-wrong-now");
    for (const { dataset } of form.querySelectorAll("#preview [data-field]")) {
      const field = form.querySelector(`[name="${dataset.field}"]`);
      (field?.closest("[data-hand], [data-ends]") ?? field?.closest(".field"))?.setAttribute("data-wrong-now", "");
    }
    const button = form.querySelector("button[data-write]");
    button.dataset.words ??= button.textContent;
    button.textContent = form.querySelector("[data-said]")?.dataset.write ?? button.dataset.words;
  };

  // The server is asked a moment after the last tap; an answer to what has changed since is dropped.
  const preview = (form) => {
    const place = form.querySelector("#preview");
    let waiting = 0;
    let asking = new AbortController();

    const show = (words) => {
      const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
      place.innerHTML = words;
      if (focused) document.getElementById(focused)?.focus();
      heed(form);
    };

    const ask = async () => {
      asking = new AbortController();
      const { signal } = asking;
      try {
        const response = await fetch(form.dataset.preview, { method: "POST", body: new FormData(form), signal });
        // Whoever was logged out is led to a page, not to an answer.
        if (response.ok && !response.redirected) show(await response.text());
      } catch {
        // No network, or the deal has changed meanwhile: the next answer will tell.
      }
    };

    const stop = () => {
      clearTimeout(waiting);
      asking.abort();
    };
    form.addEventListener("input", () => {
      stop();
      waiting = setTimeout(ask, PAUSE);
    });
    form.addEventListener("submit", stop);
  };

  // A second press while the first is on its way does nothing; coming back to the page makes it usable again.
  const sendOnce = (form) => {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = "yes";
      const key = form.elements.namedItem("key");
      if (key && !key.value) key.value = newKey();
    });
    window.addEventListener("pageshow", () => delete form.dataset.sent);
  };

  // A half-written deal outlives the answer to another question on the page: it waits in this tab, for this deal only.
  const keepDraft = (form) => {
    const place = `deal ${location.pathname}`;
    const NOT_KEPT = ["csrfmiddlewaretoken", "as_of", "version", "key"];

    const restore = ({ number, fields }) => {
      if (number !== form.dataset.draft) return;
      for (const [name, value] of fields) {
        for (const field of form.querySelectorAll(`[name="${name}"]:is(:not([type=hidden]), [name^="tiles_"])`)) {
          if (["radio", "checkbox"].includes(field.type)) field.checked = field.value === value;
          else field.value = value;
        }
      }
      form.dispatchEvent(new Event("input"));
    };

    try {
      const kept = JSON.parse(sessionStorage.getItem(place));
      if (kept) restore(kept);
      // Behind deals that wait for the network the page comes to another number later than it opens.
      form.addEventListener("deal:number", () => kept && restore(kept), { once: true });
      form.addEventListener("input", () => {
        const fields = [...new FormData(form)].filter(([name]) => !NOT_KEPT.includes(name));
        sessionStorage.setItem(place, JSON.stringify({ number: form.dataset.draft, fields }));
      });
      form.addEventListener("submit", () => sessionStorage.removeItem(place));
    } catch {
      // Without storage the deal is written anew.
    }
  };

  for (const form of document.querySelectorAll("[data-deal]")) {
    form.addEventListener("input", () => fit(form));
    form.addEventListener("deal:next", () => fit(form));
    if (form.dataset.preview) {
      askFirst(form);
      preview(form);
    }
    if (form.dataset.draft) keepDraft(form);
    fit(form);
    goOn(form);
    sendOnce(form);
  }
  for (const form of document.querySelectorAll("[data-once]")) sendOnce(form);

  // What was refused comes into view.
  const wrong = document.querySelector("main form .message-error, main form .field-wrong:not([hidden] *)");
  if (wrong) {
    wrong.scrollIntoView({ block: "center" });
    wrong.querySelector("input, textarea")?.focus({ preventScroll: true });
  }
})();
