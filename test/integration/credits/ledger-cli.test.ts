import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { defined } from '../../../src/kernel/defined.shared.js';
import { Database } from '../../../src/platform/sqlite/driver.js';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Jest does not load a package that two imports at run time ask for at once.
import 'ioredis';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream, type AccountCommand } from '../../../src/credits/index.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import { childEnvironment } from '../../services/environment.js';
import {
  eventStoreStubMissing,
  ferretDbMissing,
  minioMissing,
  redisMissing,
  startEventStoreStub,
  startFerretDb,
  startRedis,
  urlWithDatabase,
} from '../../services/index.js';
import { freshBucket } from '../../contract/adapters/s3.js';
import { s3Server } from '../../contract/adapters/servers.js';
import { account } from '../../support/people/credits.js';
import { operatorCommand, type Ended } from '../../support/ledger-command.js';
import { describeUnless } from '../../support/needs.js';
import { explainAdjustment } from '../../support/people/adjustments.js';
import { startServer } from '../../support/servers/server.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(600_000);

const DAY = 86_400_000;
/** Noon, some days ago: every root up to yesterday's can be signed. */
const NOON = Math.floor(Date.now() / DAY - 4) * DAY + DAY / 2;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const [ann, bob] = [account('ann'), account('bob')];
const [annStream, bobStream] = [accountStream(ann), accountStream(bob)];
const SECRET = 'the one secret of an installation, on every machine';

let root: string;
let whole: string;

/** Runs a program of the build to its end. */
function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
  return new Promise((resolved) => {
    // Of what the machine has, not of what is tested.
    const settings = {
      NODE_NO_WARNINGS: '1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      AUTH_SECRET: SECRET,
      ...env,
    };
    const child = execFile(
      process.execPath,
      ['--enable-source-maps', ...args],
      { env: childEnvironment(settings) },
      (_error, out, complaints) =>
        resolved({ code: child.exitCode ?? -1, said: lines(out), complained: lines(complaints) }),
    );
  });
}

/** `npm run ledger` as an operator runs it. */
const ledgerProcess = (dataDir: string, ...args: string[]): Promise<Ended> =>
  run(['dist/cli.js', 'ledger', ...args], { DATA_DIR: dataDir });

const ledger = (dataDir: string, ...args: readonly string[]): Promise<Ended> =>
  operatorCommand({ DATA_DIR: dataDir, AUTH_SECRET: SECRET }, 'ledger', ...args);

const steps: readonly (readonly [typeof ann, AccountCommand])[] = [
  [ann, { type: 'grant', at: NOON, grantId: 'pack', source: 'signup', amount: 10, eligibility: 'any' }],
  [
    bob,
    {
      type: 'grant',
      at: NOON,
      grantId: 'gift',
      source: 'signup',
      amount: 5,
      eligibility: 'any',
      expiresAt: NOON + 400 * DAY,
    },
  ],
  [
    ann,
    {
      type: 'hold',
      at: NOON + 1,
      holdId: 'h1',
      amount: 4,
      eligibility: 'any',
      expiresAt: NOON + DAY,
      reference: 'task:h1',
    },
  ],
  [ann, { type: 'capture', at: NOON + 2, holdId: 'h1', amount: 3 }],
  [
    bob,
    {
      type: 'adjust',
      at: NOON + DAY,
      adjustmentId: 'a1',
      amount: -2,
      reasonCode: 'correction',
      actor: 'finance-1',
      reference: 'case 1',
    },
  ],
  [ann, { type: 'grant', at: NOON + DAY, grantId: 'more', source: 'invite', amount: 7, eligibility: 'any' }],
];

/** The gifts, which no rule of the product gives, and the work, which no task asked for: reconciliation names them. */
const UNEXPLAINED = [
  `event 0 of ${annStream}: CreditsGranted of grant pack: it names no cause`,
  `event 1 of ${annStream}: CreditsHeld of work h1: nothing known has the cause h1`,
  `event 2 of ${annStream}: HoldCaptured of work h1: nothing known has the cause h1`,
  `event 3 of ${annStream}: CreditsGranted of grant more: it names no cause`,
  `event 0 of ${bobStream}: CreditsGranted of grant gift: it names no cause`,
].map((line) => `event-unexplained  ${line}`);
const compared = (result: string): unknown =>
  expect.stringMatching(
    new RegExp(
      `^6 events in 2 accounts, 9 documents, 0 tasks with their holds, 0 grants with their payments, 5 events with their causes, .*: ${result}$`,
    ),
  );

/** Makes a data folder with two accounts in it, as if it had been used for two days. */
async function makeFolder(dataDir: string): Promise<void> {
  let now = NOON;
  const folder = await openEmbeddedFolder({ dataDir, clock: { now: () => now } });
  const loop = createAccountLoop(folder.events(), () => undefined);
  for (const [of, command] of steps) {
    now = command.at;
    expect(
      await loop.execute(accountStream(of), command, 'holdId' in command ? command.holdId : undefined),
    ).toMatchObject({ ok: true });
    await explainAdjustment(folder.documents(), of, command);
  }
  await folder.close();
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'kinora-ledger-'));
  whole = join(root, 'whole');
  await makeFolder(whole);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('npm run ledger, on a data folder', () => {
  it('says how it is called for what it does not know, and opens nothing', async () => {
    const nowhere = join(root, 'nowhere');
    for (const [call, args] of [
      [ledgerProcess, ['audit']],
      [ledger, ['balance', '--as-of', 'now']],
      [ledger, ['reconcile', 'now']],
    ] as const) {
      expect(await call(nowhere, ...args)).toMatchObject({
        code: 2,
        said: [],
        complained: expect.arrayContaining([
          expect.stringMatching(
            /^npm run ledger -- verify \[--roots <file or folder>\] \[--key <file>\] \[--authorities <file>\] {3}verifies/,
          ),
        ]),
      });
    }
    expect(await ledgerProcess(nowhere, 'verify')).toEqual({
      code: 1,
      said: [],
      complained: [`There is no data folder at ${nowhere}. Name it with DATA_DIR.`],
    });
    expect(existsSync(nowhere)).toBe(false);
  });

  it("has package.json's script for it", () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({
      scripts: { ledger: 'node --enable-source-maps dist/cli.js ledger' },
    });
  });

  it('tells what an account had at a moment', async () => {
    const early = new Date(NOON + 1).toISOString();
    expect(await ledgerProcess(whole, 'balance', 'ann', '--as-of', early)).toEqual({
      code: 0,
      complained: [],
      said: [
        `${annStream} as of ${early}, after event 1:`,
        'available 6 (spendable 6), held 4, granted 10, adjusted 0, spent 0, expired 0, revoked 0, receivable 0',
        'grant pack (signup, open): 6 available, 4 held of 10, never expires',
        `hold h1: 4, ends ${new Date(NOON + DAY).toISOString()}`,
      ],
    });
    expect((await ledger(whole, 'balance', 'ann')).said[1]).toBe(
      'available 14 (spendable 14), held 0, granted 17, adjusted 0, spent 3, expired 0, revoked 0, receivable 0',
    );
  });

  it('says what is no account, no app, no moment and no place for a file', async () => {
    const refused: readonly (readonly [readonly string[], string])[] = [
      [['balance', 'nobody'], 'There are no events in credits-nobody.kinora.credits.'],
      [['balance', 'ann.kinora'], 'ann.kinora is not a user id.'],
      [['balance', ''], ' is not a user id.'],
      [['balance', 'ann', '--app', 'other'], 'other is not a known app. Choose one of: kinora, kinora-writer.'],
      [
        ['balance', 'ann', '--usage', 'gold'],
        'gold is not a known usage type. Choose one of: credits, GPT_3_5, api_credits.',
      ],
      [
        ['balance', 'ann', '--as-of', 'yesterday'],
        'yesterday is not a time. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.',
      ],
      [
        ['balance', 'ann', '--as-of', '2026-02-30'],
        '2026-02-30 is not a time. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.',
      ],
      [['balance', 'ann', '--as-of', '2999-01-01'], '2999-01-01 is in the future (AS_OF_IN_FUTURE).'],
      [['trial-balance', '--day', '31.1.2026'], '31.1.2026 is not a day. Write it as 2026-01-31.'],
      [['trial-balance', '--day', '2999-01-01'], '2999-01-01 is in the future (AS_OF_IN_FUTURE).'],
      [['root', '--day', 'today'], 'today is not a day such as 2026-11-20.'],
      [
        ['export', '--format', 'xlsx', '--out', join(root, 'a')],
        'xlsx is not a known format. Choose one of: csv, parquet.',
      ],
      [['export'], 'Name the output file with --out <file>.'],
      [
        ['export', '--from', 'x', '--out', join(root, 'a')],
        'x is not a time. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.',
      ],
      [
        ['export', '--from', '2026-02-01', '--to', '2026-01-01', '--out', join(root, 'a')],
        '--from must be before --to.',
      ],
      [['export', '--out', join(root, 'none', 'a.csv')], `There is no folder ${join(root, 'none')}.`],
    ];
    for (const [args, words] of refused)
      expect([args, await ledger(whole, ...args)]).toEqual([args, { code: 1, said: [], complained: [words] }]);
    expect(existsSync(join(root, 'a'))).toBe(false);
  });

  it('writes every event to a file, and never over one that is there', async () => {
    const file = join(root, 'ledger.csv');
    expect(await ledger(whole, 'export', '--out', file)).toEqual({
      code: 0,
      said: [`6 rows are in ${file}.`],
      complained: [],
    });
    expect(readFileSync(file, 'utf8').trimEnd().split('\r\n')).toHaveLength(7);
    writeFileSync(file, 'mine');
    expect(await ledger(whole, 'export', '--out', file)).toEqual({
      code: 1,
      said: [],
      complained: [`${file} exists already and is not overwritten.`],
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const days = join(root, 'days.parquet');
    expect(
      (await ledger(whole, 'export', '--format', 'parquet', '--from', dayOf(NOON + DAY), '--out', days)).said,
    ).toEqual([`2 rows are in ${days}.`]);
    expect(readFileSync(days).subarray(0, 4).toString()).toBe('PAR1');
  });

  it('reconciles and balances what the process that was here last had not yet folded, and names what nothing of the product asked for', async () => {
    const copy = join(root, 'behind');
    cpSync(whole, copy, { recursive: true });
    expect(await ledger(copy, 'reconcile')).toEqual({
      code: 1,
      complained: [],
      said: [...UNEXPLAINED, compared('5 differences\\.')],
    });
    const balance = await ledger(copy, 'trial-balance', '--day', dayOf(NOON));
    expect([balance.code, balance.said.at(-1)]).toEqual([0, 'Debits 15, credits 15: balanced.']);
    expect((await ledger(copy, 'trial-balance')).said.at(-1)).toBe('Debits 20, credits 20: balanced.');
  });

  it('names a read model that somebody changed, and books that no longer balance', async () => {
    const copy = join(root, 'cooked');
    cpSync(whole, copy, { recursive: true });
    await ledger(copy, 'reconcile');
    const database = new Database(join(copy, 'kinora.db'));
    const table = database
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%credits_balance%'",
      )
      .all()
      .map(({ name }) => name)
      .find((name) => database.prepare(`SELECT 1 FROM ${name} WHERE id = ?`).get(annStream) !== undefined);
    expect(
      database
        .prepare(`UPDATE ${table ?? ''} SET body = replace(body, '"spent":3', '"spent":1') WHERE id = ?`)
        .run(annStream).changes,
    ).toBe(1);
    database.close();
    expect(await ledger(copy, 'reconcile')).toEqual({
      code: 1,
      complained: [],
      said: [
        `document-differs  balance ${annStream}: ${annStream}: spent is 1, the events say 3`,
        ...UNEXPLAINED,
        compared('6 differences\\.'),
      ],
    });
  });

  it('waits for nobody while a server has the folder: it says who has it and what to do', async () => {
    const copy = join(root, 'served');
    cpSync(whole, copy, { recursive: true });
    const server = await startServer({ dataDir: copy, env: { ROLES: 'api,projector', AUTH_SECRET: SECRET } });
    try {
      for (const [call, args] of [
        [ledgerProcess, ['verify']],
        [ledger, ['reconcile']],
        [ledger, ['export', '--out', join(root, 'served.csv')]],
      ] as const) {
        const { code, said, complained } = await call(copy, ...args);
        expect([code, said]).toEqual([1, []]);
        expect(complained).toEqual([
          expect.stringMatching(
            new RegExp(
              `^Kinora has the data folder ${copy} open \\(.*process ${server.process.pid}.*\\)\\. Stop it, run this command, and start it again\\.$`,
            ),
          ),
        ]);
      }
      expect(existsSync(join(root, 'served.csv'))).toBe(false);
    } finally {
      await server.stop();
    }
    expect(await ledger(copy, 'verify')).toMatchObject({ code: 0 });
  });
});

describe('npm run ledger -- verify, on a data folder that somebody wrote to', () => {
  let folder: string;
  let signed: string;
  let count = 0;
  beforeAll(async () => {
    signed = join(root, 'signed');
    cpSync(whole, signed, { recursive: true });
    const { code, said } = await ledger(signed, 'root');
    expect(code).toBe(0);
    expect(said[0]).toMatch(new RegExp(`^Signed: ${dayOf(NOON)} [0-9a-f]{64} over 4 events of 2 streams, key `));
  });
  beforeEach(() => {
    folder = join(root, `planted${(count += 1)}`);
    cpSync(signed, folder, { recursive: true });
  });

  /** Changes the events in the file as nobody should, and what is kept of the streams' heads with them. */
  function plant(...statements: readonly string[]): void {
    const database = new Database(join(folder, 'kinora.db'));
    for (const statement of statements) expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
    database.exec('DELETE FROM stream_heads; UPDATE log_state SET recorded_to = -1');
    database.close();
  }
  const at = (stream: string, revision: number): string => `stream = '${stream}' AND revision = ${revision}`;
  const lines = async (): Promise<readonly string[]> => {
    const { code, said } = await ledger(folder, 'verify');
    expect(code).toBe(1);
    return said;
  };
  const broken = `The log does not lead to the root that was signed for ${dayOf(NOON + 3 * DAY)}.`;
  const stored = `The root that was signed for ${dayOf(NOON + 3 * DAY)} covers the hashes as they are stored, so the events named above differ from what it covers.`;
  const reaches = `They lead to the root that was signed for ${dayOf(NOON + 3 * DAY)}.`;

  it('finds nothing where nobody did, and says up to which root', async () => {
    expect(await ledger(folder, 'verify')).toEqual({
      code: 0,
      complained: [],
      said: ['7 events in 3 streams: every chain is intact.', reaches],
    });
    expect(await ledger(whole, 'verify')).toEqual({
      code: 0,
      complained: [],
      said: [
        '6 events in 2 streams: every chain is intact.',
        'No root is signed yet: a stream that was cut at its end would not show.',
      ],
    });
  });

  it('compares with kept roots also when a copy outside cannot be read, and reports the copy by itself', async () => {
    const file = join(folder, 'no-folder');
    writeFileSync(file, '');
    const kept = join(folder, 'kept.json');
    writeFileSync(kept, (await ledger(folder, 'root')).said.at(-1) ?? '');
    const { code, said } = await operatorCommand(
      { DATA_DIR: folder, AUTH_SECRET: SECRET, ROOTS_FOLDER: file },
      'ledger',
      'verify',
      '--roots',
      kept,
    );
    expect([code, said.slice(2)]).toEqual([
      1,
      [
        expect.stringMatching(
          /^The roots were not compared with every copy outside: copy of the ledger roots \(folder\) failed: /,
        ),
        `The log leads to the 1 given roots, from ${dayOf(NOON + 3 * DAY)} to ${dayOf(NOON + 3 * DAY)}.`,
      ],
    ]);
  });

  it('names an event that was changed', async () => {
    plant(`UPDATE events SET data = replace(data, '"amount":3', '"amount":1') WHERE ${at(annStream, 2)}`);
    expect(await lines()).toEqual([
      expect.stringMatching(new RegExp(`^${annStream}: event 2 \\([0-9a-f-]{36}\\) is altered\\.$`)),
      '1 of 3 streams failed verification.',
      stored,
    ]);
  });

  it('names an event that was removed', async () => {
    plant(`DELETE FROM events WHERE ${at(annStream, 1)}`);
    expect(await lines()).toEqual([
      expect.stringMatching(new RegExp(`^${annStream}: event 1 \\([0-9a-f-]{36}\\) is out of order\\.$`)),
      '1 of 3 streams failed verification.',
      broken,
    ]);
  });

  it('names an event that was put before another', async () => {
    plant(
      `UPDATE events SET revision = 9 WHERE ${at(annStream, 1)}`,
      `UPDATE events SET revision = 1 WHERE ${at(annStream, 2)}`,
      `UPDATE events SET revision = 2 WHERE ${at(annStream, 9)}`,
      `UPDATE events SET position = 99 WHERE ${at(annStream, 2)}`,
      `UPDATE events SET position = 2 WHERE ${at(annStream, 1)}`,
      `UPDATE events SET position = 3 WHERE ${at(annStream, 2)}`,
    );
    const [first] = await lines();
    expect(first).toMatch(new RegExp(`^${annStream}: event 1 \\([0-9a-f-]{36}\\) is not chained\\.$`));
  });

  it('names the first event that is missing of a stream that was cut at its end', async () => {
    plant(`DELETE FROM events WHERE ${at(annStream, 3)}`);
    expect(await lines()).toEqual([
      `${annStream}: event 3 is missing: the root of ${dayOf(NOON + DAY)} covers it.`,
      '1 of 3 streams failed verification.',
      broken,
    ]);
  });

  it('names an account that is gone altogether', async () => {
    plant(`DELETE FROM events WHERE stream = '${bobStream}'`);
    expect(await lines()).toEqual([
      `${bobStream}: event 0 is missing: the root of ${dayOf(NOON)} covers it.`,
      '1 of 2 streams failed verification.',
      broken,
    ]);
  });

  it('names a stream that was written anew from some place on, chained as it should be', async () => {
    plant(`DELETE FROM events WHERE ${at(bobStream, 1)}`);
    const opened = await openEmbeddedFolder({ dataDir: folder, clock: { now: () => NOON + DAY } });
    const loop = createAccountLoop(opened.events(), () => undefined);
    expect(
      await loop.execute(bobStream, {
        type: 'adjust',
        at: NOON + DAY,
        adjustmentId: 'a1',
        amount: -1,
        reasonCode: 'correction',
        actor: 'finance-1',
        reference: 'case 1',
      }),
    ).toMatchObject({ ok: true });
    await opened.close();
    expect(await lines()).toEqual([
      `${bobStream}: event 1 is not the one that the root of ${dayOf(NOON + DAY)} covers, or one before it is not.`,
      '1 of 3 streams failed verification.',
      broken,
    ]);
  });

  it('does not take the word of a root that was changed', async () => {
    const database = new Database(join(folder, 'kinora.db'));
    const [table] = database
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%credits_roots%'",
      )
      .all()
      .map(({ name }) => name);
    expect(
      database
        .prepare(
          `UPDATE ${table ?? ''} SET body = replace(body, 'events\\":6', 'events\\":5') WHERE id = '${dayOf(NOON + 3 * DAY)}'`,
        )
        .run().changes,
    ).toBe(1);
    database.close();
    expect(await lines()).toEqual([
      '7 events in 3 streams: every chain is intact.',
      `The root of ${dayOf(NOON + 3 * DAY)} is not signed by the key that it names: it says nothing of the log.`,
      expect.stringContaining(`a root was signed for ${dayOf(NOON + 3 * DAY)}, but this installation has another one`),
    ]);
  });
});

const missing = eventStoreStubMissing() ?? ferretDbMissing() ?? redisMissing() ?? minioMissing();
describeUnless(missing, 'npm run ledger, on servers', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const [events, documents, redis, s3] = await Promise.all([
      startEventStoreStub(),
      startFerretDb(),
      startRedis(),
      freshBucket(),
    ]);
    for (const server of [events, documents, redis]) closing.push(() => server.stop());
    closing.push(() => s3Server.stop());
    env = {
      AUTH_SECRET: SECRET,
      PUBLIC_URL: 'http://127.0.0.1',
      EVENT_STORE_URL: events.url,
      MONGODB_URL: urlWithDatabase(documents.url, 'ledger'),
      REDIS_URL: redis.url,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey ?? '',
      ...defined({ S3_ENDPOINT: s3.endpoint }),
    };
    const home = join(root, 'moved');
    cpSync(whole, home, { recursive: true });
    expect(
      await run(['dist/migrate.js', '--from', 'embedded', '--to', 'distributed'], { ...env, DATA_DIR: home }),
    ).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('works beside the servers of the product, whose read models it names when nobody has folded them', async () => {
    const dataDir = join(root, 'distributed');
    const on = (...args: string[]): Promise<Ended> =>
      operatorCommand({ ...env, DATA_DIR: dataDir, AUTH_SECRET: SECRET }, 'ledger', ...args);
    expect(await run(['dist/cli.js', 'ledger', 'verify'], { ...env, DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      complained: [],
      said: [expect.stringMatching(/^6 events in 2 streams: every chain is intact\.$/), expect.any(String)],
    });
    const behind = await on('reconcile');
    expect(behind).toMatchObject({ code: 1, complained: [] });
    expect(behind.said).toContain(`document-missing  balance ${annStream}: ${annStream}: missing`);
    const server = await startServer({ dataDir, env: { ...env, ROLES: 'api,projector' } });
    try {
      // It waits for what is on its way, and it is beside the projector, not in its place.
      const isBehind = ({ said }: Ended): boolean => said.some((line) => line.startsWith('document-'));
      for (let again = await on('reconcile'); isBehind(again); again = await on('reconcile'))
        expect(again.said.at(-1)).toMatch(/differences\.$/);
      expect((await on('reconcile')).said).toEqual([...UNEXPLAINED, compared('5 differences\\.')]);
      expect((await on('balance', 'bob')).said[1]).toBe(
        'available 3 (spendable 3), held 0, granted 5, adjusted -2, spent 0, expired 0, revoked 0, receivable 0',
      );
      expect((await on('trial-balance')).said.at(-1)).toBe('Debits 20, credits 20: balanced.');
      // The servers have recorded them today: no day of theirs is over.
      expect(await on('root')).toMatchObject({ code: 1, said: ['There is no root yet: no day with events is over.'] });
      expect((await on('verify')).said.at(-1)).toBe(
        'No root is signed yet: a stream that was cut at its end would not show.',
      );
    } finally {
      await server.stop();
    }
  });
});
