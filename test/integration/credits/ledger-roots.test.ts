import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordablePurchase } from '../../../src/billing/purchase/facts.js';
import { createPurchaseLoop, purchaseStream } from '../../../src/billing/shop/purchase.commands.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream } from '../../../src/credits/index.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import { Database } from '../../../src/platform/sqlite/driver.js';
import { operatorCommand, type Ended } from '../../support/ledger-command.js';
import { account } from '../../support/people/credits.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(300_000);

const DAY = 86_400_000;
/** Noon, three days ago. */
const NOON = Math.floor(Date.now() / DAY - 3) * DAY + DAY / 2;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const SECRET = 'the one secret of an installation that sells credits';
const stream = purchaseStream('p1');

let root: string;
let signed: string;
let folder: string;
let count = 0;
const command = (dataDir: string, ...args: readonly string[]): Promise<Ended> =>
  operatorCommand({ DATA_DIR: dataDir, AUTH_SECRET: SECRET }, ...args);
const ledger = (...args: readonly string[]): Promise<Ended> => command(folder, 'ledger', ...args);

/** Records a payment of an amount, as a gateway reports it, and a grant. */
async function fill(dataDir: string, amountPaid: number): Promise<void> {
  const opened = await openEmbeddedFolder({ dataDir, clock: { now: () => NOON } });
  const paid: RecordablePurchase = {
    type: 'PurchasePaid',
    data: {
      factId: 'evt_1',
      occurredAt: NOON,
      amountPaid,
      currency: 'usd',
      invoiceId: 'pi_1',
      priceId: 'kinora-credits-500',
      usage: [{ amount: 500, usageType: 'credits' }],
    },
  };
  const owner = { userId: 'ann' as UserId, appName: 'kinora', gateway: 'sandbox', platformName: 'card' } as const; // a test's own user
  expect(
    await createPurchaseLoop(opened.events(), () => undefined).execute(stream, {
      type: 'record',
      at: NOON,
      owner,
      facts: [paid],
    }),
  ).toMatchObject({ ok: true });
  expect(
    await createAccountLoop(opened.events(), () => undefined).execute(accountStream(account('ann')), {
      type: 'grant',
      at: NOON,
      grantId: 'pack',
      source: 'purchase',
      amount: 500,
      eligibility: 'any',
    }),
  ).toMatchObject({ ok: true });
  await opened.close();
}

function change(...statements: readonly string[]): void {
  const database = new Database(join(folder, 'kinora.db'));
  for (const statement of statements) expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
  database.exec('DELETE FROM stream_heads; UPDATE log_state SET recorded_to = -1');
  database.close();
}

/** The table of a collection. */
function tableOf(collection: string): string {
  const database = new Database(join(folder, 'kinora.db'));
  const [table] = database
    .prepare<[], { name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%${collection}'`)
    .all();
  database.close();
  return table?.name ?? '';
}

/** The signed roots, in a file as the public address gives them. */
async function keep(name: string): Promise<string> {
  const roots: unknown[] = [];
  for (const at of [NOON, NOON + DAY, NOON + 2 * DAY])
    roots.push(JSON.parse((await ledger('root', '--day', dayOf(at))).said.at(-1) ?? ''));
  const path = join(root, name);
  writeFileSync(path, JSON.stringify({ roots }));
  return path;
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'kinora-roots-'));
  signed = join(root, 'signed');
  await fill(signed, 3_500);
  expect((await command(signed, 'ledger', 'root')).code).toBe(0);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  folder = join(root, `folder${(count += 1)}`);
  cpSync(signed, folder, { recursive: true });
});

describe('a payment', () => {
  it('is covered by the root, which says what it covers', async () => {
    const { body } = JSON.parse((await ledger('root')).said.at(-1) ?? '') as { body: string }; // what the command printed
    expect(JSON.parse(body)).toMatchObject({
      version: 2,
      events: 4,
      streams: 2,
      covers: [
        { prefix: 'close-', events: 0 },
        { prefix: 'credits-', events: 1, streams: 1 },
        { prefix: 'operators-log' },
        { prefix: 'purchase-', events: 3, streams: 1 },
        { prefix: 'subscription-', events: 0, streams: 0 },
      ],
    });
    const kept = await keep('all.json');
    const { code, said } = await ledger('verify', '--roots', kept);
    expect([code, said.at(-1)]).toEqual([
      0,
      `The log leads to the 3 given roots, from ${dayOf(NOON)} to ${dayOf(NOON + 2 * DAY)}.`,
    ]);
  });

  it('that is rewritten with correct hashes is named by verify, and by a root that was kept', async () => {
    const kept = await keep('kept.json');
    change(`DELETE FROM events WHERE stream = '${stream}'`, "DELETE FROM events WHERE stream LIKE 'credits-%'");
    await fill(folder, 35_000);
    // Every chain is intact, and read models are derived from the log: nothing of them contradicts it.
    expect((await ledger('trial-balance')).code).toBe(0);
    const verified = await ledger('verify');
    expect([verified.code, verified.said]).toEqual([
      1,
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^${stream}: event 2 is not the one that the root of ${dayOf(NOON)} covers`)),
        `The log does not lead to the root that was signed for ${dayOf(NOON + 2 * DAY)}.`,
      ]),
    ]);
    // Roots and notes are dropped as well, and new ones signed: only the kept ones tell.
    change(
      `DELETE FROM ${tableOf('credits_roots')}`,
      `DELETE FROM ${tableOf('credits_root_proofs')}`,
      "DELETE FROM events WHERE stream = 'ledger-roots'",
    );
    expect(await ledger('root')).toMatchObject({ code: 0 });
    expect((await ledger('verify')).code).toBe(0);
    const exposed = await ledger('verify', '--roots', kept);
    expect([exposed.code, exposed.said.at(-1)]).toEqual([
      1,
      `3 of the 3 given roots, from ${dayOf(NOON)} to ${dayOf(NOON + 2 * DAY)}, failed.`,
    ]);
    expect(exposed.said).toContain(
      `${dayOf(NOON)}: the log does not lead to the given root. Events that it covers are missing or were rewritten.`,
    );
    expect(exposed.said).toContain(
      `${dayOf(NOON)}: this installation has another root than the given one, which was signed for it.`,
    );
  });
});

describe('kept roots', () => {
  it('name a day whose root is gone, and are not believed without a signature', async () => {
    const kept = await keep('gone.json');
    change(`DELETE FROM ${tableOf('credits_roots')} WHERE id = '${dayOf(NOON + 2 * DAY)}'`);
    const gone = await ledger('verify', '--roots', kept);
    expect([gone.code, gone.said.slice(-2)]).toEqual([
      1,
      [
        `${dayOf(NOON + 2 * DAY)}: this installation has no root for this day. The given one was signed for it.`,
        `1 of the 3 given roots, from ${dayOf(NOON)} to ${dayOf(NOON + 2 * DAY)}, failed.`,
      ],
    ]);
    const forged = join(root, 'forged.json');
    const {
      roots: [first],
    } = JSON.parse(readFileSync(kept, 'utf8')) as { roots: { body: string }[] }; // what `keep` wrote
    writeFileSync(forged, JSON.stringify([{ ...first, body: first?.body.replace(/"tree":"../, '"tree":"00') }]));
    expect((await ledger('verify', '--roots', forged)).said.at(-2)).toBe(
      `${dayOf(NOON)}: the given root is not signed by the key that it names.`,
    );
    expect(await ledger('verify', '--roots', join(root, 'nowhere.json'))).toMatchObject({
      code: 1,
      complained: [`There is no file ${join(root, 'nowhere.json')}.`],
    });
  });
});

describe('a start whose signed roots were dropped', () => {
  it('signs nothing until an operator accepts it, which the operator log records', async () => {
    change(`DELETE FROM ${tableOf('credits_roots')}`);
    expect(await ledger('verify')).toMatchObject({
      code: 1,
      said: expect.arrayContaining([expect.stringMatching(/^the log notes that a root was signed/)]),
    });
    const refused = await ledger('root');
    expect([refused.code, refused.complained]).toEqual([
      1,
      [
        expect.stringMatching(
          new RegExp(
            `^the log notes that a root was signed for ${dayOf(NOON + 2 * DAY)}, but this installation has none.*--accept-new-start`,
          ),
        ),
      ],
    ]);
    expect((await ledger('root', '--accept-new-start', 'two words')).complained).toEqual([
      'The reason must be a case number or a word without spaces.',
    ]);
    expect((await ledger('root', '--accept-new-start', 'case-7')).said[0]).toBe(
      `Accepted: roots up to ${dayOf(NOON + 2 * DAY)} are lost or no longer fit. The next root follows that one.`,
    );
    expect((await ledger('root', '--accept-new-start', 'case-7')).said[0]).toBe(
      'No root is lost, and the log leads to the newest root: there is nothing to accept.',
    );
    expect((await command(folder, 'users', 'verify-log')).said[0]).toMatch(/^1 records are unchanged/);
  });
});
