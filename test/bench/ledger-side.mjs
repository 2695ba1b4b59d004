// One side of the ledger's benchmark as a process: `node ledger-side.mjs kinora|raw <callers> <accounts>`. It says when
// it is ready and then does what it is told by messages: run, profile, catch up, close.
import { Session } from 'node:inspector/promises';
import { openKinora, openRawAppends, clock, quiet } from './ledger-driver.mjs';

const dist = process.env.KINORA_DIST ?? '../../dist/';
const load = (path) => import(new URL(path, new URL(dist, import.meta.url)));
const { Checkpoints } = await load('platform/projections/checkpoints.js');
const { ParkedStreams } = await load('platform/projections/parked.js');
const { rebuild } = await load('platform/projections/rebuild.js');
const { balanceProjection } = await load('credits/balance.projection.js');
const { statementProjection } = await load('credits/statement.projection.js');

const [name, callers, accounts] = process.argv.slice(2);

async function catchUp({ stores }) {
  const checkpoints = await Checkpoints.open(stores.documents);
  const parked = await ParkedStreams.open(stores.documents, clock, quiet, { parked() {} });
  const done = [];
  for (const projection of [balanceProjection, statementProjection]) {
    const before = process.cpuUsage();
    const started = performance.now();
    const { events } = await rebuild(projection, { ...stores, checkpoints, parked });
    const eventsPerSecond = events / ((performance.now() - started) / 1_000);
    const { user, system } = process.cpuUsage(before);
    done.push({ name: projection.name, events, eventsPerSecond, cpuMicros: (user + system) / events });
  }
  return done;
}

/** What a sample of the main thread's stack was in. */
const PARTS = [
  ['waiting', /^\(idle\)/],
  ['garbage collector', /^\(garbage/],
  ['fold', /credits\/account\.state|kernel\/persistent-map/],
  ['decide', /credits\/account\.js/],
  ['command loop', /kernel\/command-loop/],
  ['hash chain', /kernel\/chain|crypto|oneShotDigest/],
  ['canonical JSON', /kernel\/(canonical|codec)/],
  ['check of the command', /zod|account\.check/],
  ['CommandBus', /@nestjs|rxjs|reflect-metadata|credits\/commands|telemetry/],
  ['to and from the writer', /platform\/(sqlite|event-store)|postMessage|dispatch|node:internal\/(worker|per_context)/],
  ['the callers', /test\/bench/],
];

/** Samples the main thread while it runs and prints each part's share. */
async function profile(kinora, message) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  const { operationsPerSecond } = await kinora.run(message);
  const {
    profile: { nodes, samples, timeDeltas },
  } = await session.post('Profiler.stop');
  session.disconnect();
  const byId = new Map(nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName} ${callFrame.url}`]));
  const micros = new Map();
  for (const [index, id] of samples.entries()) {
    const part = PARTS.find(([, pattern]) => pattern.test(byId.get(id)))?.[0] ?? 'other';
    micros.set(part, (micros.get(part) ?? 0) + timeDeltas[index]);
  }
  const whole = [...micros.values()].reduce((sum, part) => sum + part, 0);
  const shares = [...micros].sort(([, a], [, b]) => b - a);
  for (const [part, time] of shares)
    console.log(
      `    ${part.padEnd(26)} ${((time / whole) * 100).toFixed(1).padStart(5)} %   ${(time / (operationsPerSecond * message.seconds)).toFixed(2)} us/pair`,
    );
  return { operationsPerSecond };
}

const opened = await { kinora: openKinora, raw: openRawAppends }[name]({
  callers: Number(callers),
  accounts: Number(accounts),
});
process.on('message', async (message) => {
  if (message === 'close') {
    await opened.close();
    process.disconnect();
  } else if (message === 'catch up') process.send(await catchUp(opened));
  else if (message.profile !== undefined) process.send(await profile(opened, message.profile));
  else process.send(await opened.run(message.run));
});
process.send('ready');
