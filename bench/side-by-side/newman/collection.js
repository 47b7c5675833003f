// Writes the journey as a Postman collection. Postman's scripts cannot read another file, so the
// collection contains the whole journey.
const fs = require('fs');
const path = require('path');
const { journey } = require('../journey.js');

const source = fs.readFileSync(path.join(__dirname, '../journey.js'), 'utf8');
const judge = `const module = {};
${source}
const s = journey.find((s) => s.name === pm.info.requestName);
const told = problems(s, pm.response.code, pm.response.headers.get('Content-Type'), pm.response.text());
pm.test(s.name, () => pm.expect(told.wrong).to.be.empty);
Object.entries(kept(s, told.body)).forEach(([name, value]) => pm.collectionVariables.set(name, value));`;

const collection = {
  info: { name: 'journey', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  event: [{ listen: 'test', script: { type: 'text/javascript', exec: judge.split('\n') } }],
  item: journey.map((s) => ({
    name: s.name,
    request: {
      method: s.method,
      url: '{{baseUrl}}' + s.path,
      header: Object.entries({ ...s.headers, Authorization: `Bearer ${s.token || '{{token}}'}` }).map(([key, value]) => ({ key, value })),
      body: s.body && { mode: 'raw', raw: JSON.stringify(s.body) },
    },
  })),
};
process.stdout.write(JSON.stringify(collection, null, 2));
