#!/usr/bin/env node
// Stands in for sd-server where only its life matters: answers the list of models, and ends, hangs or grows as told by
// `--on-start exit|mute`. Prints lines on request of its starter: `--print N`.
import { createServer } from 'node:http';

const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const has = (name) => process.argv.includes(name);
if (has('--print')) for (let line = 1; line <= Number(option('--print')); line += 1) console.log(`line ${line}`);
if (option('--on-start') === 'exit' && has('--on-start')) {
  console.error('cannot load the model');
  process.exit(3);
}
const ballast = has('--grow') ? Buffer.alloc(Number(option('--grow')), 1) : undefined;
createServer((request, response) => {
  if (has('--on-start') && option('--on-start') === 'mute') return;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: [{ id: 'small', held: ballast?.length ?? 0 }] }));
}).listen(Number(option('--listen-port')), option('--listen-ip'));
