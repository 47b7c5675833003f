"use strict";
(() => {
  const table = document.getElementById("matrix");
  if (!table) return;
  const { reasons, cells } = JSON.parse(document.getElementById("data").textContent);
  const why = document.getElementById("why"), find = document.getElementById("find"), open = document.getElementById("open");
  const columns = [...table.tHead.rows[0].cells].slice(1).map((cell) => cell.textContent);
  const rows = [...table.tBodies[0].rows];
  const el = (name, text) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    return made;
  };

  function explain(i, j) {
    const list = (cells[i][j] || []).map((n) => reasons[n]);
    why.replaceChildren(el("h2", columns[j] + " with " + rows[i].cells[0].textContent));
    if (list.length === 0) why.append(el("p", "All entries agree."));
    for (const r of list) {
      const one = el("dl");
      one.className = r.answer;
      for (const [name, text] of [["Entry", r.title + (r.endpoint ? " (" + r.endpoint + ")" : "")], ["Agrees", r.answer], ["Partner", r.partner], ["Server", r.server], ["To know", r.remedy]]) {
        if (text) one.append(el("dt", name), el("dd", text));
      }
      why.append(one);
    }
    why.hidden = false;
    why.focus();
  }

  table.tBodies[0].addEventListener("click", (event) => {
    const cell = event.target.closest("td");
    if (cell) explain(cell.parentNode.sectionRowIndex, cell.cellIndex - 1);
  });

  function filter() {
    const wanted = find.value.trim().toLowerCase();
    const has = (text) => text.toLowerCase().includes(wanted);
    const names = rows.map((row) => row.cells[0].textContent);
    const byRow = names.some(has), byColumn = columns.some(has);
    rows.forEach((row, i) => {
      const shown = wanted === "" || !byRow && byColumn || has(names[i]);
      row.hidden = !shown || open.checked && cells[i].every((list) => list.length === 0);
    });
    columns.forEach((name, j) => {
      const shown = wanted === "" || !byColumn || has(name);
      for (const row of table.rows) row.cells[j + 1].hidden = !shown;
    });
  }
  find.addEventListener("input", filter);
  open.addEventListener("change", filter);
})();
