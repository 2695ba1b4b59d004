// Feed, author page and search of Explore over 200,000 listed works on the embedded stores, with 50 clients, beside the
// same clients on a bare HTTP server that returns an answer of the same size: once without a pause between requests,
// which shows the throughput, and once with pauses as of people who scroll. `npm run bench explore 20000` uses fewer.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { derivedId } from '../../dist/kernel/ids.js';
import { newUser } from '../../dist/identity/accounts/user.js';
import { rankOf } from '../../dist/creation/explore/rank.shared.js';
import { termsOf } from '../../dist/creation/explore/search/terms.js';
import { Authors } from '../../dist/creation/publishing/authors.js';
import { openEmbeddedStores } from '../../dist/platform/data-folder/embedded.js';
import { keyFor, loadOrCreateSecret } from '../../dist/platform/data-folder/installation-secret.js';
import { LOOKS, mixed, pick, promptOf, RARE, THINGS } from './made-prompts.mjs';
import { percentile, residentMiB, row, startServer } from './support.mjs';

const WORKS = Number(process.argv[2] ?? 200_000);
const AUTHORS = Math.max(1, Math.floor(WORKS / 100));
const CLIENTS = 50;
/** Requests of a client for each kind: with all kinds fewer than an address may make in a minute. */
const REQUESTS = 30;
/** Requests of a client that pauses, and its pauses: evenly spread around half a second, so 100 requests a second. */
const PACED = { requests: 20, fromMs: 250, overMs: 500 };
const AT_ONCE = 500;
const NOW = Date.now();

function taskOf(n, owner) {
  const id = derivedId('bench task', String(n));
  const at = NOW - n * 1_000;
  const held = { hash: 'a'.repeat(64), reference: `task:${id}:0:1`, bytes: 1_000 };
  const publication = {
    round: 1,
    title: `${pick(LOOKS, n)} ${pick(THINGS, mixed(n, 6))}`,
    sharing: 'recipe',
    visibility: 'public',
    submittedAt: at,
    status: 'published',
    publishedAt: at,
  };
  const output = { ...held, state: 'ready', seed: 7, type: 'image/png', width: 1_024, height: 768, publication };
  return {
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
    price: { amount: 0, base: 0, perOutput: 0, version: 1 },
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
    outputs: [output],
    startedAt: at,
    finishedAt: at,
    settlement: { state: 'settled', captured: 0, at },
    unsureHold: false,
    status: 'succeeded',
    upkeep: 'none',
  };
}

function entryOf(task, author) {
  const [output] = task.outputs;
  const work = {
    task,
    index: 0,
    made: output,
    publication: output.publication,
    by: { owner: false, moderator: false },
  };
  const { publishedAt } = output.publication;
  return {
    owner: task.owner,
    author: author.id,
    media: task.media,
    procedure: task.params.procedure,
    publishedAt,
    votes: 0,
    rank: rankOf(publishedAt, 0),
    terms: termsOf(work, author),
  };
}

/** Writes users, tasks and the index, without the collections' indexes: the server builds them when it starts. */
async function seed(dataDir) {
  const stores = await openEmbeddedStores({ dataDir, clock: { now: () => NOW } });
  const authors = new Authors({
    key: keyFor(loadOrCreateSecret(dataDir), 'public ids of authors'),
    namesOf: async () => new Map(),
  });
  const owners = Array.from({ length: AUTHORS }, (_, n) => derivedId('bench user', String(n)));
  const carry = (collection, documents) =>
    stores.documents.carryIn(
      collection,
      documents.map(([id, document]) => ({ id, version: 1, document, outbox: [] })),
    );
  await carry(
    'users_v1',
    owners.map((id, n) => [id, { ...newUser(id, { userGroup: 101, at: NOW }), name: `Author ${n}` }]),
  );
  for (let from = 0; from < WORKS; from += AT_ONCE) {
    const tasks = Array.from({ length: Math.min(AT_ONCE, WORKS - from) }, (_, n) =>
      taskOf(from + n, owners[(from + n) % AUTHORS]),
    );
    await carry(
      'tasks',
      tasks.map((task) => [task.id, task]),
    );
    await carry(
      'explore_feed_v1',
      tasks.map((task, n) => [
        `${task.id}-0`,
        entryOf(task, { id: authors.idOf(task.owner), name: `Author ${(from + n) % AUTHORS}` }),
      ]),
    );
  }
  await stores.close();
  return owners.slice(0, 200).map((id) => authors.idOf(id));
}

/** One request from an address of its own, because an address may read 300 pages a minute. */
function get(url, agent, localAddress) {
  return new Promise((resolve, reject) => {
    request(url, { agent, localAddress }, (answer) => {
      const parts = [];
      answer
        .on('data', (part) => parts.push(part))
        .on('end', () => resolve({ status: answer.statusCode, body: Buffer.concat(parts) }))
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/**
 * All clients at once, each sending its requests one after the other.
 * @param network of the clients' addresses
 * @param paced whether clients pause before each request
 * @returns milliseconds of each
 */
async function load(urlOf, network, paced = false) {
  const samples = [];
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let nth = 0; nth < (paced ? PACED.requests : REQUESTS); nth += 1) {
        if (paced) await pause(PACED.fromMs + (mixed(client, nth) % PACED.overMs));
        const started = performance.now();
        const { status } = await get(urlOf(client * REQUESTS + nth), agent, `127.0.${network}.${10 + client}`);
        if (status !== 200) throw new Error(`refused with ${status}`);
        samples.push(performance.now() - started);
      }
      agent.destroy();
    }),
  );
  return samples;
}

/** Processor time of a process and its threads so far, in milliseconds (Linux: clock ticks of 10 ms). */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function compare(name, own, others, more, target) {
  const [p50, p99, bare50, bare99] = [own, others].flatMap((of) => [0.5, 0.99].map((part) => percentile(of, part)));
  row(
    name,
    {
      'p50 ms': p50,
      'p99 ms': p99,
      'bare p50 ms': bare50,
      'bare p99 ms': bare99,
      'times p50': p50 / bare50,
      'times p99': p99 / bare99,
      ...more,
      load: loadavg()[0],
    },
    target,
  );
}

const call = (url, name, input) => `${url}/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;

/** A server that returns one stored answer, whatever is asked. */
async function bare(body) {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'application/json').end(body));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const dataDir = await mkdtemp(join(tmpdir(), 'kinora-explore-'));
try {
  const before = performance.now();
  const authors = await seed(dataDir);
  row(`${WORKS} works stored`, { s: (performance.now() - before) / 1_000 });
  const server = await startServer({ DATA_DIR: dataDir, ROLES: 'api,projector' });
  row('the server builds its indexes and starts', { s: server.readyMs / 1_000, MiB: await residentMiB(server.pid) });
  const { url } = server;
  const kinds = {
    feed: (n) => call(url, 'work.feed', { order: n % 2 === 0 ? 'new' : 'trending' }),
    author: (n) => call(url, 'work.feed', { author: pick(authors, n) }),
    'search, one frequent word': (n) => call(url, 'work.search', { text: pick(THINGS, n) }),
    'search, two words': (n) => call(url, 'work.search', { text: `${pick(LOOKS, n)} ${pick(THINGS, mixed(n, 7))}` }),
    'search, a rare word': (n) => call(url, 'work.search', { text: `study ${mixed(n, 8) % RARE}` }),
    'search, a mistyped word': (n) => call(url, 'work.search', { text: `${pick(THINGS, n)}xz`.slice(0, -1) }),
    'search, a tag': () => call(url, 'work.search', { tag: 'model:preview' }),
  };
  for (const [name, urlOf] of Object.entries(kinds)) {
    const { body } = await get(urlOf(1), undefined, '127.0.0.9');
    const peer = await bare(body);
    await load(urlOf, 1);
    const cpu = processorMs(server.pid);
    const own = await load(urlOf, 0);
    const used = (processorMs(server.pid) - cpu) / own.length;
    const others = await load(() => peer.url, 0);
    compare(`${name}, no pause`, own, others, { 'processor ms': used });
    const paced = await load(urlOf, 2, true);
    compare(`${name}, 100 a second`, paced, await load(() => peer.url, 2, true), {}, 'p99 <= 50 ms');
    peer.close();
  }
  row('the server afterwards', { MiB: await residentMiB(server.pid) });
  await server.stop();
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
