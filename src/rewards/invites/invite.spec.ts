import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import {
  claimedReward,
  grantOf,
  REWARD_CLAIMED,
  rewardClaimed,
  takenBackReward,
  type ClaimedReward,
} from '../grant.policy.js';
import { rewardCauses } from '../reward.causes.js';
import { accept, JOIN_WITHIN_MS, refund, signUp, subscribe, type Acceptance, type Invite } from './invite.js';
import { InviteStore } from './invite.store.js';
import { INVITE_CODE, INVITE_CREDITS } from './invites.shared.js';

// A test's own users.
const [ada, bea, cleo] = ['ada', 'bea', 'cleo'] as [UserId, UserId, UserId];
const NOW = Date.UTC(2026, 10, 28, 12);
const FRIEND: Invite = { userId: bea };

const acceptance = (more: Partial<Acceptance> = {}): Acceptance => ({
  inviter: ada,
  memberSince: undefined,
  isSamePerson: false,
  at: NOW,
  ...more,
});
const opened: Invite = { ...FRIEND, inviter: ada, openedAt: NOW };
const joined: Invite = { ...opened, joinedAt: NOW, signedUp: { at: NOW, grantAllowed: true } };
const errorOf = ({ answer }: ReturnType<typeof accept>): string | undefined =>
  answer.ok ? undefined : answer.error.identifier;

describe('an invite', () => {
  it('of a visitor waits for the sign-up, which gives 10 credits', () => {
    const { answer, change } = accept(FRIEND, acceptance());
    expect(answer).toEqual({ ok: true, value: { state: 'opened', credits: 10 } });
    expect(change).toMatchObject({ invite: opened, granted: [] });
    expect(signUp(opened, { at: NOW + 1, grantAllowed: true, isSamePerson: false })?.granted).toMatchObject([
      { userId: 'bea', grantId: 'invite.bea', amount: 10 },
    ]);
  });

  it('gives the same when it is accepted within a day after the sign-up', () => {
    const { change } = accept(
      { ...FRIEND, signedUp: { at: NOW, grantAllowed: true } },
      acceptance({ memberSince: NOW }),
    );
    expect(change?.granted).toMatchObject([{ grantId: 'invite.bea', amount: 10 }]);
  });

  it('waits for the news of a sign-up a moment ago', () => {
    const { answer, change } = accept(FRIEND, acceptance({ memberSince: NOW - 1_000 }));
    expect(answer).toEqual({ ok: true, value: { state: 'opened', credits: 10 } });
    expect(
      signUp(change?.invite ?? FRIEND, { at: NOW - 1_000, grantAllowed: true, isSamePerson: false })?.granted,
    ).toMatchObject([{ grantId: 'invite.bea', amount: 10 }]);
  });

  it('gives nothing for joining where the sign-up had no credits, by mailbox or by the caps of the day', () => {
    const change = signUp(opened, { at: NOW, grantAllowed: false, isSamePerson: false });
    expect(change).toMatchObject({ invite: { joinedAt: NOW }, granted: [] });
  });

  it('ends when the new account has the mailbox of the inviter', () => {
    const change = signUp(opened, { at: NOW, grantAllowed: true, isSamePerson: true });
    expect(change?.granted).toEqual([]);
    expect(change?.invite.inviter).toBeUndefined();
    expect(subscribe(change?.invite ?? FRIEND, { at: NOW, grantId: 'i1' })?.granted).toEqual([]);
  });

  it.each([
    ['one’s own code', FRIEND, acceptance({ inviter: bea }), 'INVITE_SELF'],
    ['the code of another account of the same person', FRIEND, acceptance({ isSamePerson: true }), 'INVITE_SELF'],
    ['an older account', FRIEND, acceptance({ memberSince: NOW - JOIN_WITHIN_MS - 1 }), 'INVITE_ALREADY_SIGNED_UP'],
    [
      'an account whose sign-up was never told, because it is from before',
      FRIEND,
      acceptance({ memberSince: NOW - JOIN_WITHIN_MS / 2 }),
      'INVITE_ALREADY_SIGNED_UP',
    ],
    ['another code after joining', joined, acceptance({ inviter: cleo, memberSince: NOW }), 'INVITE_ALREADY_SIGNED_UP'],
    [
      'a subscriber',
      { ...FRIEND, subscribed: { at: NOW, grantId: 'i1' } },
      acceptance({ memberSince: NOW - JOIN_WITHIN_MS - 1 }),
      'INVITE_ALREADY_SUBSCRIBED',
    ],
    [
      'a visitor who has become a member since the look-up',
      { ...FRIEND, signedUp: { at: NOW, grantAllowed: true } },
      acceptance(),
      'TRY_AGAIN',
    ],
  ])('is refused for %s', (_who, before, by, error) => expect(errorOf(accept(before, by))).toBe(error));

  it('of an older account gives 50 credits to both once it subscribes, and none for joining', () => {
    const { change } = accept(FRIEND, acceptance({ memberSince: NOW - JOIN_WITHIN_MS - 1 }));
    expect(change?.granted).toEqual([]);
    const paid = subscribe(change?.invite ?? FRIEND, { at: NOW, grantId: 'i1' });
    expect(paid?.granted.map(({ userId, amount }) => [userId, amount])).toEqual([
      ['bea', 50],
      ['ada', 50],
    ]);
  });

  it('does not name the friend in what the inviter receives', () => {
    const paid = subscribe({ ...joined, userId: 'opaque-friend' as UserId }, { at: NOW, grantId: 'i1' }); // a test's own
    expect(JSON.stringify(paid?.granted.filter(({ userId }) => userId === ada))).not.toContain('opaque-friend');
  });

  it('takes both rewards back when the first payment is returned, and no other payment', () => {
    const paid = subscribe(joined, { at: NOW, grantId: 'i1' })?.invite ?? joined;
    expect(refund(paid, { at: NOW, grantId: 'i2', reason: 'refund' })).toBeUndefined();
    const back = refund(paid, { at: NOW, grantId: 'i1', reason: 'chargeback' });
    expect(back?.takenBack.map(({ reward }) => reward.userId)).toEqual(['bea', 'ada']);
    expect(subscribe(back?.invite ?? paid, { at: NOW, grantId: 'i3' })).toBeUndefined();
  });
});

/** A ledger that may die before or after each command, and remembers what it was asked. */
class Ledger {
  readonly granted = new Map<string, ClaimedReward>();
  readonly revoked = new Set<string>();

  give(reward: ClaimedReward): void {
    const key = `${reward.userId} ${reward.grantId}`;
    const known = this.granted.get(key);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(reward)) throw new Error(`other terms: ${key}`);
    this.granted.set(key, reward);
  }

  sum(user: UserId): number {
    return [...this.granted]
      .filter(([key, { userId }]) => userId === user && !this.revoked.has(key))
      .reduce((all, [, { amount }]) => all + amount, 0);
  }
}

const step = fc.oneof(
  fc.record({ do: fc.constant('accept' as const), inviter: fc.constantFrom(ada, cleo), same: fc.boolean() }),
  fc.record({ do: fc.constant('signUp' as const), grantAllowed: fc.boolean(), same: fc.boolean() }),
  fc.record({ do: fc.constant('subscribe' as const), invoice: fc.constantFrom('i1', 'i2') }),
  fc.record({ do: fc.constant('refund' as const), invoice: fc.constantFrom('i1', 'i2') }),
  fc.record({ do: fc.constant('deliver' as const), dies: fc.constantFrom('before', 'after', 'never') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One friend, two who invite, their documents and ledger. */
async function open() {
  const documents = createMemoryDocumentStore();
  const invites = await InviteStore.open(documents, { between: (from) => from });
  const ledger = new Ledger();
  let memberSince: number | undefined;
  let now = NOW;
  const deliver = async (dies: 'before' | 'after' | 'never'): Promise<void> => {
    const [message] = await documents.pendingMessages(1);
    if (message === undefined || dies === 'before') return;
    if (message.type === REWARD_CLAIMED) ledger.give(claimedReward.parse(message.data));
    else {
      const { reward } = takenBackReward.parse(message.data);
      ledger.give(reward);
      ledger.revoked.add(`${reward.userId} ${reward.grantId}`);
    }
    if (dies === 'never') await documents.settleMessages([message.id]);
  };
  return {
    documents,
    invites,
    ledger,
    run: async (each: Step): Promise<void> => {
      now += 1_000;
      switch (each.do) {
        case 'accept': {
          const by = { inviter: each.inviter, memberSince, isSamePerson: each.same, at: now };
          await invites.change(bea, (before) => accept(before, by));
          return;
        }
        case 'signUp': {
          memberSince ??= now;
          const fact = { at: memberSince, grantAllowed: each.grantAllowed, isSamePerson: each.same };
          await invites.change(bea, (before) => ({ answer: undefined, change: signUp(before, fact) }));
          return;
        }
        case 'subscribe': {
          const paid = { at: now, grantId: each.invoice };
          await invites.change(bea, (before) => ({ answer: undefined, change: subscribe(before, paid) }));
          return;
        }
        case 'refund': {
          const returned = { at: now, grantId: each.invoice, reason: 'refund' as const };
          await invites.change(bea, (before) => ({ answer: undefined, change: refund(before, returned) }));
          return;
        }
        case 'deliver':
          await deliver(each.dies);
      }
    },
    settle: async (): Promise<void> => {
      while ((await documents.pendingMessages(1)).length > 0) await deliver('never');
    },
  };
}

describe('any sequence of links, sign-ups, payments, refunds, repeats and deaths', () => {
  it('gives each side at most its due, all of it explained to the reconciliation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { run, settle, ledger, invites } = await open();
        for (const each of steps) await run(each);
        await settle();
        const invite = await invites.find(bea);
        const isPaid = invite?.rewardedAt !== undefined && invite.refundedAt === undefined;
        const plan = isPaid ? INVITE_CREDITS.subscribed : 0;
        const join = invite?.joinedAt !== undefined && invite.signedUp?.grantAllowed === true ? 10 : 0;
        expect(ledger.sum(bea)).toBe(join + plan);
        expect(ledger.sum(ada) + ledger.sum(cleo)).toBe(plan);
        expect(invite?.inviter === undefined ? 0 : ledger.sum(invite.inviter)).toBe(plan);
        for (const reward of ledger.granted.values()) {
          const { account, change } = grantOf(reward, NOW);
          const subject = { kind: 'grant', id: change.grantId, source: change.source, amount: change.amount } as const;
          const event = {
            account,
            revision: 0,
            type: 'CreditsGranted',
            at: NOW,
            recordedAt: NOW,
            causedBy: rewardClaimed(reward).id,
            subject: { ...subject, expiresAt: change.expiresAt, isFreeOnly: true },
          };
          expect(await rewardCauses.explained([event])).toEqual([event]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives what was promised whenever the sign-up arrives after the payment', async () => {
    const { run, settle, ledger } = await open();
    await run({ do: 'accept', inviter: ada, same: false });
    await run({ do: 'subscribe', invoice: 'i1' });
    await run({ do: 'signUp', grantAllowed: true, same: false });
    await settle();
    expect([ledger.sum(bea), ledger.sum(ada)]).toEqual([60, 50]);
  });

  it('accepted many times at once joins one friend to one inviter', async () => {
    const { invites, documents } = await open();
    await invites.change(bea, (before) => ({
      answer: undefined,
      change: signUp(before, { at: NOW, grantAllowed: true, isSamePerson: false }),
    }));
    const answers = await Promise.all(
      [ada, cleo, ada, cleo, ada].map((inviter) =>
        invites.change(bea, (before) => accept(before, acceptance({ inviter, memberSince: NOW }))),
      ),
    );
    const inviter = (await invites.find(bea))?.inviter;
    expect(answers.filter(({ ok }) => ok)).toHaveLength(inviter === ada ? 3 : 2);
    expect(await documents.pendingMessages(10)).toHaveLength(1);
  });
});

describe('a code', () => {
  it('is one for each member, however often it is asked for at once, also after a death between its two writes', async () => {
    const documents = createMemoryDocumentStore();
    let drawn = 0;
    const invites = await InviteStore.open(documents, { between: (_from, to) => (drawn += 7) % (to + 1) });
    const codes = await Promise.all(Array.from({ length: 10 }, () => invites.codeOf(ada)));
    expect(new Set(codes).size).toBe(1);
    expect(codes[0]).toMatch(INVITE_CODE);
    expect(await invites.ownerOf(codes[0] ?? '')).toBe(ada);
    expect(await invites.ownerOf('000000000000')).toBeUndefined();
    const [first] = codes;
    const carried = await documents.collection({ name: 'invite_codes_v1', indexes: [] }, (stored) => stored);
    await carried.delete(first ?? '', (await carried.get(first ?? ''))?.version ?? 0);
    expect(await invites.codeOf(ada)).toBe(first);
    expect(await invites.ownerOf(first ?? '')).toBe(ada);
  });

  it('ends with its owner, whose friends keep what they were promised', async () => {
    const { invites } = await open();
    const code = await invites.codeOf(ada);
    await invites.change(bea, () => ({ answer: undefined, change: { invite: joined, granted: [], takenBack: [] } }));
    await invites.forget(ada);
    expect(await invites.ownerOf(code)).toBeUndefined();
    expect(await invites.find(ada)).toBeUndefined();
    await invites.forget(bea);
    expect(await invites.figuresOf(ada)).toEqual({ invited: 1, signedUp: 1, subscribed: 0, earned: 0 });
  });
});
