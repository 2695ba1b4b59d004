import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { defined } from '../../../src/kernel/defined.shared.js';
import { cancel, enqueue, reserve } from '../../../src/creation/tasks/task.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import { FindExpiring, type ExpiringSoon } from '../../../src/credits/index.js';
import { type Notify } from '../../../src/identity/index.js';
import { noticeDocument, Notices, NOTICES } from '../../../src/identity/notices/notices.js';
import { NOTICES_KEPT, type NoticeContent } from '../../../src/identity/notices/notices.shared.js';
import { userPurged } from '../../../src/identity/messages.js';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import type { Relay } from '../../../src/platform/documents/relay.js';
import { callerOf } from '../../../src/platform/http/trpc/trpc.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { NOTICE_BEFORE_MS } from '../../../src/rewards/notice.policy.js';
import { RewardNoticesModule } from '../../../src/rewards/notices.module.js';
import { member, PASSWORD, Person } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { account, startCredits } from '../../support/people/credits.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const DAY = 86_400_000;

describe('what somebody is told', () => {
  let app: TestApp;
  let notices: Notices;
  const received: string[] = [];

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    notices = new Notices(
      await app.parts.documents.collection(NOTICES, (stored) => noticeDocument.parse(stored)),
      { find: async (id) => (id === 'gone' ? undefined : { id, createdAt: 1, userGroup: 101, roles: [] }) },
      (userId) => void received.push(userId),
    );
  });
  afterAll(() => app.close());

  const kinds = async (person: Person): Promise<readonly NoticeContent['kind'][]> =>
    (await person.api.notices.list.query({})).items.map(({ content }) => content.kind);
  const someone = (): UserId => randomUUID() as UserId; // a test's own user
  const add = (userId: UserId, cause: string, at: number): Promise<void> =>
    notices.add({ userId, cause, at, content: { kind: 'account-restored' } });

  it('begins with the welcome of a new account, unread until it is read', async () => {
    const ada = await member(app, 'ada@example.org');
    const page = await until(
      () => ada.api.notices.list.query({}),
      ({ items }) => items.length > 0,
    );
    expect(page).toMatchObject({
      unread: 1,
      items: [{ id: 'sign-up', unread: true, content: { kind: 'credits-given', source: 'signup', amount: 30 } }],
    });
    expect(await ada.api.notices.read.mutate({ ids: ['sign-up', 'another’s'] })).toEqual({ unread: 0 });
    expect(await ada.api.notices.list.query({})).toMatchObject({ unread: 0, items: [{ unread: false }] });
  });

  it('has what became of a creation, for its owner alone', async () => {
    const [ada, eve] = [await member(app, 'ann@example.org'), await member(app, 'eve@example.org')];
    const owner = (await ada.me()).id as UserId; // the session's own
    const tasks = await TaskStore.open(app.parts.documents, app.parts.logger);
    const at = app.parts.clock.now();
    const id = randomUUID() as TaskId; // a test's own task
    const wanted = enqueue(
      reserve({
        id,
        owner,
        payer: owner,
        fingerprint: 'f',
        input: { prompt: 'a lake', negativePrompt: '', model: 'preview', count: 1, seed: 7 },
        params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
        sources: [],
        media: 'image',
        seconds: 0,
        width: 64,
        height: 64,
        price: { amount: 0, base: 0, perOutput: 0, version: 1 },
        eligibility: 'any',
        parallel: 1,
        lane: 'free',
        marked: false,
        createdAt: at,
        deadlineAt: at + 60_000,
      }),
      at,
      { stream: `credits-${owner}.kinora.credits` as StreamName, revision: 0 },
    ); // a test's own stream
    if (!wanted.ok) throw new Error(wanted.error);
    await tasks.create(wanted.value);
    await tasks.change(id, (task) => cancel(task, at, 'deadline'));
    const page = await until(
      () => ada.api.notices.list.query({}),
      ({ items }) => items.some(({ content }) => content.kind === 'creation-failed'),
    );
    expect(page.items.find(({ id: cause }) => cause === `task.${id}`)).toMatchObject({
      at,
      unread: true,
      content: { taskId: id, media: 'image' },
    });
    expect(await kinds(eve)).toEqual(['credits-given']);
  });

  it('comes live, the first page at once and again when it is another', async () => {
    const ada = await member(app, 'live@example.org');
    await until(
      () => kinds(ada),
      (all) => all.length === 1,
    );
    const me = await ada.me();
    const user: SessionUser = {
      id: me.id as UserId,
      email: 'live@example.org',
      dateCreated: 1,
      anonymous: false,
      roles: [],
      sid: 's' as SessionUser['sid'],
    }; // the session's own
    const stop = new AbortController();
    const seen: number[] = [];
    const watched = await callerOf(app.router)(
      { user, request: { ip: '127.0.0.1', language: 'en', requestId: 'r', origin: 'http://localhost' } },
      { signal: stop.signal },
    ).notices.onChange();
    const watching = (async () => {
      for await (const { unread } of watched) seen.push(unread);
    })();
    await until(
      async () => seen.length,
      (count) => count === 1,
    );
    await ada.api.notices.read.mutate({ upTo: app.parts.clock.now() });
    await until(
      async () => seen.length,
      (count) => count === 2,
    );
    stop.abort();
    await watching;
    expect(seen).toEqual([1, 0]);
  });

  it('goes along when a visitor signs in to an account', async () => {
    await member(app, 'home@example.org');
    const visitor = new Person(app.url);
    const { id: from } = await visitor.visit();
    await notices.add({
      userId: from as UserId,
      cause: 'task.of-a-visitor',
      at: 5,
      content: { kind: 'creation-failed', taskId: 't', media: 'video' },
    }); // the session's own
    await visitor.enter({ email: 'home@example.org', password: PASSWORD });
    await until(
      () => kinds(visitor),
      (all) => all.includes('creation-failed'),
    );
    expect(await notices.of(from as UserId)).toEqual([]); // the session's own
  });

  it('goes away with the account', async () => {
    const userId = someone();
    await add(userId, 'a', 1);
    await app.parts.documents
      .collection({ name: 'told_by_the_test', indexes: [] }, (stored) => stored)
      .then((collection) =>
        collection.put({ id: userId, document: {}, expectedVersion: 0, outbox: [userPurged({ userId })] }),
      );
    await until(
      () => notices.of(userId),
      (all) => all.length === 0,
    );
  });

  it('is told once for each cause, and to nobody who is gone', async () => {
    const userId = someone();
    received.length = 0;
    for (let times = 0; times < 3; times += 1) await add(userId, 'same', 7);
    expect([await notices.of(userId), received]).toEqual([
      [{ id: 'same', at: 7, unread: true, content: { kind: 'account-restored' } }],
      [userId],
    ]);
    await add('gone' as UserId, 'x', 1); // a test's own user
    expect(await notices.of('gone' as UserId)).toEqual([]); // a test's own user
  });

  it('is no more than so many, the oldest go first and do not come back', async () => {
    const userId = someone();
    for (let count = 0; count < NOTICES_KEPT.each + 5; count += 1) await add(userId, `cause-${count}`, 1_000 + count);
    await add(userId, 'cause-0', 1_000);
    const all = await notices.of(userId);
    expect([all.length, all[0]?.id, all.at(-1)?.id]).toEqual([
      NOTICES_KEPT.each,
      'cause-5',
      `cause-${NOTICES_KEPT.each + 4}`,
    ]);
    const first = await notices.page(userId, 150);
    const rest = await notices.page(userId, 150, first.next);
    expect([first.items.length, rest.items.length, rest.next, first.unread]).toEqual([
      150,
      50,
      undefined,
      NOTICES_KEPT.each,
    ]);
    expect(await notices.read(userId, { upTo: 1_000 + NOTICES_KEPT.each })).toBe(4);
  });

  it('is kept for ninety days', async () => {
    const userId = someone();
    await add(userId, 'old', 1_000);
    await add(userId, 'newer', 1_001);
    await notices.sweep(1_001 + NOTICES_KEPT.ms);
    expect((await notices.of(userId)).map(({ id }) => id)).toEqual(['newer']);
  });
});

describe('whoever has credits that expire soon', () => {
  it('is found by what of their grants ends in time', async () => {
    const credits = await startCredits({ now: 1_000 * DAY });
    try {
      const at = credits.now;
      for (const [user, expiresAt] of [
        ['soon', at + 2 * DAY],
        ['later', at + 9 * DAY],
        ['never', undefined],
      ] as const) {
        await credits.done(account(user), {
          type: 'grant',
          grantId: 'g',
          source: 'mission',
          amount: 7,
          eligibility: 'any',
          at,
          ...defined({ expiresAt }),
        });
      }
      const find = async (): Promise<ExpiringSoon[]> => {
        const found: ExpiringSoon[] = [];
        for await (const page of await credits.ask(new FindExpiring(at, at + 3 * DAY))) found.push(...page);
        return found;
      };
      expect(await until(find, (found) => found.length > 0)).toEqual([
        { account: account('soon'), at: at + 2 * DAY, amount: 7 },
      ]);
    } finally {
      await credits.close();
    }
  });

  it('is told once for each time at which some go, and what cannot be found is looked for again', async () => {
    const request: Notify[] = [];
    const warned: string[] = [];
    async function* pages() {
      yield [{ account: account('ann'), at: 500, amount: 7 }];
    }
    const silent = (): void => {};
    let isDown = false;
    const received = new RewardNoticesModule(
      { register: silent } as unknown as Relay, // nothing of it is used here
      // it is asked for this alone
      { execute: async (command: Notify) => void request.push(command) } as unknown as CommandBus,
      { execute: async () => (isDown ? Promise.reject(new Error('down')) : pages()) } as unknown as QueryBus, // it is asked for this alone
      { now: () => 100 },
      { debug: silent, info: silent, error: silent, warn: (_fields, message) => void warned.push(message) },
      { roles: new Set() },
    );
    await received.remind();
    isDown = true;
    await received.remind();
    expect(request.map(({ notice }) => notice)).toEqual([
      {
        userId: 'ann',
        cause: 'expiring.kinora.credits.500',
        at: 500 - NOTICE_BEFORE_MS,
        content: { kind: 'credits-expiring', amount: 7, at: 500 },
      },
    ]);
    expect(warned).toHaveLength(1);
  });
});
