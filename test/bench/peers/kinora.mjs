// Kinora embedded, and the limit: the rows of its events put into SQLite by hand.
import { account, capture, hold, mintHoldId, openKinora, openRawAppends } from '../ledger-driver.mjs';

/** Through the CommandBus, on the embedded store, in the process that asks. */
export async function openEmbedded({ total }) {
  const kinora = await openKinora({ accounts: total });
  const all = Array.from({ length: total }, (_, n) => account(n));
  const execute = async (n, change) => {
    const answer = await kinora.execute(all[n], change);
    if (answer.ok) return answer.value.events === 0 ? 'repeat' : 'done';
    return answer.error.identifier === 'CREDITS_NOT_ENOUGH' ? 'insufficient' : `refused: ${answer.error.identifier}`;
  };
  return {
    mint: mintHoldId,
    hold: (n, key, amount, at) => execute(n, { ...hold(at, key), amount }),
    capture: (n, key, amount, at) => execute(n, { ...capture(at, key), amount }),
    totals: () => totalsOfLog(kinora.stores.events),
    close: () => kinora.close(),
  };
}

/**
 * From the stored events alone: the last balance of each account, what was granted and captured, and which holds are
 * open.
 */
async function totalsOfLog(log) {
  const stop = new AbortController();
  const available = new Map();
  const open = new Map();
  let [granted, spent] = [0, 0];
  for await (const { events, caughtUp } of log.follow({ after: -1, prefixes: ['credits-'], signal: stop.signal })) {
    for (const { type, stream, data } of events) {
      const fact = JSON.parse(data);
      available.set(stream, fact.available);
      if (type === 'CreditsGranted') granted += fact.amount;
      if (type === 'CreditsHeld') open.set(fact.holdId, fact.amount);
      if (type === 'HoldCaptured') {
        open.delete(fact.holdId);
        spent += fact.amount;
      }
    }
    if (caughtUp) break;
  }
  stop.abort();
  const sum = (values) => [...values].reduce((total, one) => total + one, 0);
  return { granted, available: sum(available.values()), held: sum(open.values()), spent };
}

/** A transaction for as many rows as there are callers, on the thread that asks; it decides and checks nothing. */
export async function openRaw({ accounts }) {
  let opened;
  const forCallers = async (callers) => {
    if (opened?.callers === callers) return opened.raw;
    await opened?.raw.close();
    opened = { callers, raw: await openRawAppends({ callers, accounts }) };
    return opened.raw;
  };
  return {
    slice: async ({ callers, seconds }) => {
      const raw = await forCallers(callers);
      const started = performance.now();
      const { operationsPerSecond, p50Ms, p99Ms, rssMiB } = await raw.run({ seconds });
      return {
        pairs: (operationsPerSecond * (performance.now() - started)) / 1_000,
        pairsPerSecond: operationsPerSecond,
        p50Ms,
        p99Ms,
        residentMiB: rssMiB,
      };
    },
    close: () => opened?.raw.close(),
  };
}
