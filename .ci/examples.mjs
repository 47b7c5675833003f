// Checks the examples for Kubernetes and Jenkins; see the script .ci/examples.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';

const require = createRequire(import.meta.url);
const { Job } = require('kubernetes-models/batch/v1');
const yaml = require('js-yaml');

const folder = process.argv[2];

function jobs(text) {
  for (const document of yaml.loadAll(text)) new Job(document).validate();
}

await Parser.init();
const groovy = new Parser();
groovy.setLanguage(await Language.load(require.resolve('tree-sitter-groovy/tree-sitter-groovy.wasm')));

function pipeline(text) {
  if (groovy.parse(text).rootNode.hasError) throw new Error('this is no Groovy');
}

function read(name, judge, bend) {
  const text = readFileSync(join(folder, name), 'utf8');
  judge(text);
  let refused = false;
  try {
    judge(bend(text));
  } catch {
    refused = true;
  }
  if (!refused) throw new Error(`${name}: it is taken although it was bent`);
}

read('kubernetes.yaml', jobs, (text) => text.replace('backoffLimit: 0', 'backoffLimit: none'));
read('Jenkinsfile', pipeline, (text) => text.replace(/}\s*$/, ''));
