// Reads ctrf.json and messages.ndjson of a report as other tools do, and renders messages.ndjson.
import assert from 'node:assert/strict';
import {createReadStream, createWriteStream, readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import formatter from '@cucumber/html-formatter';
import * as ctrf from 'ctrf';

const [report, page] = process.argv.slice(2);

const tests = JSON.parse(readFileSync(`${report}/ctrf.json`, 'utf8'));
const checked = ctrf.validate(tests);
assert.ok(checked === true || checked.valid, JSON.stringify(checked).slice(0, 1000));
assert.ok(!ctrf.isValid({...tests, reportFormat: 'JUnit'}), 'a validator that takes everything would prove nothing');

async function* envelopes(file) {
  for await (const line of createInterface({input: createReadStream(file)})) yield JSON.parse(line);
}
const Formatter = formatter.CucumberHtmlStream ?? formatter.default ?? formatter;
await pipeline(Readable.from(envelopes(`${report}/messages.ndjson`)), new Formatter(), createWriteStream(page));
