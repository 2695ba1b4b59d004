import { describe, expect, it, jest } from '@jest/globals';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { Relay } from '../../../src/platform/documents/relay.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { createMemoryMail } from '../../../src/platform/mail/memory.js';
import { codeIn, letter, member, PASSWORD, Person, refusal, tokenIn } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { powered, type PoweredStore } from '../../support/servers/power.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(300_000);

/** Longer than the pause before a second try, shorter than anything that ends. */
const RELAY_PAUSE_MS = 1_000;
const EMAIL = 'ada@example.org';
const ENV = { ROLES: 'api,projector', AUTH_SECRET: 'the same secret at every start, as in a data folder' };

/** An installation that outlives its processes. */
interface Installation {
  readonly power: PoweredStore;
  start(): Promise<TestApp>;
}

function install(): Installation {
  const power = powered(createMemoryDocumentStore());
  const events = keepOpen(createMemoryEventStore({ now: () => Date.now() }));
  const mail = keepOpen(createMemoryMail());
  return { power, start: () => startApp({ env: ENV, parts: { documents: power.store, events, mail } }) };
}

/** What outlives the process that used it. */
function keepOpen<T extends { close(): Promise<void> }>(part: T): T {
  return new Proxy(part, { get: (own, name) => (name === 'close' ? async () => undefined : bound(own, name)) });
}

const bound = (own: object, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(own, name);
  return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(own) : value; // a method of the part's own
};

/** Hands on what is left of the messages, and lets the pauses before further tries pass at once. */
async function settled(app: TestApp): Promise<void> {
  const relay = app.nest.get(Relay, { strict: false });
  while ((await app.parts.documents.pendingMessages(1)).length > 0) {
    app.pass(RELAY_PAUSE_MS);
    await relay.settle();
    // What a consumer waits for may need the event loop.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Says of a call whether it was answered, or refused with what. */
const outcome = async (call: Promise<unknown>): Promise<string> => {
  const answer = await refusal(call).catch(() => 'lost');
  return typeof answer === 'object' && answer !== null && 'identifier' in answer
    ? String(answer.identifier)
    : 'answered';
};

/**
 * Does something with the power cut after each number of writes in turn, until it is done before the cut.
 * @param prepare what is there before; `act` is what is cut; `check` looks at the installation after a start anew
 */
async function cutEverywhere<T>(
  how: 'lost' | 'unanswered',
  prepare: (app: TestApp) => Promise<T>,
  act: (app: TestApp, given: T) => Promise<string>,
  check: (app: TestApp, given: T, outcome: string, power: PoweredStore) => Promise<void>,
): Promise<number> {
  for (let writes = 0; ; writes += 1) {
    const installed = install();
    const { power } = installed;
    const first = await installed.start();
    const given = await prepare(first);
    await settled(first);
    power.cutAfter(writes, how);
    const said = await act(first, given);
    if (!power.isCut()) await settled(first).catch(() => undefined);
    const wasCut = power.isCut();
    await first.close();
    power.mend();
    const second = await installed.start();
    try {
      await settled(second);
      await check(second, given, said, power);
    } finally {
      await second.close();
    }
    if (!wasCut) return writes;
  }
}

/** The same person's browser at the next process, which listens elsewhere. */
function again(app: TestApp, person: Person): Person {
  const next = new Person(app.url);
  next.deviceId = person.deviceId;
  for (const [name, value] of person.cookies) next.cookies.set(name, value);
  return next;
}

const credits = async (person: Person, available: number): Promise<readonly string[]> => {
  for (;;) {
    const view = await person.api.credits.balance.query({});
    if (view.available === available) return view.grants.map(({ source }) => source);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

describe.each(['lost', 'unanswered'] as const)(
  'when the power is cut between any two writes (the last one %s)',
  (how) => {
    it("a verified address is its visitor's in the end, once, with the credits of both", async () => {
      const points = await cutEverywhere(
        how,
        async (app) => {
          const ada = new Person(app.url);
          const { id } = await ada.visit();
          await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
          return { ada, id, mail: await letter(app, EMAIL) };
        },
        async (_, { ada, mail }) => outcome(ada.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(mail) })),
        async (app, { ada: before, id, mail }) => {
          const ada = again(app, before);
          // Nobody has asked for the address since: what was begun was ended by its message.
          const claimed = await (
            await app.parts.documents.collection({ name: 'emails_v1', indexes: [] }, (stored) => stored)
          ).count();
          expect((await ada.me()).email).toBe(claimed === 1 ? EMAIL : undefined);
          const second = await refusal(ada.api.account.verifyEmail.mutate({ token: tokenIn(mail) }));
          expect([
            { verified: true },
            { identifier: 'VERIFICATION_EXPIRED', params: { reason: 'used' } },
          ]).toContainEqual(second);
          expect(await ada.me()).toMatchObject({ id, email: EMAIL });
          const phone = new Person(app.url);
          expect((await phone.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
          expect((await phone.me()).id).toBe(id);
          expect(await credits(phone, 40)).toEqual(['anonymous', 'signup']);
          expect((await new Person(app.url).signIn(before.deviceId)).status).toBe(401);
        },
      );
      expect(points).toBeGreaterThan(3);
    });

    it('a new password is whole or not there, and old sessions stand only with the old one', async () => {
      await cutEverywhere(
        how,
        async (app) => {
          const ada = await member(app, EMAIL);
          await ada.api.account.forgotPassword.mutate({ email: EMAIL });
          return { ada, token: tokenIn(await letter(app, EMAIL, 2)) };
        },
        async (_, { ada, token }) =>
          outcome(ada.api.account.resetPassword.mutate({ token, password: 'another good one' })),
        async (app, { ada, token }, said) => {
          const old = await new Person(app.url).enter({ email: EMAIL, password: PASSWORD });
          const fresh = await new Person(app.url).enter({ email: EMAIL, password: 'another good one' });
          expect([old.status, fresh.status].sort()).toEqual([200, 401]);
          if (said === 'answered') expect(fresh.status).toBe(200);
          expect(await again(app, ada).session()).toEqual(
            fresh.status === 200 ? {} : expect.objectContaining({ expires: expect.any(String) }),
          );
          const later = await outcome(
            new Person(app.url).api.account.resetPassword.mutate({ token, password: 'a third good one' }),
          );
          expect(later).toBe(fresh.status === 200 ? 'VERIFICATION_EXPIRED' : 'answered');
        },
      );
    });

    it('a visitor who signs in is part of the account or still a visitor, and is told of once', async () => {
      await cutEverywhere(
        how,
        async (app) => {
          const ada = await member(app, EMAIL);
          const phone = new Person(app.url);
          const visitor = await phone.visit();
          return { owner: (await ada.me()).id, phone, visitor: visitor.id };
        },
        async (_, { phone }) =>
          String((await phone.enter({ email: EMAIL, password: PASSWORD }).catch(() => ({ status: 'lost' }))).status),
        async (app, { owner, phone: before, visitor }, said, power) => {
          const phone = again(app, before);
          expect((await phone.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
          expect((await phone.me()).id).toBe(owner);
          const received = power.published.filter(({ type }) => type === 'VisitorMerged');
          // With the answer lost after the sign-in was done, the second sign-in is no visitor's any more.
          expect(received.map(({ data }) => data)).toEqual([{ from: visitor, to: owner }]);
          if (said === '200') expect(received).toHaveLength(1);
          expect((await new Person(app.url).signIn(before.deviceId)).status).toBe(401);
        },
      );
    });
  },
);
