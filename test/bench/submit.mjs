// How long text2Image.create takes with 50 clients at once, each pressing four times: right after a start, when nothing
// is compiled yet, and once more with 50 others.
import { randomUUID } from 'node:crypto';
import { percentile, row, startServer, visitor } from './support.mjs';

const CLIENTS = 50;
const PRESSES = 4;

async function burst(server, name) {
  const callers = [];
  for (let index = 0; index < CLIENTS; index += 1) callers.push(await visitor(server.url));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const samples = [];
  const refused = [];
  const press = async (call) => {
    const input = {
      requestId: randomUUID(),
      prompt: 'a lighthouse in the fog',
      model: 'preview',
      count: 1,
      seed: 1,
      price: { amount: 1, priceVersion: 1 },
    };
    const started = performance.now();
    const answer = await call('/api/trpc/text2Image.create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const body = await answer.text();
    if (answer.ok) samples.push(performance.now() - started);
    else refused.push(body);
  };
  await Promise.all(
    callers.map(async (call) => {
      for (let index = 0; index < PRESSES; index += 1) await press(call);
    }),
  );
  if (refused.length > 0) console.log(`refused: ${refused.length}, the first: ${refused[0]}`);
  row(
    name,
    { samples: samples.length, 'p50 ms': percentile(samples, 0.5), 'p99 ms': percentile(samples, 0.99) },
    'p99 <= 100 ms',
  );
}

async function measure(roles) {
  const server = await startServer({ ROLES: roles });
  await burst(server, `submit, ${CLIENTS} clients, roles ${roles}, first`);
  await burst(server, `submit, ${CLIENTS} clients, roles ${roles}, then`);
  await server.stop();
}

await measure('api,projector');
await measure('api,projector,worker');
