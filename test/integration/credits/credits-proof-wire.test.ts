import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RootStamps } from '../../../src/credits/proof/stamp/stamps.js';
import { StampAuthority } from '../../support/stamp/authority.js';
import { ledgerCli } from '../../../src/credits/cli.js';
import type { DailyRootsParts } from '../../../src/credits/proof/daily-roots.js';
import { RootDeliveries } from '../../../src/credits/proof/deliver/deliveries.js';
import { KeptHeads } from '../../../src/credits/proof/kept-heads.js';
import { CoveredStreams } from '../../../src/credits/proof/ledger-streams.js';
import { DAILY_ROOTS } from '../../../src/credits/proof/proof.module.js';
import { keySet, rootsPage, type RootsPage } from '../../../src/credits/proof/root.shared.js';
import { RootLog } from '../../../src/credits/proof/start/root-log.js';
import { readRoots } from '../../../src/credits/proof/check/root-files.js';
import { stampsBeside } from '../../../src/credits/proof/check/root-stamps.js';
import { RootStore } from '../../../src/credits/proof/root-store.js';
import { signingKey } from '../../../src/credits/proof/signing-key.js';
import { verifyReceipt } from '../../../src/credits/proof/verify.shared.js';
import type { Receipt } from '../../../src/credits/proof/receipt.shared.js';
import { CLOCK } from '../../../src/platform/tokens.js';
import { runCli } from '../../../src/platform/cli.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';
import { signInVisitor, type Visitor } from '../../support/people/visitor.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const SECRET = 'the secret of a test that signs its roots with it';
const DAY = 86_400_000;

describe("a receipt over the wire and at the operator's", () => {
  let app: TestApp;
  let authority: StampAuthority;
  let ann: Visitor;
  let grantId: string;
  let folder: string;
  let said: string[];
  let complained: string[];

  /** Runs `npm run ledger -- …` on the application's stores; `opened` counts how often they were asked for. */
  let opened = 0;
  async function ledger(...args: string[]): Promise<number> {
    const parts: DailyRootsParts = {
      log: app.parts.events,
      store: await RootStore.open(app.parts.documents),
      heads: new KeptHeads(app.parts.documents),
      key: signingKey(SECRET),
      covered: app.nest.get(CoveredStreams),
      ahead: () => 0,
      rootLog: new RootLog(app.parts.events),
      copies: async () => [],
    };
    const provided = new Map<unknown, unknown>([
      [DAILY_ROOTS, parts],
      [RootStore, parts.store],
      [CLOCK, app.parts.clock],
      [RootDeliveries, app.nest.get(RootDeliveries, { strict: false })],
      [RootStamps, app.nest.get(RootStamps, { strict: false })],
    ]);
    return runCli(
      [ledgerCli],
      ['ledger', ...args],
      () => {
        opened += 1;
        return Promise.resolve({
          tools: {
            parts: app.parts,
            get: <T>(token: unknown): T => provided.get(token) as T,
            say: (line: string) => void said.push(line),
          },
          close: () => Promise.resolve(),
        }); // what is provided above
      },
      { say: (line) => void said.push(line), complain: (line) => void complained.push(line) },
    );
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-receipt-'));
    authority = await StampAuthority.create(() => app.parts.clock.now(), Date.now());
    await writeFile(join(folder, 'authority.pem'), authority.root);
    app = await startApp({
      env: {
        ROOTS_TIMESTAMP_URL: await authority.listen(),
        ROOTS_TIMESTAMP_CA: join(folder, 'authority.pem'),
        AUTH_SECRET: SECRET,
        ROOTS_FOLDER: join(folder, 'roots'),
        ROOTS_MAIL_TO: 'finance@kinora.example,auditor@example.org',
      },
    });
    ann = await signInVisitor(app.url);
    // Every visitor is welcomed with credits.
    const {
      lines: [line],
    } = await until(
      () => ann.api.credits.statement.query({}),
      ({ lines }) => lines.length > 0,
    );
    grantId = line?.id ?? '';
  });
  afterAll(async () => {
    await app.close();
    await authority.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    said = [];
    complained = [];
    opened = 0;
  });

  const receipt = async (of: Visitor = ann): Promise<Receipt> => {
    const answer = await of.api.credits.receipt.query({ kind: 'grant', id: grantId });
    if (answer.outcome !== 'receipt') throw new Error(answer.outcome);
    return answer.receipt;
  };
  const file = async (name: string, content: unknown): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const wellKnown = async (name: string): Promise<unknown> =>
    (await fetch(`${app.url}/.well-known/kinora/${name}`)).json();

  it('goes from a welcome to a proof: not yet today, proved once the day is over, offline and by what is published', async () => {
    expect(await ledger('root')).toBe(1);
    expect(said).toEqual(['There is no root yet: no day with events is over.']);
    expect(await ledger('verify', await file('today.json', await receipt()))).toBe(1);
    expect(said.at(-1)).toContain('has not been signed yet');

    app.pass(DAY);
    opened = 0;
    expect(await ledger('root')).toBe(0);
    const proved = await receipt();
    const path = await file('receipt.json', proved);
    const keys = await file('keys.json', await wellKnown('ledger-key'));
    const roots = await file('roots.json', await wellKnown('ledger-roots'));
    opened = 0;
    said = [];
    expect(await ledger('verify', path)).toBe(0);
    expect(said.at(-1)).toContain('compare it with the one published');
    expect(await ledger('verify', path, '--key', keys, '--roots', roots)).toBe(0);
    expect(said.at(-1)).toMatch(/^Proven by the root of \d{4}-\d\d-\d\d/);
    expect(opened).toBe(0);

    const { keys: published, root } = await ann.api.credits.published.query({
      day: rootsPage.parse(await wellKnown('ledger-roots')).roots[0]?.day,
    });
    expect(await verifyReceipt(proved, { keys: published, published: () => root?.body })).toMatchObject({
      outcome: 'proved',
      steps: ['file', 'events', 'line', 'inclusion', 'signature', 'key', 'published'],
    });
    expect(keySet.parse(await wellKnown('ledger-key')).keys).toEqual(published);
  });

  it('is proved by the roots that were delivered outside: to a folder, and by email', async () => {
    const outside = join(folder, 'roots');
    const {
      roots: [newest],
    } = rootsPage.parse(await wellKnown('ledger-roots'));
    const day = newest?.day ?? '';
    // The time stamp is delivered last; a file that is being written has a name of its own until it is complete.
    const isDelivered = (names: readonly string[]): boolean =>
      names.includes(`${day}.tsr`) && names.every((name) => !name.startsWith('.'));
    const files = await until(() => readdir(outside).catch(() => []), isDelivered);
    expect(files).toEqual([`${day}.json`, `${day}.tsr`, expect.stringMatching(/^key-[\w-]{43}\.json$/)]);
    expect(JSON.parse(await readFile(join(outside, files[0] ?? ''), 'utf8'))).toEqual(newest);
    const path = await file('receipt.json', await receipt());
    expect(await ledger('verify', path, '--roots', outside, '--key', join(outside, files[2] ?? ''))).toBe(0);
    const isRoot = ({ id }: { readonly id: string }): boolean => id.startsWith('ledger-root.');
    const letters = await until(
      async () => (await app.parts.mail.outbox?.list(100))?.items.filter(isRoot) ?? [],
      (found) => found.length > 1,
    );
    expect(letters.map(({ to }) => to).sort()).toEqual(['auditor@example.org', 'finance@kinora.example']);
    const letter = await app.parts.mail.outbox?.get(letters[0]?.id ?? '');
    expect(JSON.parse(letter?.text.split('\n').find((line) => line.startsWith('{')) ?? '')).toEqual(newest);
    // Once only, however often it is requested.
    expect(await ledger('root')).toBe(0);
    expect((await app.parts.mail.outbox?.list(100))?.items.filter(isRoot)).toHaveLength(2);
  });

  it('is proved by roots whose time an authority outside has stamped', async () => {
    const {
      roots: [newest],
    } = rootsPage.parse(await wellKnown('ledger-roots'));
    const day = newest?.day ?? '';
    for (const kind of ['json', 'tsr']) {
      const served = await fetch(`${app.url}/.well-known/kinora/ledger-roots/${day}.${kind}`);
      expect(
        Buffer.from(await served.arrayBuffer()).equals(await readFile(join(folder, 'roots', `${day}.${kind}`))),
      ).toBe(true);
    }
    const statuses = await Promise.all(
      ['2001-01-01.json', '2001-01-01.tsr', 'yesterday.json', `${day}.txt`].map(
        async (name) => (await fetch(`${app.url}/.well-known/kinora/ledger-roots/${name}`)).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 404, 404]);
    const verdicts = await stampsBeside(join(folder, 'roots'), await readRoots(join(folder, 'roots')), [
      authority.root,
    ]);
    expect(verdicts).toEqual([
      {
        place: join(folder, 'roots', `${day}.tsr`),
        day,
        stamp: { at: expect.any(Number), authority: expect.any(String), isTrusted: true },
      },
    ]);
  });

  it("is refused by the operator's command when anything of it is not what it was", async () => {
    const made = await receipt();
    const data = made.events[0]?.data.replace(/"amount":\d+/, '"amount":9999') ?? '';
    expect(
      await ledger(
        'verify',
        await file('changed.json', {
          ...made,
          events: made.events.with(0, { type: '', metadata: '', ...made.events[0], data }),
        }),
      ),
    ).toBe(1);
    expect(said).toEqual(['Event 0 is not what was written.']);
    expect(await ledger('verify', await file('other.json', { hello: 1 }))).toBe(1);
    expect(said.at(-1)).toBe('This is not a receipt.');
    const stranger = signingKey('the secret of somebody else, just as long as it is');
    expect(
      await ledger(
        'verify',
        await file('receipt.json', made),
        '--key',
        await file('stranger.json', stranger.publicKey),
      ),
    ).toBe(1);
    expect(said.at(-1)).toContain('which is none of those given');
    const rewritten: RootsPage = {
      roots: rootsPage
        .parse(await wellKnown('ledger-roots'))
        .roots.map((root) => ({ ...root, body: root.body.replace(/"tree":"../, '"tree":"00') })),
    };
    expect(
      await ledger('verify', await file('receipt.json', made), '--roots', await file('rewritten.json', rewritten)),
    ).toBe(1);
    expect(said.at(-1)).toContain('the days before were rewritten');
    const others: RootsPage = {
      roots: rootsPage
        .parse(await wellKnown('ledger-roots'))
        .roots.map((root) => ({ ...root, body: root.body.replace(/"day":"\d{4}/, '"day":"2001') })),
    };
    expect(await ledger('verify', await file('receipt.json', made), '--roots', await file('others.json', others))).toBe(
      1,
    );
    expect(said.join(' ')).toMatch(/The given roots have none for \d{4}-\d\d-\d\d/);
  });

  it('says what is wrong with what it is given', async () => {
    expect(await ledger('verify', join(folder, 'nowhere.json'))).toBe(1);
    expect(await ledger('verify', await file('text.json', 'hello'))).toBe(1);
    expect(await ledger('root', '--day', 'yesterday')).toBe(1);
    expect(complained).toEqual([
      `There is no file ${join(folder, 'nowhere.json')}.`,
      `${join(folder, 'text.json')} is not JSON.`,
      'yesterday is not a day such as 2026-11-20.',
    ]);
  });

  it("is nobody else's, and needs a session", async () => {
    const bob = await signInVisitor(app.url);
    expect(await bob.api.credits.receipt.query({ kind: 'grant', id: grantId })).toEqual({ outcome: 'unknown' });
    expect(
      (await fetch(`${app.url}/api/trpc/credits.receipt?input=${encodeURIComponent(JSON.stringify({ id: grantId }))}`))
        .status,
    ).toBe(401);
  });

  it('answers what nobody could have meant with what is wrong', async () => {
    const answer = await fetch(`${app.url}/.well-known/kinora/ledger-roots?limit=0`);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { identifier: 'VALIDATION_ERROR', params: { field: 'limit' } } },
    ]);
    expect((await fetch(`${app.url}/.well-known/kinora/ledger-roots?before=now`)).status).toBe(400);
  });
});
