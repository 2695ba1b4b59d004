import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OfferAdministration } from '../../../src/identity/index.js';
import { usersCli } from '../../../src/identity/cli.js';
import { Operators } from '../../../src/identity/operators/operators.js';
import { runCli } from '../../../src/platform/cli.js';
import { OperatorChain } from '../../../src/identity/operators/operator-log/log.js';
import { linkHash } from '../../../src/kernel/event-sourcing/chain.js';
import { openEmbeddedFolder, type EmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import type { UserId } from '../../../src/platform/http/security/session-user.js';
import { subjectsOf } from '../../../src/platform/http/operator-log.js';
import { Database } from '../../../src/platform/sqlite/driver.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { letter, member, type Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';

const quiet = { warn: () => undefined };

describe('what administrators and finance do', () => {
  let app: TestApp;
  let ada: Person;
  let isAway = false;
  beforeAll(async () => {
    const events = createMemoryEventStore({ now: () => Date.now() });
    const append = events.append.bind(events);
    events.append = (stream, ...rest) =>
      isAway && stream.startsWith('operators-')
        ? Promise.reject(new StoreUnavailable('events', 'unreachable', 'away'))
        : append(stream, ...rest);
    app = await startApp({ env: { ROLES: 'api,projector' }, parts: { events } });
    ada = await member(app, 'ada@example.org');
    await ada.api.account.claimAdmin.mutate({
      token: (await app.nest.get(CommandBus).execute(new OfferAdministration())) ?? '',
    });
  });
  afterAll(() => app.close());

  it('is kept by whom, what, about which id and when, and nothing of what was shown', async () => {
    const mail = await letter(app, 'ada@example.org');
    await ada.api.mail.get.query({ id: mail.id });
    const { records } = await ada.api.operatorLog.list.query({});
    const [list, read] = records;
    expect(list).toMatchObject({ what: 'operatorLog.list', permission: 'readOperatorLog', subjects: {} });
    expect(read).toMatchObject({
      who: (await ada.me()).id,
      what: 'mail.get',
      permission: 'readLetters',
      subjects: { id: mail.id },
    });
    expect(read?.at).toBeGreaterThan(Date.now() - 600_000);
    expect(JSON.stringify(records)).not.toContain('@');
  });

  it('names who granted and took which role, by the link and by the command line', async () => {
    const eve = await member(app, 'eva@example.org');
    const [adaId, eveId] = [(await ada.me()).id, (await eve.me()).id];
    const users = (...args: string[]): Promise<number> =>
      runCli(
        [usersCli],
        ['users', ...args],
        async () => ({
          tools: { parts: app.parts, get: (token) => app.nest.get(token, { strict: false }), say: () => undefined },
          close: async () => undefined,
        }),
        { say: () => undefined, complain: () => undefined },
      );
    expect(await users('grant-role', 'eva@example.org', 'finance')).toBe(0);
    expect(await users('grant-role', 'eva@example.org', 'finance')).toBe(0);
    expect(await users('revoke-role', 'eva@example.org', 'finance')).toBe(0);
    const { records } = await ada.api.operatorLog.list.query({ limit: 200 });
    const changes = records.filter(({ kind }) => kind.startsWith('role')).toReversed();
    expect(changes).toMatchObject([
      { kind: 'roleGranted', role: 'admin', who: adaId, what: 'admin link', subjects: { userId: adaId } },
      { kind: 'roleGranted', role: 'finance', who: adaId, what: 'admin link', subjects: { userId: adaId } },
      {
        kind: 'roleGranted',
        role: 'finance',
        who: 'operator:cli',
        what: 'users grant-role',
        subjects: { userId: eveId },
      },
      {
        kind: 'roleRevoked',
        role: 'finance',
        who: 'operator:cli',
        what: 'users revoke-role',
        subjects: { userId: eveId },
      },
    ]);
    expect((await app.nest.get(OperatorChain, { strict: false }).verify()).intact).toBe(true);
  });

  it('leaves a role as it is when the change cannot be kept', async () => {
    const mia = await member(app, 'mia@example.org');
    isAway = true;
    try {
      const operators = app.nest.get(Operators, { strict: false });
      await expect(
        operators.grant((await mia.me()).id as UserId, 'finance', { who: 'operator:cli' as UserId, what: 'a test' }),
      ).rejects.toThrow(StoreUnavailable); // a test's own
    } finally {
      isAway = false;
    }
    expect(await refusal(mia.api.finance.reconcile.mutate())).toMatchObject({ identifier: 'PERMISSION_ERROR' });
  });

  it('is done and kept where the call has no input', async () => {
    expect(await ada.api.finance.reconcile.mutate()).toMatchObject({ found: 0 });
    expect((await ada.api.operatorLog.list.query({})).records[1]).toMatchObject({
      what: 'finance.reconcile',
      subjects: {},
    });
  });

  it('is exported as lines whose hashes anybody can follow, and found to be what was written', async () => {
    const answer = await ada.fetch('/api/operator-log');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    // The lines of this file have this form.
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { number: number; hash: string; previousHash: string; what: string });
    expect(lines.at(-1)).toMatchObject({ what: 'GET /api/operator-log' });
    expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
    for (const [index, { previousHash }] of lines.entries())
      expect(previousHash).toBe(lines[index - 1]?.hash ?? '0'.repeat(64));
    expect(await ada.api.operatorLog.verify.query()).toMatchObject({ intact: true, records: lines.length + 1 });
  });

  it('is shown page by page, to them alone', async () => {
    const first = await ada.api.operatorLog.list.query({ limit: 2 });
    const second = await ada.api.operatorLog.list.query({ limit: 2, cursor: first.next ?? null });
    expect([...first.records, ...second.records].map(({ number }) => number)).toEqual(
      [0, 1, 2, 3].map((less) => (first.records[0]?.number ?? 0) - less),
    );
    const eve = await member(app, 'eve@example.org');
    expect(await refusal(eve.api.operatorLog.list.query({}))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    expect((await eve.fetch('/api/operator-log')).status).toBe(403);
    expect((await ada.api.operatorLog.list.query({ limit: 1 })).records[0]?.number).toBe(
      (first.records[0]?.number ?? 0) + 2,
    );
  });

  it('is not done when it cannot be kept', async () => {
    isAway = true;
    try {
      expect(await refusal(ada.api.mail.list.query({}))).toMatchObject({ identifier: 'TRY_AGAIN' });
      expect((await ada.api.credits.balance.query({})).available).toBeGreaterThanOrEqual(0);
    } finally {
      isAway = false;
    }
    expect((await ada.api.mail.list.query({})).kept).toBe(true);
  });
});

describe('the chain of the log', () => {
  let dataDir: string;
  let folder: EmbeddedFolder;
  const clock = { now: () => 1_800_000_000_000 };
  const chain = () => new OperatorChain(folder.events(), clock, quiet);
  const reopen = async (): Promise<void> => {
    folder = await openEmbeddedFolder({ dataDir, clock });
  };
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-operators-'));
    await reopen();
    const log = chain();
    for (const id of ['m1', 'm2', 'm3'])
      await log.record({ who: 'u1' as UserId, permission: 'readLetters', what: 'mail.get', subjects: { id } }); // a test's own user
  });
  afterEach(async () => {
    await folder.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Changes the file as nobody should. */
  const plant = async (statement: string): Promise<void> => {
    await folder.close();
    const database = new Database(join(dataDir, 'kinora.db'));
    expect(database.prepare(statement).run().changes).toBe(1);
    database.exec('DELETE FROM stream_heads; UPDATE log_state SET recorded_to = -1');
    database.close();
    await reopen();
  };

  it('goes on in the next process', async () => {
    await folder.close();
    await reopen();
    await chain().record({ who: 'u2' as UserId, permission: 'readLetters', what: 'mail.list', subjects: {} }); // a test's own user
    const { records } = await chain().page(10);
    expect(records.map(({ number, what }) => [number, what])).toEqual([
      [4, 'mail.list'],
      [3, 'mail.get'],
      [2, 'mail.get'],
      [1, 'mail.get'],
    ]);
    expect(await chain().verify()).toEqual({ intact: true, records: 4, hash: records[0]?.hash });
  });

  it.each([
    [
      'changed',
      "UPDATE events SET data = replace(data, 'm2', 'm9') WHERE stream = 'operators-log' AND revision = 1",
      { reason: 'altered', number: 2 },
    ],
    ['removed', "DELETE FROM events WHERE stream = 'operators-log' AND revision = 1", { reason: 'out of order' }],
  ])('names a record that was %s', async (_, statement, verdict) => {
    await plant(statement);
    expect(await chain().verify()).toMatchObject({ intact: false, ...verdict });
  });

  it('goes on where an older record cannot be read any more, which keeps nobody out', async () => {
    await plant("UPDATE events SET data = '{}' WHERE stream = 'operators-log' AND revision = 0");
    expect(
      await chain().record({ who: 'u2' as UserId, permission: 'readLetters', what: 'mail.list', subjects: {} }),
    ).toEqual({ ok: true, value: undefined }); // a test's own user
    expect(await chain().verify()).toMatchObject({ intact: false, reason: 'altered', number: 1 });
  });

  it('is that of every stream: a hash over the one before it and the stored bytes', async () => {
    const [second, first] = (await chain().page(2, 3)).records;
    const [, event] = await folder
      .events()
      .readStream('operators-log' as Parameters<ReturnType<EmbeddedFolder['events']>['readStream']>[0]); // the log's own name
    expect(second?.previousHash).toBe(first?.hash);
    expect(
      event === undefined ? undefined : linkHash(first?.hash ?? '', { ...event, version: 1, at: clock.now() }),
    ).toBe(second?.hash);
  });
});

it('the ids of a call are kept, and no words and no addresses', () => {
  expect(
    subjectsOf({
      id: 'a-1',
      userId: 'u.1',
      text: 'hello',
      email: 'ada@example.org',
      id2: 'x',
      deep: { taskId: 't', deeper: { holdId: 'h', deepest: { grantId: 'g' } } },
      list: [{ id: 'l' }],
    }),
  ).toEqual({ id: 'a-1', userId: 'u.1', 'deep.taskId': 't', 'deep.deeper.holdId': 'h' });
  expect(subjectsOf({ of: 'in_1', body: { invoiceId: 'i-1' } })).toEqual({ of: 'in_1', 'body.invoiceId': 'i-1' });
  expect(subjectsOf({ id: 'ada@example.org', userId: 'two words', of: 'ada@example.org' })).toEqual({});
  expect(subjectsOf({ of: 'Lovelace' })).toEqual({});
  expect(subjectsOf(null)).toEqual({});
});
