// How long the pricing page and its answer take, beside the plainest route of the same server in the same run: the
// ratio says more of the product than the milliseconds of a machine that others use.
import { loadavg } from 'node:os';
import { percentile, row, startServer, visitor } from './support.mjs';

const ROUNDS = 300;
const CLIENTS = 4;

const server = await startServer();
const call = await visitor(server.url);
const offer = `/api/trpc/billing.offer?input=${encodeURIComponent(JSON.stringify({ appName: 'kinora' }))}`;
const paths = { health: '/api/health', 'pricing page': '/pricing', 'billing.offer': offer };
const took = Object.fromEntries(Object.keys(paths).map((name) => [name, []]));

async function ask(name, path) {
  const started = performance.now();
  const answer = await call(path);
  await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  took[name].push(performance.now() - started);
}

// what is compiled on the way is no part of the figure
for (const [name, path] of Object.entries(paths)) for (let times = 0; times < 20; times += 1) await ask(name, path);
for (const samples of Object.values(took)) samples.length = 0;
// In turns, so that what else goes on at the machine meets all of them.
await Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, path] of Object.entries(paths)) await ask(name, path);
  }),
);
const plain = percentile(took.health, 0.99);
for (const [name, samples] of Object.entries(took)) {
  row(name, {
    samples: samples.length,
    'p50 ms': percentile(samples, 0.5),
    'p99 ms': percentile(samples, 0.99),
    'p99 to health': percentile(samples, 0.99) / plain,
    load: loadavg()[0],
  });
}
await server.stop();
