// A log of the ledger, made cheaply: `node ledger-log.mjs <folder> <events>` fills the embedded stores of a folder with
// so many events of 10,000 accounts over a year, in appends of many. A process of its own, so that what it takes is
// none of a benchmark's figures.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { accountCodec } from '../../dist/credits/account/events.js';
import { chainEvent, GENESIS_HASH } from '../../dist/kernel/event-sourcing/chain.js';
import { openEmbeddedStores } from '../../dist/platform/data-folder/embedded.js';

const ACCOUNTS = 10_000;
const PAIRS_AT_ONCE = 25;
const WRITERS = 64;
const START = Date.UTC(2025, 0, 1);
const YEAR = 365 * 86_400_000;
const clock = { now: () => Date.now() };

/** The accounts as they begin. */
export const accountsOf = (name) =>
  Array.from({ length: ACCOUNTS }, (_, n) => ({
    stream: `credits-${name}${n}.kinora.${n % 3 === 0 ? 'api_credits' : 'credits'}`,
    revision: -1,
    hash: GENESIS_HASH,
    available: 0,
  }));

/** The next events of an account: a grant when it is new, then holds that are captured. */
export function nextEvents(account, pairs, at) {
  const chained = [];
  const add = (type, data) => {
    const { event, hash } = chainEvent(account.hash, {
      ...accountCodec.encode({ type, at, data: { ...data, available: account.available } }),
      stream: account.stream,
      revision: account.revision + 1,
      at,
    });
    account.hash = hash;
    account.revision += 1;
    chained.push(event);
  };
  if (account.revision < 0) {
    account.available = 1_000_000_000;
    add('CreditsGranted', { grantId: 'pack', source: 'purchase', amount: account.available, eligibility: 'any' });
  }
  for (let n = 0; n < pairs; n += 1) {
    const holdId = `0192f0a1-7c3e-7d55-8a11-${String(account.revision).padStart(12, '0')}`;
    account.available -= 4;
    add('CreditsHeld', {
      holdId,
      amount: 4,
      eligibility: 'any',
      expiresAt: at + 86_400_000,
      reference: `task:${holdId}`,
      allocations: [{ grantId: 'pack', amount: 4 }],
    });
    account.available += 1;
    add('HoldCaptured', {
      holdId,
      amount: 3,
      captured: [{ grantId: 'pack', amount: 3 }],
      returned: [{ grantId: 'pack', amount: 1, to: 'available' }],
    });
  }
  return chained;
}

async function fill(dataDir, events) {
  const stores = await openEmbeddedStores({ dataDir, clock });
  const accounts = accountsOf('user');
  let [made, turn] = [0, 0];
  const writer = async () => {
    while (made < events) {
      const account = accounts[turn++ % ACCOUNTS];
      const before = account.revision;
      const some = nextEvents(
        account,
        Math.min(PAIRS_AT_ONCE, Math.ceil((events - made) / 2)),
        START + Math.floor((made / events) * YEAR),
      );
      made += some.length;
      const { outcome } = await stores.events.append(account.stream, before, some);
      if (outcome !== 'appended') throw new Error(`${account.stream}: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await stores.close();
}

/** Fills a folder's stores in another process. */
export async function makeLog(dataDir, events) {
  const child = fork(fileURLToPath(import.meta.url), [dataDir, String(events)]);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the log could not be made: ${code}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await fill(process.argv[2], Number(process.argv[3]));
