(function () {
  'use strict';
  var form = document.getElementById('filters');
  if (!form) { return; } // the page of a wrong set-up has no list
  var rows = Array.prototype.slice.call(document.querySelectorAll('details.req'));
  var words = null; // the text of each requirement, read when it is first asked for

  function one(id) { return document.getElementById(id); }
  function say(text) { one('said').textContent = text; }

  function chosen() {
    var outcomes = [];
    form.querySelectorAll('input[name=outcome]:checked').forEach(function (box) { outcomes.push(box.value); });
    return { outcome: outcomes, grade: form.grade.value, scope: form.scope.value, endpoint: form.endpoint.value, q: form.q.value.trim() };
  }

  function textOf(row, i) {
    if (!words) { words = []; }
    if (words[i] === undefined) {
      var parts = [row.dataset.endpoint];
      row.querySelectorAll(':scope > summary, .reason, .why, .about, .check > summary, .failure').forEach(function (e) { parts.push(e.textContent); });
      words[i] = parts.join(' ').toLowerCase();
    }
    return words[i];
  }

  function fits(row, i, f) {
    var d = row.dataset;
    if (f.outcome.length && f.outcome.indexOf(d.outcome) < 0) { return false; }
    if (f.grade && d.grade !== f.grade) { return false; }
    if (f.scope && d.scope !== f.scope) { return false; }
    if (f.endpoint && (d.endpoint || '-') !== f.endpoint) { return false; }
    if (!f.q) { return true; }
    var text = textOf(row, i);
    return f.q.toLowerCase().split(/\s+/).every(function (word) { return text.indexOf(word) >= 0; });
  }

  function apply() {
    var f = chosen(), count = 0;
    rows.forEach(function (row, i) {
      var fit = fits(row, i, f);
      row.hidden = !fit;
      if (fit) { count++; }
    });
    one('nothing').hidden = count > 0 || rows.length === 0;
    one('shown-count').textContent = 'Showing ' + count + ' of ' + rows.length + ' requirements';
  }

  function remember() {
    var f = chosen(), parts = new URLSearchParams();
    if (f.outcome.length) { parts.set('outcome', f.outcome.join(',')); }
    ['grade', 'scope', 'endpoint', 'q'].forEach(function (k) { if (f[k]) { parts.set(k, f[k]); } });
    var text = parts.toString();
    try { history.replaceState(null, '', text ? '#?' + text : '#requirements'); } catch (e) { /* a viewer without history keeps its address */ }
  }

  function recall(query) {
    var parts = new URLSearchParams(query), outcomes = (parts.get('outcome') || '').split(',');
    form.querySelectorAll('input[name=outcome]').forEach(function (box) { box.checked = outcomes.indexOf(box.value) >= 0; });
    ['grade', 'scope', 'endpoint', 'q'].forEach(function (k) { form[k].value = parts.get(k) || ''; });
    apply();
    one('requirements').scrollIntoView();
  }

  function reveal(id) {
    var e = one(id);
    if (!e) { return; }
    for (var up = e; up; up = up.parentElement) {
      if (up.tagName === 'DETAILS') { up.open = true; }
      if (up.hidden) { form.reset(); apply(); }
    }
    e.scrollIntoView();
    var summary = e.tagName === 'DETAILS' && e.querySelector('summary');
    if (summary) { afterKey(function () { summary.focus({ preventScroll: true }); }); }
  }

  // A key that is still down would act on what gets the focus, too: Enter on a link
  // would open what it leads to, and close it again.
  var held = false, waiting = null;
  function afterKey(act) { if (held) { waiting = act; } else { act(); } }
  function released() {
    held = false;
    if (waiting) { waiting(); waiting = null; }
  }

  function follow() {
    var hash = location.hash.slice(1);
    if (!hash) { return; }
    if (hash.charAt(0) === '?') { recall(hash.slice(1)); return; }
    try { hash = decodeURIComponent(hash); } catch (e) { /* not encoded: an id as it is */ }
    reveal(hash);
  }

  function copyText(text, done) {
    function older() {
      var area = document.createElement('textarea');
      area.value = text;
      area.setAttribute('readonly', '');
      area.className = 'unseen';
      document.body.appendChild(area);
      area.select();
      var fine = document.execCommand('copy');
      area.remove();
      done(fine);
    }
    if (!navigator.clipboard) { older(); return; }
    navigator.clipboard.writeText(text).then(function () { done(true); }, older);
  }

  function copy(button) {
    copyText(button.parentElement.querySelector('pre').textContent, function (fine) {
      button.textContent = fine ? 'Copied' : 'Select and copy';
      say(fine ? 'The command was copied.' : 'The command could not be copied.');
      setTimeout(function () { button.textContent = 'Copy'; }, 2000);
      button.focus();
    });
  }

  function changed() { apply(); remember(); }

  // The matrix: one grouping at a time, and what a square stands for, in words.
  function group() {
    var chosen = document.querySelector('input[name=matrix]:checked');
    if (!chosen) { return; }
    document.querySelectorAll('table.matrix').forEach(function (table) {
      table.hidden = table.id !== chosen.value;
      table.classList.toggle('chosen', table.id === chosen.value);
    });
  }

  function tellCell(e) {
    var cell = e.target.closest && e.target.closest('a.cell');
    if (cell) { one('cell-says').textContent = cell.querySelector('.unseen').textContent; }
  }

  document.documentElement.classList.add('scripted');
  if (one('cell-says')) {
    one('cell-says').hidden = false;
    one('matrix').addEventListener('change', group);
    one('matrix').addEventListener('focusin', tellCell);
    one('matrix').addEventListener('pointerover', tellCell);
    group();
  }
  form.hidden = false;
  form.addEventListener('input', changed);
  form.addEventListener('reset', function () { setTimeout(changed, 0); });
  form.addEventListener('submit', function (e) { e.preventDefault(); });
  one('open-failed').addEventListener('click', function () {
    rows.forEach(function (row) { if (row.dataset.outcome === 'failed' && !row.hidden) { row.open = true; } });
  });
  one('close-all').addEventListener('click', function () { rows.forEach(function (row) { row.open = false; }); });
  document.querySelectorAll('button.copy').forEach(function (b) { b.hidden = false; });
  document.addEventListener('click', function (e) {
    var button = e.target.closest('button.copy');
    if (button) { copy(button); return; }
    var link = e.target.closest('a[href^="#"]');
    if (link && link.getAttribute('href') === location.hash) { follow(); }
  });
  document.addEventListener('keyup', released);
  window.addEventListener('blur', released);
  document.addEventListener('keydown', function (e) {
    held = true;
    var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
    if (e.key === '/' && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) { e.preventDefault(); form.q.focus(); }
    if (e.key === 'Escape' && e.target === form.q && form.q.value) { form.q.value = ''; changed(); }
  });
  window.addEventListener('hashchange', follow);
  window.addEventListener('load', function () { setTimeout(follow, 0); }); // after the browser's own jump, which takes the focus
  window.addEventListener('beforeprint', function () {
    rows.forEach(function (row) { if (row.dataset.outcome === 'failed') { row.open = true; } });
  });
  apply();
}());
