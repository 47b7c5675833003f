const http = require('k6/http');
const { check } = require('k6');
const { journey, problems, kept, fill } = require('../journey.js');

exports.options = { vus: 1, iterations: 1, thresholds: { checks: ['rate==1'] } };

exports.default = function () {
  const vars = { storeKey: __ENV.ASSAY_STORE_KEY };
  for (const s of journey) {
    const headers = { ...s.headers, Authorization: `Bearer ${s.token || __ENV.ASSAY_TOKEN}` };
    const body = s.body ? fill(JSON.stringify(s.body), vars) : null;
    const answer = http.request(s.method, __ENV.ASSAY_BASE_URL + fill(s.path, vars), body, { headers });
    const found = problems(s, answer.status, answer.headers['Content-Type'], answer.body);
    check(answer, { [s.name]: () => found.wrong.length === 0 });
    Object.assign(vars, kept(s, found.body));
  }
};
