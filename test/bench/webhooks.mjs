// How many deliveries of a gateway the built server takes in a second, on the embedded store: each signed, kept before
// it is answered, and handled after that by the same process. Half way it is killed with SIGKILL and started again:
// every delivery that was answered must be there. `npm run bench webhooks 20000` sends so many.
import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Deliveries, deliveryId } from '../../dist/billing/inbox/deliveries.js';
import { signatureOf } from '../../dist/billing/gateways/signature.js';
import { openEmbeddedFolder } from '../../dist/platform/data-folder/embedded.js';
import { keyFor } from '../../dist/platform/data-folder/installation-secret.js';
import { percentile, row, startServer } from './support.mjs';

const COUNT = Number(process.argv[2] ?? 10_000);
const CLIENTS = 128;
const AUTH_SECRET = 'the secret of a benchmark, longer than is needed';
const key = keyFor(AUTH_SECRET, 'deliveries of the sandbox').toString('hex');
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

/** A purchase of its own each, signed a moment before it is sent. */
function deliveries(from, to) {
  const now = Date.now();
  return Array.from({ length: to - from }, (_, index) => {
    const name = `bench-${from + index}`;
    const paid = {
      factId: `evt-${name}`,
      occurredAt: now,
      amountPaid: 800,
      currency: 'usd',
      invoiceId: `in-${name}`,
      priceId: 'kinora-credits-100',
    };
    const owner = {
      appName: 'kinora',
      gateway: 'sandbox',
      platformName: 'card',
      userId: `user-${(from + index) % 2_000}`,
    };
    const event = {
      id: `evt-${name}`,
      created: Math.floor(now / 1_000),
      tellings: [{ kind: 'purchase', owner, externalId: name, facts: [{ type: 'PurchasePaid', data: paid }] }],
    };
    const body = Buffer.from(JSON.stringify(event));
    return { id: event.id, body, signature: signatureOf(body, key, now) };
  });
}

async function deliver(url, { body, signature }) {
  const sent = request(`${url}/api/webhooks/sandbox`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'content-length': body.length, 'sandbox-signature': signature },
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

/**
 * Sends them all, so many at once. @param onAnswer is told how many have been taken so far @returns ids that were
 * answered with success, and how long each took
 */
async function burst(url, all, onAnswer = () => undefined) {
  const answered = [];
  const took = [];
  let next = 0;
  let refused = 0;
  const client = async () => {
    while (next < all.length) {
      const one = all[next];
      next += 1;
      const started = performance.now();
      const status = await deliver(url, one).catch(() => 0);
      if (status === 200) {
        answered.push(one.id);
        onAnswer(answered.length);
        took.push(performance.now() - started);
      } else refused += 1;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { answered, took, refused, seconds: (performance.now() - started) / 1_000 };
}

const dataDir = await mkdtemp(join(tmpdir(), 'kinora-webhooks-'));
const env = { ROLES: 'api,projector', DATA_DIR: dataDir, AUTH_SECRET };
const answered = new Set();

let server = await startServer(env);
await burst(server.url, deliveries(0, 500)); // what is compiled on the way is no part of the figure
const whole = await burst(server.url, deliveries(500, 500 + COUNT));
for (const id of whole.answered) answered.add(id);
row(
  `webhooks, ${CLIENTS} at once`,
  {
    deliveries: whole.answered.length,
    refused: whole.refused,
    'a second': whole.answered.length / whole.seconds,
    'p50 ms': percentile(whole.took, 0.5),
    'p99 ms': percentile(whole.took, 0.99),
    'load before': loadavg()[0],
  },
  '>= 1000 a second',
);

const cut = await burst(server.url, deliveries(500 + COUNT, 500 + 2 * COUNT), (taken) => {
  if (taken === Math.ceil(COUNT / 2)) process.kill(server.pid, 'SIGKILL');
});
for (const id of cut.answered) answered.add(id);

/** How many of the deliveries that were answered are not there, and how many are not handled yet. */
async function left() {
  const folder = await openEmbeddedFolder({ dataDir, clock: { now: () => Date.now() } });
  const kept = await Deliveries.open(folder.documents());
  let [missing, open] = [0, 0];
  for (const id of answered) {
    const found = await kept.get(deliveryId('sandbox', id));
    if (found === undefined) missing += 1;
    else if (found.document.state !== 'handled') open += 1;
  }
  await folder.close();
  return { missing, open };
}

// What was kept and not handled is handled by the process that comes after, in as many turns as it takes.
let found = await left();
const openAfterKill = found.open;
for (let turns = 0; found.open > 0 && turns < 12; turns += 1) {
  server = await startServer(env);
  await sleep(20_000);
  await server.stop();
  found = await left();
}
await rm(dataDir, { recursive: true, force: true });
const { missing, open } = found;
row(
  'kill -9 half way',
  {
    'answered before': cut.answered.length,
    'not answered': cut.refused,
    answered: answered.size,
    'not handled when killed': openAfterKill,
    lost: missing,
    'never handled': open,
  },
  'lost 0, never handled 0',
);
agent.destroy();
if (missing + open > 0) process.exitCode = 1;
