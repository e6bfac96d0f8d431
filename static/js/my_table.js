// A phone that has opened its own table once knows it: every link to “my table” leads there from then on.
(() => {
  const KEY = "my-table:";

  // A browser may refuse storage; then the link leads to the question for the number.
  const storage = (use) => {
    try {
      return use(localStorage);
    } catch {
      return null;
    }
  };

  const mine = document.querySelector("[data-mine]");
  if (mine) storage((kept) => kept.setItem(KEY + mine.dataset.mine, mine.dataset.number));

  const lead = () => {
    for (const link of document.querySelectorAll("a[data-my-table]")) {
      const where = link.dataset.myTable;
      const number = storage((kept) => kept.getItem(KEY + where));
      if (/^\d+$/.test(number ?? "")) link.href = `${where}${number}/`;
    }
  };

  lead();
  document.addEventListener("live:changed", lead);
})();
