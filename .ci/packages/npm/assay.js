#!/usr/bin/env node
// Starts the program of this system, with the same arguments and the same exit code.
'use strict';
const { spawn } = require('node:child_process');

const name = `@credit-partner/assay-${process.platform}-${process.arch}`;

function program() {
  try {
    return require.resolve(`${name}/assay${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    console.error(`assay: ${name} is not installed. Install without --omit=optional, on the system where assay is to run.`);
    process.exit(2);
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal));
}
child.on('error', (error) => {
  console.error(`assay: ${error.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    return;
  }
  process.exit(code);
});
