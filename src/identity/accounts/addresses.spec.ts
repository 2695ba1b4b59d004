import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { systemRandom } from '../../platform/random.js';
import { Addresses, emailDocument, EMAILS } from './addresses.js';
import { emailKey } from './email.js';
import { sessionDocument, SESSIONS, Sessions } from '../sessions/sessions.js';
import type { SignUpDocument } from '../sign-in/sign-ups.js';
import { deviceDocument, DEVICES, newUser, userDocument, USERS } from './user.js';
import { Users } from './users.js';
import { GRANT_COUNTERS, GrantCaps, grantCounter, NO_CAPS } from '../grants/grant-caps.js';
import { HumanGate } from '../human-check/gate.js';
import { ADDRESS_CLAIMED, addressClaimedData } from '../messages.js';

const idOf = (n: number): UserId => `u${n}` as UserId; // a test's own users

async function world() {
  const documents = createMemoryDocumentStore();
  const counters = await documents.collection(GRANT_COUNTERS, (stored) => grantCounter.parse(stored));
  const kept = await documents.collection(USERS, (stored) => userDocument.parse(stored));
  const emails = await documents.collection(EMAILS, (stored) => emailDocument.parse(stored));
  const users = new Users(
    kept,
    await documents.collection(DEVICES, (stored) => deviceDocument.parse(stored)),
    new GrantCaps(counters, { visitor: NO_CAPS, signUp: NO_CAPS, reward: NO_CAPS }, Buffer.alloc(32)),
    systemRandom,
    new HumanGate(undefined),
  );
  return {
    documents,
    kept,
    emails,
    users,
    addresses: new Addresses(emails, users, { link: async () => undefined }, systemRandom, () => undefined),
  };
}

const signUp = (
  user: number,
  address: number,
  attempt: number,
): SignUpDocument & { readonly passwordHash: string } => ({
  emailKey: emailKey(`a${address}@example.org`),
  email: `a${address}@example.org`,
  given: `A${address}@example.org`,
  passwordHash: `hash ${attempt}`,
  userId: idOf(user),
  language: 'en',
  seed: 's',
  triesLeft: 5,
  createdAt: 0,
  codeUntil: 1,
  until: 1,
});

describe('addresses and their users', () => {
  it('are one to one, whoever signs up for what and whatever comes at once', async () => {
    const step = fc.record({
      user: fc.nat({ max: 3 }),
      address: fc.nat({ max: 3 }),
      kind: fc.constantFrom('verify', 'verify', 'verify', 'merge', 'look'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), async (rounds) => {
        const { documents, kept, users, addresses } = await world();
        // User 3 has no visitor document.
        for (let n = 0; n < 3; n += 1)
          await kept.put({ id: idOf(n), document: newUser(idOf(n), { userGroup: 101, at: 0 }), expectedVersion: 0 });
        let attempts = 0;
        const won = new Map<string, string>();
        for (const round of rounds) {
          await Promise.all(
            round.map(async ({ user, address, kind }) => {
              const request = signUp(user, address, (attempts += 1));
              if (kind === 'look') await addresses.owner(request.emailKey);
              else if (kind === 'merge')
                await users.change(idOf(user), (stored) =>
                  stored.email === undefined ? { document: { ...stored, mergedInto: idOf(9) } } : 'unchanged',
                );
              else if ((await addresses.claim(request, 1)) === 'claimed') {
                // Only one claim of an address may succeed.
                expect(won.has(request.email)).toBe(false);
                won.set(request.email, request.passwordHash);
              }
            }),
          );
        }
        const owners = await Promise.all(
          [...won].map(async ([email, passwordHash]) => {
            const owner = await addresses.owner(emailKey(email));
            expect(owner).toMatchObject({ email, passwordHash, emailVerified: 1 });
            expect(owner?.mergedInto).toBeUndefined();
            return owner?.id;
          }),
        );
        expect(new Set(owners).size).toBe(owners.length);
        const withAddress = (await kept.find({ limit: 100 })).items.filter(
          ({ document }) => document.email !== undefined,
        );
        expect(withAddress.map(({ id }) => id).sort()).toEqual([...owners].sort());
        const published = (await documents.pendingMessages(1_000))
          .filter(({ type }) => type === 'UserSignedUp')
          .map(({ documentId }) => documentId);
        expect(published.sort()).toEqual([...owners].sort());
      }),
      { numRuns: 150 },
    );
  });

  it('end every session of the visitor but those that asked for the account and showed whose the address is', async () => {
    const { addresses, users, documents } = await world();
    const clock = { now: () => 1 };
    const sessions = new Sessions(
      await documents.collection(SESSIONS, (stored) => sessionDocument.parse(stored)),
      users,
      systemRandom,
      clock,
    );
    await users.changeOrCreate(idOf(0), { at: 0 }, (document) => ({ document }));
    const [asker, prover, other] = await Promise.all(
      [1, 2, 3].map(() => sessions.begin(idOf(0), { trigger: 'signUp', epoch: 0 })),
    );
    if (asker === undefined || prover === undefined || other === undefined) throw new Error('three were begun');
    await addresses.claim({ ...signUp(0, 0, 1), keeps: [asker.sid, prover.sid] }, 1);
    const sessionEmails = async () =>
      await Promise.all(
        [asker, prover, other].map(async ({ sid }) => (await sessions.find(sid))?.user.email ?? 'over'),
      );
    expect(await sessionEmails()).toEqual(['a0@example.org', 'a0@example.org', 'over']);
    expect((await sessions.of(idOf(0))).map(({ sid }) => sid).sort()).toEqual([asker.sid, prover.sid].sort());
    // A later epoch also ends the sessions that were kept.
    await users.change(idOf(0), (stored) => ({
      document: { ...stored, sessionEpoch: (stored.sessionEpoch ?? 0) + 1 },
    }));
    sessions.forget(idOf(0));
    expect(await sessionEmails()).toEqual(['over', 'over', 'over']);
  });

  it('are found in the end though only the address was written', async () => {
    const { emails, addresses, kept } = await world();
    const { emailKey: id, email, given, passwordHash } = signUp(0, 0, 1);
    await emails.put({
      id,
      document: {
        userId: idOf(0),
        claimedAt: 1,
        pending: { email, given, passwordHash, language: 'de', grantAllowed: true },
      },
      expectedVersion: 0,
    });
    expect(await addresses.owner(id)).toMatchObject({ id: 'u0', email, language: 'de' });
    expect((await emails.get(id))?.document).toEqual({ userId: 'u0', claimedAt: 1 });
    expect(await kept.count()).toBe(1);
  });

  it('leave a message with the claim itself, by which a process that comes later ends what was begun', async () => {
    const { documents, addresses } = await world();
    const request = signUp(0, 0, 1);
    await addresses.claim(request, 1);
    const left = (await documents.pendingMessages(10)).filter(({ type }) => type === ADDRESS_CLAIMED);
    expect(left.map(({ data }) => addressClaimedData.parse(data))).toEqual([{ emailKey: request.emailKey }]);
  });
});
