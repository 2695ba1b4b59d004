import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DailyQuota } from '../../../src/creation/tasks/submit/daily-quota.js';
import { UploadStore } from '../../../src/creation/uploads/upload.store.js';
import { begin, type UploadId } from '../../../src/creation/uploads/upload.js';
import { Addresses, emailDocument, EMAILS } from '../../../src/identity/accounts/addresses.js';
import { exportDocument, Exports, EXPORTS } from '../../../src/identity/exports/exports.js';
import { Leaving } from '../../../src/identity/accounts/leaving.js';
import { identityDocument, Identities, IDENTITIES } from '../../../src/identity/providers/identities.js';
import { OperatorChain } from '../../../src/identity/operators/operator-log/log.js';
import { Operators } from '../../../src/identity/operators/operators.js';
import { sessionDocument, Sessions, SESSIONS } from '../../../src/identity/sessions/sessions.js';
import { deviceDocument, DEVICES, userDocument, USERS } from '../../../src/identity/accounts/user.js';
import { Users } from '../../../src/identity/accounts/users.js';
import { GRANT_COUNTERS, GrantCaps, grantCounter, NO_CAPS } from '../../../src/identity/grants/grant-caps.js';
import { HumanGate } from '../../../src/identity/human-check/gate.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import { letter, linkIn, member, PASSWORD, Person, refusal } from '../../support/people/account.js';
import type { TestApp } from '../../support/servers/app.js';
import { appsOfEachTest } from '../../support/servers/apps.js';
import { drawn } from '../../support/people/drawn.js';
import { until } from '../../support/until.js';

const ADA = 'ada@example.org';
const DAY = 86_400_000;

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

/** The purge of an application under test, on its own documents: the time is the test's. */
async function leavingOf({ nest, parts }: TestApp): Promise<Leaving> {
  const { documents, jobs, blobs, random, clock } = parts;
  const counters = await documents.collection(GRANT_COUNTERS, (stored) => grantCounter.parse(stored));
  const users = new Users(
    await documents.collection(USERS, (stored) => userDocument.parse(stored)),
    await documents.collection(DEVICES, (stored) => deviceDocument.parse(stored)),
    new GrantCaps(counters, { visitor: NO_CAPS, signUp: NO_CAPS, reward: NO_CAPS }, Buffer.alloc(32)),
    random,
    new HumanGate(undefined),
  );
  const sessions = new Sessions(
    await documents.collection(SESSIONS, (stored) => sessionDocument.parse(stored)),
    users,
    random,
    clock,
  );
  const identities = new Identities(await documents.collection(IDENTITIES, (stored) => identityDocument.parse(stored)));
  const addresses = new Addresses(
    await documents.collection(EMAILS, (stored) => emailDocument.parse(stored)),
    users,
    identities,
    random,
    () => undefined,
  );
  const exports = new Exports({
    documents: await documents.collection(EXPORTS, (stored) => exportDocument.parse(stored)),
    jobs,
    blobs,
  });
  return new Leaving({ users, sessions, addresses, identities, exports, roles: nest.get(OperatorChain) });
}

/** Everything that the documents hold, as text. */
async function everything({ parts: { documents } }: TestApp): Promise<string> {
  const found: string[] = [];
  for (const name of await documents.collections())
    for await (const carried of documents.carryOut(name)) found.push(JSON.stringify({ name, ...carried }));
  return found.join('\n');
}

/** Who visited before they signed in to this account. */
async function visitorsOf({ parts: { documents } }: TestApp, id: string): Promise<readonly string[]> {
  const { items } = await (
    await documents.collection(USERS, (stored) => userDocument.parse(stored))
  ).find({ where: { mergedInto: id }, limit: 10 });
  return items.map((item) => item.id);
}

const settled = (app: TestApp): Promise<unknown> =>
  until(
    async () => (await app.parts.documents.pendingMessages(1)).length,
    (left) => left === 0,
  );

describe('deleting an account', () => {
  const start = appsOfEachTest();
  let app: TestApp;
  let ada: Person;
  beforeEach(async () => {
    app = await start({ env: { ROLES: 'api,projector' } });
    ada = await member(app, ADA);
  });
  const leave = () => ada.api.account.delete.mutate({ confirm: ADA, password: PASSWORD });

  it('asks for the address and the password once more', async () => {
    expect(await refusal(ada.api.account.delete.mutate({ confirm: 'yes', password: PASSWORD }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'confirm' },
    });
    expect(await refusal(ada.api.account.delete.mutate({ confirm: ADA, password: 'not the password' }))).toMatchObject({
      identifier: 'WRONG_CREDENTIALS',
    });
    expect(await refusal(ada.api.account.delete.mutate({ confirm: ADA }))).toMatchObject({
      identifier: 'WRONG_CREDENTIALS',
    });
    expect(await ada.me()).toMatchObject({ email: ADA });
    const visitor = new Person(app.url);
    await visitor.visit();
    expect(await refusal(visitor.api.account.delete.mutate({ confirm: ADA }))).toMatchObject({
      identifier: 'NOT_SIGNED_IN',
    });
    expect(await ada.api.account.ways.query()).toEqual({ password: true, providers: [] });
  });

  it('lets nobody guess the password by it', async () => {
    const said = [];
    for (let tries = 0; tries < 12; tries += 1)
      said.push(await refusal(ada.api.account.delete.mutate({ confirm: ADA, password: `guess ${tries}` })));
    expect(said.at(-1)).toMatchObject({ identifier: 'TOO_MANY_ATTEMPTS' });
  });

  it('ends every session at once, and says in a letter how to take it back', async () => {
    const elsewhere = new Person(app.url);
    await elsewhere.enter({ email: ADA, password: PASSWORD });
    const { restorableUntil } = await leave();
    expect(restorableUntil).toBeGreaterThan(Date.now() + 29 * DAY);
    expect([await ada.session(), await elsewhere.session()]).toEqual([{}, {}]);
    const mail = await letter(app, ADA, 2);
    expect([mail.subject, linkIn(mail)]).toEqual([
      'Your Kinora account was deleted',
      `${app.url.replace('127.0.0.1', 'localhost')}/sign-in`,
    ]);
  });

  it('says USER_DELETED to whoever knows the password, and to nobody else', async () => {
    await leave();
    const person = new Person(app.url);
    expect(await person.enter({ email: ADA, password: PASSWORD })).toMatchObject({ status: 403, code: 'USER_DELETED' });
    expect(await person.enter({ email: ADA, password: 'not the password', restore: 'true' })).toMatchObject({
      status: 401,
      code: 'WRONG_CREDENTIALS',
    });
    expect(await person.session()).toEqual({});
    expect((await person.signIn(ada.deviceId)).status).toBe(401);
  });

  it('is undone by signing in with the wish to, for 30 days and no longer', async () => {
    const { id } = await ada.me();
    await leave();
    app.pass(29 * DAY);
    expect(await ada.enter({ email: ADA, password: PASSWORD, restore: 'true' })).toMatchObject({ status: 200 });
    expect((await ada.me()).id).toBe(id);
    await leave();
    app.pass(30 * DAY);
    expect(await ada.enter({ email: ADA, password: PASSWORD, restore: 'true' })).toMatchObject({
      code: 'USER_DELETED',
    });
  });

  it('clears away after 30 days whatever names somebody, and keeps the ledger', async () => {
    const { id } = await ada.me();
    const visitor = new Person(app.url);
    await visitor.visit();
    await visitor.enter({ email: ADA, password: PASSWORD });
    await until(
      async () => (await ada.api.credits.balance.query({})).available,
      (available) => available > 0,
    );
    await ada.api.text2Image.create.mutate({
      requestId: randomUUID(),
      prompt: 'a lake that only she has asked for',
      model: 'preview',
      aspect: '16:9',
      count: 1,
      seed: 7,
      price: { amount: 1, priceVersion: 1 },
    });
    await ada.api.project.create.mutate({ requestId: randomUUID(), name: 'a project of hers' });
    await ada.api.profile.update.mutate({ name: 'Ada the Countess', firstName: '', lastName: '' });
    const written = { name: 'Ada', email: ADA.toUpperCase(), topic: 'other' as const };
    await ada.api.contact.send.mutate({ ...written, id: randomUUID(), message: 'what she wrote signed in' });
    await new Person(app.url).api.contact.send.mutate({
      ...written,
      id: randomUUID(),
      message: 'what she wrote signed out',
    });
    const freeVideos = await DailyQuota.open(app.parts.documents, { getMany: async () => [] }, 'free_videos');
    for (const user of [id, (await visitorsOf(app, id))[0] ?? ''])
      await freeVideos.take(user as UserId, randomUUID() as TaskId, 3, Date.now()); // stored ids, and a test's own task
    await leave();
    await settled(app);
    const leaving = await leavingOf(app);
    const deletedAt = Date.now();
    await leaving.purge(deletedAt + 30 * DAY);
    expect(await everything(app)).toContain(ADA);
    await leaving.purge(deletedAt + 30 * DAY + 3_700_000);
    await settled(app);
    const left = await everything(app);
    // Sign-ups end by themselves after a day, as the housekeeping's own test says.
    const kept = left
      .split('\n')
      .filter((line) => !line.includes('"name":"sign_ups_v1"'))
      .join('\n');
    expect(await app.parts.documents.collections()).not.toContain('free_videos');
    for (const trace of [
      ADA,
      ADA.toUpperCase(),
      'argon2',
      'a lake that only she',
      'a project of hers',
      'the Countess',
      'what she wrote',
      ada.deviceId,
      visitor.deviceId,
    ])
      expect(kept).not.toContain(trace);
    const events: string[] = [];
    const abort = new AbortController();
    for await (const batch of app.parts.events.follow({ after: -1, prefixes: ['credits-'], signal: abort.signal })) {
      events.push(...batch.events.map(({ stream, type }) => `${stream} ${type}`));
      if (batch.caughtUp) abort.abort();
    }
    expect(events.filter((event) => event.includes(id)).length).toBeGreaterThan(0);
    for (const device of [ada.deviceId, visitor.deviceId])
      expect((await new Person(app.url).signIn(device)).status).toBe(401);
  });

  it('ends the roles of the account with it, which the operator log records', async () => {
    const id = (await ada.me()).id as UserId; // the session's own
    await app.nest.get(Operators).grant(id, 'finance', { who: id, what: 'the test' });
    await leave();
    const leaving = await leavingOf(app);
    await leaving.purge(Date.now() + 29 * DAY);
    const roles = async () =>
      (await app.nest.get(OperatorChain).page(10)).records
        .filter(({ kind }) => kind !== 'call')
        .map(({ kind, who, what, subjects }) => ({ kind, who, what, subjects }));
    expect(await roles()).toEqual([{ kind: 'roleGranted', who: id, what: 'the test', subjects: { userId: id } }]);
    await leaving.purge(Date.now() + 31 * DAY);
    expect((await roles())[0]).toEqual({
      kind: 'roleRevoked',
      who: id,
      what: 'account deleted',
      subjects: { userId: id },
    });
  });

  it('is done at once and for good for a visitor, whose ledger stays; an account is not deleted so', async () => {
    expect(await refusal(ada.api.account.deleteVisitor.mutate())).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    const visitor = new Person(app.url);
    await visitor.visit();
    const { id } = await visitor.me();
    await until(
      async () => (await visitor.api.credits.balance.query({})).available,
      (available) => available > 0,
    );
    await visitor.api.text2Image.create.mutate({
      requestId: randomUUID(),
      prompt: 'a lake that only a visitor has asked for',
      model: 'preview',
      aspect: '16:9',
      count: 1,
      seed: 7,
      price: { amount: 1, priceVersion: 1 },
    });
    const uploads = await UploadStore.open(app.parts.documents);
    await uploads.create(
      begin(
        { id: randomUUID() as UploadId, owner: id as UserId, purpose: 'image', bytes: 1 },
        'whole',
        app.parts.clock.now(),
      ),
    ); // ids of the test's own
    expect(await everything(app)).toContain(visitor.deviceId);
    await visitor.api.account.deleteVisitor.mutate();
    expect(await refusal(visitor.api.credits.balance.query({}))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
    await settled(app);
    const left = await everything(app);
    for (const trace of [visitor.deviceId, 'a lake that only a visitor']) expect(left).not.toContain(trace);
    expect((await uploads.of(id as UserId)).map(({ state }) => state)).toEqual(['ending']); // the session's own
    // What was let in before, and is written after.
    await drawn(app, id as UserId, { prompt: 'a lake that was under way' }); // the session's own
    await (await leavingOf(app)).purgeAgain(app.parts.clock.now() + 660_000);
    await settled(app);
    expect(await everything(app)).not.toContain('a lake that was under way');
    const abort = new AbortController();
    let events = 0;
    for await (const batch of app.parts.events.follow({ after: -1, prefixes: ['credits-'], signal: abort.signal })) {
      events += batch.events.filter(({ stream }) => stream.includes(id)).length;
      if (batch.caughtUp) abort.abort();
    }
    expect(events).toBeGreaterThan(0);
    expect((await new Person(app.url).signIn(visitor.deviceId)).status).toBe(401);
    expect(await ada.me()).toMatchObject({ email: ADA });
  });

  it('frees the address after that for somebody new', async () => {
    const { id } = await ada.me();
    await leave();
    app.pass(31 * DAY);
    await (await leavingOf(app)).purge(app.parts.clock.now());
    const person = new Person(app.url);
    expect(await person.enter({ email: ADA, password: PASSWORD })).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    await person.visit();
    await person.api.account.signUp.mutate({ email: ADA, password: PASSWORD });
    const mail = await letter(app, ADA, 3);
    expect(mail.subject).toMatch(/code/);
    expect((await person.me()).id).not.toBe(id);
  });

  it('is cleared away by the hourly housekeeping, though nobody looks', async () => {
    await leave();
    await settled(app);
    app.pass(31 * DAY);
    const { Housekeeping } = await import('../../../src/identity/accounts/housekeeping.js');
    const nothing = { sweep: async () => undefined };
    await new Housekeeping({
      sessions: nothing,
      grants: nothing,
      signUpGrants: nothing,
      knownOrigins: nothing,
      signUps: nothing,
      resets: nothing,
      operators: nothing,
      attempts: nothing,
      exports: nothing,
      leaving: await leavingOf(app),
      mail: {},
      clock: app.parts.clock,
      visitorsKeptMs: 0,
    }).sweep();
    expect(await ada.enter({ email: ADA, password: PASSWORD })).toMatchObject({ code: 'WRONG_CREDENTIALS' });
  });
});
