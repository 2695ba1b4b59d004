import { describe, expect, it, jest } from '@jest/globals';
import type { UserId } from '../../kernel/ids.js';
import type { SessionId } from '../../platform/http/security/session-user.js';
import type { BlobHash } from '../../platform/blobs/port.js';
import { createMemoryBlobs } from '../../platform/blobs/memory.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { createMemoryJobs } from '../../platform/jobs/memory.js';
import { createMemoryMail } from '../../platform/mail/memory.js';
import { systemRandom } from '../../platform/random.js';
import { Addresses, emailDocument, EMAILS } from './addresses.js';
import { Housekeeping } from './housekeeping.js';
import { HumanGate } from '../human-check/gate.js';
import { exportDocument, Exports, EXPORTS } from '../exports/exports.js';
import { KNOWN_ORIGINS, knownOrigin, KnownOrigins } from '../sign-in/known-origins.js';
import { Leaving } from './leaving.js';
import { DeleteVisitor, DeleteVisitorHandler } from './leaving.commands.js';
import { USER_PURGED } from '../messages.js';
import { ADMIN_LINKS, adminLinkDocument, Operators } from '../operators/operators.js';
import { attemptDocument, Attempts, ATTEMPTS } from '../providers/attempts.js';
import { identityDocument, Identities, IDENTITIES } from '../providers/identities.js';
import { resetDocument, Resets, RESETS } from '../sign-in/resets.js';
import { sessionDocument, Sessions, SESSIONS } from '../sessions/sessions.js';
import { mailboxDocument, MAILBOXES, SignUpGrants } from '../grants/sign-up-grants.js';
import { SIGN_UPS, signUpDocument, SignUps } from '../sign-in/sign-ups.js';
import { deviceDocument, DEVICES, userDocument, USERS } from './user.js';
import { Users } from './users.js';
import { GRANT_COUNTERS, GrantCaps, grantCounter, NO_CAPS } from '../grants/grant-caps.js';

const HOUR = 3_600_000;
const key = Buffer.alloc(32, 1);
const userId = 'u1' as UserId; // a test's own user

/** Identity with in-memory documents and a manual clock. */
async function world() {
  let now = Date.UTC(2026, 0, 31, 12);
  const clock = { now: () => now };
  const documents = createMemoryDocumentStore();
  const counters = await documents.collection(GRANT_COUNTERS, (stored) => grantCounter.parse(stored));
  const grants = new GrantCaps(
    counters,
    { visitor: { perAddress: 5, perNetwork: 0, perDay: 0 }, signUp: NO_CAPS, reward: NO_CAPS },
    key,
  );
  const signUpGrants = new SignUpGrants(
    await documents.collection(MAILBOXES, (stored) => mailboxDocument.parse(stored)),
    grants,
    key,
  );
  const users = new Users(
    await documents.collection(USERS, (stored) => userDocument.parse(stored)),
    await documents.collection(DEVICES, (stored) => deviceDocument.parse(stored)),
    grants,
    systemRandom,
    new HumanGate(undefined),
  );
  const kept = {
    sessions: await documents.collection(SESSIONS, (stored) => sessionDocument.parse(stored)),
    signUps: await documents.collection(SIGN_UPS, (stored) => signUpDocument.parse(stored)),
    resets: await documents.collection(RESETS, (stored) => resetDocument.parse(stored)),
    links: await documents.collection(ADMIN_LINKS, (stored) => adminLinkDocument.parse(stored)),
    attempts: await documents.collection(ATTEMPTS, (stored) => attemptDocument.parse(stored)),
    exports: await documents.collection(EXPORTS, (stored) => exportDocument.parse(stored)),
    counters,
    places: await documents.collection(KNOWN_ORIGINS, (stored) => knownOrigin.parse(stored)),
  };
  const sessions = new Sessions(kept.sessions, users, systemRandom, clock);
  const places = new KnownOrigins(kept.places, key, systemRandom);
  const signUps = new SignUps(kept.signUps, key, systemRandom);
  const resets = new Resets(kept.resets, key, systemRandom);
  const operators = new Operators(kept.links, users, sessions, systemRandom, key, {
    recordRole: async () => undefined,
  });
  const attempts = new Attempts(kept.attempts, key, systemRandom);
  const identities = new Identities(await documents.collection(IDENTITIES, (stored) => identityDocument.parse(stored)));
  const addresses = new Addresses(
    await documents.collection(EMAILS, (stored) => emailDocument.parse(stored)),
    users,
    identities,
    systemRandom,
    () => undefined,
  );
  const exports = new Exports({ documents: kept.exports, jobs: createMemoryJobs(clock), blobs: createMemoryBlobs() });
  const ended: string[] = [];
  const leaving = new Leaving({
    users,
    sessions,
    addresses,
    identities,
    exports,
    roles: { recordRole: async (change, { role }) => void ended.push(`${change} ${role}`) },
  });
  const mail = createMemoryMail();
  const housekeeping = new Housekeeping({
    sessions,
    grants,
    signUpGrants,
    knownOrigins: places,
    signUps,
    resets,
    operators,
    attempts,
    exports,
    leaving,
    mail,
    clock,
    visitorsKeptMs: 180 * 24 * HOUR,
  });
  const left = async (): Promise<Record<string, number>> => {
    const counts = await Promise.all(
      Object.entries(kept).map(async ([name, collection]) => [name, await collection.count()] as const),
    );
    return { ...Object.fromEntries(counts), letters: (await mail.outbox.list(10)).items.length };
  };
  return {
    documents,
    clock,
    users,
    grants,
    signUpGrants,
    places,
    sessions,
    signUps,
    resets,
    operators,
    attempts,
    exports,
    leaving,
    ended,
    mail,
    housekeeping,
    left,
    pass: (ms: number) => (now += ms),
  };
}

it('what has ended is deleted, what has not is kept', async () => {
  const {
    clock,
    grants,
    places,
    sessions,
    signUps,
    resets,
    operators,
    attempts,
    exports,
    mail,
    housekeeping,
    left,
    pass,
  } = await world();
  await sessions.begin(userId, { trigger: 'signUp', epoch: 0 });
  await grants.take('visitor', '203.0.113.9', clock.now());
  await signUps.begin(
    { emailKey: 'k', email: 'ada@example.org', given: 'Ada@example.org', passwordHash: 'h', userId, language: 'en' },
    clock.now(),
  );
  await resets.begin('k', 'en', clock.now());
  await operators.issue(clock.now());
  await places.remember('k', { ip: '203.0.113.9' }, clock.now());
  await attempts.begin({ provider: 'google', landing: '/', language: 'en', restore: false }, clock.now());
  await exports.request(userId, clock.now());
  await exports.conclude(userId, 1, { hash: 'h' as BlobHash, size: 1, reference: 'r' }, clock.now()); // a test's own blob
  await mail.send({
    id: 'one',
    at: clock.now(),
    to: 'ada@example.org',
    language: 'en',
    subject: 's',
    text: 't',
    html: 'h',
  });
  await housekeeping.sweep();
  expect(await left()).toEqual({
    sessions: 1,
    counters: 1,
    signUps: 1,
    resets: 1,
    links: 1,
    attempts: 1,
    exports: 1,
    places: 2,
    letters: 1,
  });
  pass(HOUR + 1);
  await housekeeping.sweep();
  expect(await left()).toEqual({
    sessions: 1,
    counters: 1,
    signUps: 1,
    resets: 0,
    links: 1,
    attempts: 0,
    exports: 1,
    places: 2,
    letters: 1,
  });
  pass(24 * HOUR);
  await housekeeping.sweep();
  expect(await left()).toEqual({
    sessions: 1,
    counters: 0,
    signUps: 0,
    resets: 0,
    links: 0,
    attempts: 0,
    exports: 1,
    places: 2,
    letters: 1,
  });
  pass(30 * 24 * HOUR);
  await housekeeping.sweep();
  expect(await left()).toEqual({
    sessions: 0,
    counters: 0,
    signUps: 0,
    resets: 0,
    links: 0,
    attempts: 0,
    exports: 0,
    places: 1,
    letters: 0,
  });
  pass(150 * 24 * HOUR);
  await housekeeping.sweep();
  expect(await left()).toMatchObject({ places: 0 });
});

it("letters that go out are nobody's here to delete", async () => {
  const { clock, grants, signUpGrants, places, sessions, signUps, resets, operators, attempts, exports, leaving } =
    await world();
  await expect(
    new Housekeeping({
      sessions,
      grants,
      signUpGrants,
      knownOrigins: places,
      signUps,
      resets,
      operators,
      attempts,
      exports,
      leaving,
      mail: {},
      clock,
      visitorsKeptMs: 0,
    }).sweep(),
  ).resolves.toBeUndefined();
});

it('visitors by whom nobody has come for half a year are deleted; whoever is here, runs the installation or has an account is not', async () => {
  const { clock, users, sessions, housekeeping, pass } = await world();
  const visit = async (deviceId: string): Promise<UserId | undefined> => {
    const visitor = await users.visitor({ deviceId, ip: '203.0.113.9', at: clock.now() });
    return visitor === 'claimed' ? undefined : visitor.user.id;
  };
  const DEVICES_OF = {
    left: 'device-left',
    back: 'device-back',
    here: 'device-here',
    operator: 'device-operator',
    member: 'device-member',
  } as const;
  const ids = Object.fromEntries(
    await Promise.all(Object.entries(DEVICES_OF).map(async ([who, device]) => [who, await visit(device)] as const)),
  );
  const idOf = (who: keyof typeof DEVICES_OF): UserId => ids[who] ?? userId;
  await users.change(idOf('operator'), (stored) => ({ document: { ...stored, roles: ['admin'] } }));
  await users.change(idOf('member'), (stored) => ({ document: { ...stored, email: 'ada@example.org' } }));
  pass(100 * 24 * HOUR);
  await visit(DEVICES_OF.back);
  pass(79 * 24 * HOUR);
  await sessions.begin(idOf('here'), { trigger: 'signIn', epoch: 0 });
  const gone = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const who of Object.keys(DEVICES_OF))
      if ((await users.find(ids[who] ?? userId))?.purgedAt !== undefined) found.push(who);
    return found;
  };
  await housekeeping.sweep();
  expect(await gone()).toEqual([]);
  pass(2 * 24 * HOUR);
  await housekeeping.sweep();
  expect(await gone()).toEqual(['left']);
  expect(await users.find(idOf('left'))).not.toHaveProperty('deviceId');
  expect(await visit(DEVICES_OF.left)).toBeUndefined();
  pass(181 * 24 * HOUR);
  await housekeeping.sweep();
  expect(await gone()).toEqual(['left', 'back', 'here']);
});

it('the end of a role is recorded once, although the purge fails at first', async () => {
  const { clock, users, exports, leaving, ended } = await world();
  const visitor = await users.visitor({ deviceId: 'device', ip: '203.0.113.9', at: clock.now() });
  const id = visitor === 'claimed' ? userId : visitor.user.id;
  await users.change(id, (stored) => ({
    document: { ...stored, email: 'ada@example.org', roles: ['finance'], deletedAt: clock.now() },
  }));
  const forget = jest.spyOn(exports, 'forget').mockRejectedValue(new Error('no storage'));
  const after = clock.now() + 40 * 24 * HOUR;
  for (const hour of [1, 2, 3]) await expect(leaving.purge(after + hour * HOUR)).rejects.toThrow('no storage');
  expect(ended).toEqual([]);
  forget.mockRestore();
  await leaving.purge(after + 4 * HOUR);
  expect([ended, (await users.find(id))?.roles]).toEqual([['revoked finance'], []]);
});

describe('a visitor', () => {
  const DAY = 24 * HOUR;
  const visit = { deviceId: 'device', ip: '203.0.113.9' };
  async function visited() {
    const it = await world();
    const visitor = await it.users.visitor({ ...visit, at: it.clock.now() });
    if (visitor === 'claimed') throw new Error('a new device is nobody’s');
    const { id } = visitor.user;
    const isKept = async (): Promise<boolean> => (await it.users.find(id))?.purgedAt === undefined;
    const expectDeletedAfterHalfAYear = async (): Promise<void> => {
      it.pass(179 * DAY);
      await it.housekeeping.sweep();
      expect(await isKept()).toBe(true);
      it.pass(2 * DAY);
      await it.housekeeping.sweep();
      expect(await isKept()).toBe(false);
    };
    return { ...it, id, isKept, expectDeletedAfterHalfAYear };
  }

  it('is kept for half a year after a session was last prolonged, though nobody signed in again', async () => {
    const { id, sessions, pass, expectDeletedAfterHalfAYear } = await visited();
    const { sid } = await sessions.begin(id, { trigger: 'signUp', epoch: 0 });
    for (let days = 0; days < 160; days += 20) {
      pass(20 * DAY);
      const active = await sessions.find(sid);
      if (active === undefined) throw new Error('the session has ended');
      await sessions.prolong(active);
    }
    // The last visit was on day 160.
    await expectDeletedAfterHalfAYear();
  });

  it('who comes back while visitors are being deleted is kept', async () => {
    const { id, isKept, users, sessions, leaving, clock, pass } = await visited();
    pass(181 * DAY);
    const stands = sessions.stands.bind(sessions);
    // Simulates a visit right after the sessions were read.
    sessions.stands = async (user) => {
      const answer = await stands(user);
      await users.visitor({ ...visit, at: clock.now() });
      return answer;
    };
    await leaving.purgeVisitors(clock.now(), 180 * DAY);
    expect(await isKept()).toBe(true);
    expect((await users.find(id))?.seenAt).toBe(clock.now());
  });

  it('of before visits were dated is kept for half a year more, and deleted then', async () => {
    const { id, users, housekeeping, pass, expectDeletedAfterHalfAYear } = await visited();
    await users.change(id, ({ seenAt: _, ...stored }) => ({ document: stored }));
    pass(400 * DAY);
    await housekeeping.sweep();
    await expectDeletedAfterHalfAYear();
  });

  it('who has become part of an account meanwhile is not deleted as one', async () => {
    const { id, users, leaving, clock } = await visited();
    await users.change(id, (stored) => ({ document: { ...stored, email: 'ada@example.org' } }));
    expect(await leaving.leaveAsVisitor(id, clock.now())).toBe(false);
    expect(await users.find(id)).toMatchObject({ email: 'ada@example.org' });
    // A session that was read before the visitor became an account.
    const visitor = { id, sid: 's' as SessionId, anonymous: true, dateCreated: clock.now(), roles: [] };
    expect(await new DeleteVisitorHandler(leaving, clock).execute(new DeleteVisitor(visitor))).toMatchObject({
      ok: false,
      error: { identifier: 'PERMISSION_ERROR', params: { reason: 'account' } },
    });
    await users.change(id, ({ email: _, ...stored }) => ({ document: stored }));
    expect(await leaving.leaveAsVisitor(id, clock.now())).toBe(true);
  });

  it('whose deletion was cut off is deleted by the message that told of it, and an account is not', async () => {
    const { id, users, leaving, clock, isKept } = await visited();
    // Simulates a crash after the first write of the deletion.
    await users.change(id, (stored) => ({ document: { ...stored, email: 'ada@example.org', deletedAt: clock.now() } }));
    await leaving.finishVisitor(id, clock.now());
    expect(await isKept()).toBe(true);
    await users.change(id, ({ email: _, ...stored }) => ({ document: stored }));
    await leaving.finishVisitor(id, clock.now());
    expect(await isKept()).toBe(false);
  });

  it('who was deleted is purged once more, for what was under way then', async () => {
    const { id, documents, leaving, housekeeping, clock, pass } = await visited();
    const purges = async (): Promise<number> =>
      (await documents.pendingMessages(100)).filter(({ type }) => type === USER_PURGED).length;
    await leaving.leaveAsVisitor(id, clock.now());
    await housekeeping.sweep();
    expect(await purges()).toBe(1);
    pass(11 * 60_000);
    await housekeeping.sweep();
    await housekeeping.sweep();
    expect(await purges()).toBe(2);
  });
});
