// `npm run bench held-out` fetches 200 photographs (`photographs.mjs`), checks each before the hold, runs the tools of
// `tools.mjs` on a share of them, and prints how many were refused, released and delivered. The results and a contact
// sheet of each tool stay in test/.output/held-out: whether a result is acceptable is judged by eye.
// `npm run bench held-out -- 'face swap'` runs one tool.
import { fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { row } from '../support.mjs';
import { PACKAGES, photographs } from './photographs.mjs';
import { TOOLS } from './tools.mjs';

const OUT = fileURLToPath(new URL('../../.output/held-out/', import.meta.url));
const SHEET = { columns: 10, cell: 200, max: 80 };
/** More children wait for memory, not for cores. */
const CHILDREN = Math.min(2, availableParallelism());

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const tools = TOOLS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const unknown = wanted.filter((name) => !TOOLS.some((tool) => tool.name === name));
if (unknown.length > 0) {
  console.error(`no such tool: ${unknown.join(', ')}; there are ${TOOLS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const photos = photographs();
console.log(
  `${photos.length} photographs of ${PACKAGES.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`,
);
if (wanted.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

/** Runs questions in child processes, each of which holds its own networks. @returns the answers, in order */
async function answers(questions) {
  const found = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: CHILDREN }, async () => {
      const child = fork(fileURLToPath(new URL('./make.mjs', import.meta.url)));
      while (next < questions.length) {
        const index = next;
        next += 1;
        child.send(questions[index]);
        found[index] = await new Promise((resolve, reject) => {
          child.once('message', resolve);
          child.once('exit', (code) => reject(new Error(`a child ended with ${code}`)));
        });
        child.removeAllListeners('exit');
      }
      child.disconnect();
    }),
  );
  return found;
}

const counted = (list) => {
  const counts = {};
  for (const one of list) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
};

/** The photographs that a tool is tried on. */
const triedBy = ({ every, only }) =>
  photos.filter(({ name }, index) => (only === undefined ? index % every === 0 : only.test(name)));

// Every photograph as each kind of source; only those that are tried where tools are named.
const NEEDS = [...new Set(tools.flatMap(({ needs = {} }) => Object.values(needs)))].filter(
  (need) => need !== 'garment',
);
const refusals = new Map();
for (const need of NEEDS) {
  const users = tools.filter(({ needs = {} }) => Object.values(needs).includes(need));
  const paths = wanted.length === 0 ? photos : [...new Set(users.flatMap(triedBy))];
  const list = await answers(paths.map(({ path }) => ({ kind: 'inspect', path, need })));
  refusals.set(need, new Map(paths.map(({ path }, index) => [path, list[index].reason])));
  const reasons = list.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  row(`as ${need}`, { photographs: list.length, refused: reasons.length, ...counted(reasons) });
}

/** The next photograph after this one that has a single face of enough pixels. */
function faceAfter(index) {
  for (let step = 1; step < photos.length; step += 1) {
    const { path } = photos[(index + step * 3) % photos.length];
    if (refusals.get('own-face').has(path) && refusals.get('own-face').get(path) === undefined) return path;
  }
  return undefined;
}

async function sheet(name, made) {
  const { columns, cell, max } = SHEET;
  const shown = made.slice(0, max);
  const tiles = await Promise.all(
    shown.flatMap(({ from, to }, index) =>
      [from, to].map(async (path, side) => ({
        input: await sharp(path)
          .resize(cell, cell, { fit: 'contain', background: '#777' })
          .flatten({ background: '#f0f' })
          .png()
          .toBuffer(),
        left: ((index * 2 + side) % columns) * cell,
        top: Math.floor((index * 2) / columns) * cell,
      })),
    ),
  );
  if (tiles.length === 0) return;
  const height = Math.ceil((shown.length * 2) / columns) * cell;
  await sharp({ create: { width: columns * cell, height, channels: 3, background: '#777' } })
    .composite(tiles)
    .png()
    .toFile(join(OUT, `${name}.png`));
}

for (const tool of tools) {
  const { name, needs = {}, face } = tool;
  const tried = triedBy(tool);
  const outcomes = [];
  const questions = [];
  for (const { path, name: file } of tried) {
    const refused = needs.image === undefined ? undefined : refusals.get(needs.image).get(path);
    const beside = face === true ? faceAfter(photos.findIndex((photo) => photo.path === path)) : undefined;
    if (refused !== undefined) outcomes.push('refused before the hold');
    else
      questions.push({
        kind: 'make',
        tool: name,
        path,
        face: beside,
        out: join(OUT, `${name.replaceAll(/\W+/g, '-')}-${basename(file, '.webp')}.png`),
      });
  }
  const list = await answers(questions);
  outcomes.push(...list.map(({ outcome }) => outcome));
  const seconds = list.reduce((sum, { ms }) => sum + ms / 1_000, 0);
  row(name, { photographs: tried.length, ...counted(outcomes), 's each': seconds / Math.max(1, list.length) });
  for (const [index, { why }] of list.entries())
    if (why !== undefined) console.log(`    ${basename(questions[index].path)}: ${why}`);
  await sheet(
    name.replaceAll(/\W+/g, '-'),
    list.flatMap(({ outcome, from }, index) =>
      outcome === 'delivered' ? [{ from: questions[index].face ?? from, to: questions[index].out }] : [],
    ),
  );
}
console.log(`contact sheets: ${OUT}`);
