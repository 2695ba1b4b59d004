// Search, filters and pages of one person's library of 50,000 creations on the embedded stores, over HTTP: with one
// client without pauses, as one person types, and with ten at once. `npm run bench library 10000` uses fewer.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { libraryTerms, TERMS_VERSION } from '../../dist/creation/library/terms.js';
import { openEmbeddedStores } from '../../dist/platform/data-folder/embedded.js';
import { derivedId } from '../../dist/kernel/ids.js';
import { LOOKS, mixed, pick, promptOf, RARE, THINGS } from './made-prompts.mjs';
import { percentile, residentMiB, row, startServer, visitor } from './support.mjs';

const CREATIONS = Number(process.argv[2] ?? 50_000);
const REQUESTS = 300;
const AT_ONCE = 500;
const HOUR_MS = 3_600_000;
const NOW = Date.now();

/** A finished creation; one an hour, so that 50,000 are of nearly six years. */
function taskOf(n, owner) {
  const id = derivedId('bench creation', String(n));
  const at = NOW - n * HOUR_MS;
  const held = { hash: 'a'.repeat(64), reference: `task:${id}:0:1`, bytes: 1_000 };
  const task = {
    id,
    owner,
    payer: owner,
    fingerprint: 'f',
    input: { prompt: promptOf(n), negativePrompt: '', model: 'preview', count: 1, seed: 7 },
    params: { procedure: 'text2Image.create', style: 'natural', aspect: '4:3' },
    sources: [],
    media: 'image',
    seconds: 0,
    width: 1_024,
    height: 768,
    price: { amount: 3, base: 1, perOutput: 2, version: 1 },
    eligibility: 'any',
    lane: 'free',
    marked: false,
    parallel: 1,
    createdAt: at,
    changedAt: at,
    deadlineAt: at,
    hidden: false,
    attempt: 1,
    lost: 0,
    outputs: [{ ...held, state: 'ready', seed: 7, type: 'image/png', width: 1_024, height: 768 }],
    startedAt: at,
    finishedAt: at,
    settlement: { state: 'settled', captured: 3, at },
    unsureHold: false,
    status: 'succeeded',
    ...(mixed(n, 9) % 20 === 0 ? { isFavourite: true } : {}),
    ...(mixed(n, 10) % 10 === 0 ? { rating: 1 + (n % 5), tags: ['sea side'] } : {}),
  };
  return { ...task, upkeep: 'none', terms: libraryTerms(task), termsVersion: TERMS_VERSION };
}

async function seed(dataDir, owner) {
  const stores = await openEmbeddedStores({ dataDir, clock: { now: () => NOW } });
  for (let from = 0; from < CREATIONS; from += AT_ONCE) {
    const tasks = Array.from({ length: Math.min(AT_ONCE, CREATIONS - from) }, (_, n) => taskOf(from + n, owner));
    await stores.documents.carryIn(
      'tasks',
      tasks.map((task) => ({ id: task.id, version: 1, document: task, outbox: [] })),
    );
  }
  await stores.close();
}

/** Milliseconds of each request, sent by some clients, each one after the other. */
async function load(call, inputOf, clients) {
  const samples = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let nth = 0; nth < REQUESTS / clients; nth += 1) {
        const input = encodeURIComponent(JSON.stringify(inputOf(client * REQUESTS + nth)));
        const started = performance.now();
        const answer = await call(`/api/trpc/task.list?input=${input}`);
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`refused with ${answer.status}`);
        samples.push(performance.now() - started);
      }
    }),
  );
  return samples;
}

const dataDir = await mkdtemp(join(tmpdir(), 'kinora-library-'));
const deviceId = randomUUID();
const env = { DATA_DIR: dataDir, ROLES: 'api,projector' };
try {
  const first = await startServer(env);
  const { user } = await (await (await visitor(first.url, deviceId))('/api/auth/session')).json();
  const closed = first.stop();
  await closed;
  const before = performance.now();
  await seed(dataDir, user.id);
  row(`${CREATIONS} creations stored`, { s: (performance.now() - before) / 1_000 });
  const server = await startServer(env);
  row('the server builds its indexes and starts', { s: server.readyMs / 1_000, MiB: await residentMiB(server.pid) });
  const call = await visitor(server.url, deviceId);
  const kinds = {
    'the first page': () => ({}),
    'oldest first': () => ({ order: 'oldest' }),
    'one frequent word': (n) => ({ filter: { text: pick(THINGS, n) } }),
    'two words': (n) => ({ filter: { text: `${pick(LOOKS, n)} ${pick(THINGS, mixed(n, 7))}` } }),
    'a rare word': (n) => ({ filter: { text: `study ${mixed(n, 8) % RARE}` } }),
    'a mistyped word': (n) => ({ filter: { text: `${pick(THINGS, n)}x` } }),
    favourites: () => ({ filter: { isFavourite: true } }),
    'a word, a tag, a rating and a year': (n) => ({
      filter: { text: pick(THINGS, n), tag: 'sea side', minRating: 3, from: NOW - (n % 5) * 8_760 * HOUR_MS },
    }),
  };
  for (const [name, inputOf] of Object.entries(kinds)) {
    await load(call, inputOf, 1);
    for (const clients of [1, 10]) {
      const samples = await load(call, inputOf, clients);
      row(
        `${name}, ${clients === 1 ? 'one client' : `${clients} clients`}`,
        { 'p50 ms': percentile(samples, 0.5), 'p99 ms': percentile(samples, 0.99), load: loadavg()[0] },
        'p99 <= 50 ms',
      );
    }
  }
  await server.stop();
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
