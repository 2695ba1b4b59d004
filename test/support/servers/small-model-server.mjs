#!/usr/bin/env node
// Stands in for sd-server where only its life and the wire matter: takes its options, reads its weights, lists one
// model and answers text to image of AUTOMATIC1111's API with an image of two colours. Ends, hangs or grows as told by
// `--on-start exit|mute` and `--grow BYTES`; prints `--print N` lines.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
for (let line = 1; line <= Number(option('--print') ?? 0); line += 1) console.log(`line ${line}`);
const weights = option('--model');
if (option('--on-start') === 'exit' || (weights !== undefined && readFileSync(weights).length === 0)) {
  console.error('cannot load the model');
  process.exit(3);
}
const ballast = Buffer.alloc(Number(option('--grow') ?? 0), 1);
const title = basename(weights ?? 'small').replace(/\.\w+$/, '');

async function answer(request) {
  if (request.url === '/v1/models') return { data: [{ id: 'sd-cpp-local', held: ballast.length }] };
  if (request.url === '/sdapi/v1/sd-models') return [{ title, model_name: title }];
  if (request.url !== '/sdapi/v1/txt2img') return undefined;
  const { width, height } = JSON.parse(await text(request));
  const image = sharp({ create: { width, height, channels: 3, background: '#3070b0' } }).composite([
    { input: { create: { width, height: height / 4, channels: 3, background: '#ffffff' } }, gravity: 'south' },
  ]);
  return { images: [(await image.png().toBuffer()).toString('base64')], info: '' };
}

createServer(async (request, response) => {
  if (option('--on-start') === 'mute') return;
  const body = await answer(request);
  response
    .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(body ?? {}));
}).listen(Number(option('--listen-port')), option('--listen-ip'));
