// How many hold + capture pairs a second the CommandBus carries out, as a ratio to the same rows put into SQLite by
// hand in groups as large as there are callers. Both sides are processes of their own that take turns, several rounds
// of each; a ratio is the median of the rounds. Then: how many events a second a projection takes when it catches up.
// LEDGER_SECONDS (default 2) is how long a turn is, LEDGER_ROUNDS (default 3) how many; LEDGER_CALLERS and
// LEDGER_ACCOUNTS are lists; LEDGER_PROFILE=1 shows besides where the time of the main thread goes.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { row } from './support.mjs';

const SECONDS = Number(process.env.LEDGER_SECONDS ?? 2);
const ROUNDS = Number(process.env.LEDGER_ROUNDS ?? 3);
const list = (text) => text.split(',').map(Number);
const CALLERS = list(process.env.LEDGER_CALLERS ?? '1,64,1024');
const ACCOUNTS = list(process.env.LEDGER_ACCOUNTS ?? '1,10,10000,100000');
/** Of these the read models are caught up with. */
const CATCH_UPS = new Set([1, 10_000]);

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** One side in a process of its own, which runs when it is told to. */
async function side(name, callers, accounts) {
  const child = fork(fileURLToPath(new URL('ledger-side.mjs', import.meta.url)), [
    name,
    String(callers),
    String(accounts),
  ]);
  const measured = async (options) => {
    if (options !== undefined) child.send(options);
    const [answer] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`${name} ended with ${code}`);
      }),
    ]);
    return answer;
  };
  await measured();
  return {
    measured,
    close: async () => {
      child.send('close');
      await once(child, 'exit');
    },
  };
}

async function compare(accounts, callers) {
  const kinora = await side('kinora', callers, accounts);
  const raw = await side('raw', callers, accounts);
  const run = { run: { callers, seconds: SECONDS } };
  await kinora.measured({ run: { callers, seconds: 1.5 } });
  await raw.measured({ run: { callers, seconds: 0.5 } });
  const rounds = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push({ ours: await kinora.measured(run), limit: await raw.measured(run) });
  const of = (pick) => median(rounds.map(pick));
  row(
    `${accounts} account(s), ${callers} caller(s)`,
    {
      'pairs/s': of(({ ours }) => ours.operationsPerSecond),
      'raw pairs/s': of(({ limit }) => limit.operationsPerSecond),
      ratio: of(({ ours, limit }) => ours.operationsPerSecond / limit.operationsPerSecond),
      'p50 ms': of(({ ours }) => ours.p50Ms),
      'p99 ms': of(({ ours }) => ours.p99Ms),
      'raw p50 ms': of(({ limit }) => limit.p50Ms),
      'raw p99 ms': of(({ limit }) => limit.p99Ms),
      'cpu us/pair': of(({ ours }) => ours.cpuMicros),
      'main thread us/pair': of(({ ours }) => ours.mainMicros),
      'RSS MiB': Math.max(...rounds.map(({ ours }) => ours.rssMiB)),
    },
    accounts === 1 ? 'ratio >= 0.5' : accounts === 10_000 ? 'ratio >= 0.4' : '',
  );
  if (process.env.LEDGER_PROFILE !== undefined) await kinora.measured({ profile: { callers, seconds: SECONDS } });
  if (callers === CALLERS.at(-1) && CATCH_UPS.has(accounts)) {
    for (const { name, events, eventsPerSecond, cpuMicros } of await kinora.measured('catch up')) {
      row(
        `${accounts} account(s), catch-up of ${name}`,
        { events, 'events/s': eventsPerSecond, 'cpu us/event': cpuMicros },
        name.startsWith('credits_balance') ? '>= 100,000 events/s' : '',
      );
    }
  }
  await kinora.close();
  await raw.close();
}

for (const accounts of ACCOUNTS) for (const callers of CALLERS) await compare(accounts, callers);
