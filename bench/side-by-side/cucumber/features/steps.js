const assert = require('node:assert');
const { When, Then } = require('@cucumber/cucumber');
const { journey, problems, kept, fill } = require('../../journey.js');

const vars = { storeKey: process.env.ASSAY_STORE_KEY };

When('the store makes the call {string}', async function (name) {
  const s = journey.find((s) => s.name === name);
  const answer = await fetch(process.env.ASSAY_BASE_URL + fill(s.path, vars), {
    method: s.method,
    headers: { ...s.headers, Authorization: `Bearer ${s.token || process.env.ASSAY_TOKEN}` },
    body: s.body && fill(JSON.stringify(s.body), vars),
  });
  this.found = problems(s, answer.status, answer.headers.get('content-type'), await answer.text());
  Object.assign(vars, kept(s, this.found.body));
});

Then('the answer is as documented', function () {
  assert.deepStrictEqual(this.found.wrong, []);
});
