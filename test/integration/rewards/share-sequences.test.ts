import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accountDecider } from '../../../src/credits/account/account.js';
import { emptyAccount, evolve, type AccountState } from '../../../src/credits/account/account.state.js';
import { accountStream, type AccountCommand, type AccountEvent, type AccountKey } from '../../../src/credits/index.js';
import type { GrantSource } from '../../../src/credits/credits.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import {
  claimedReward,
  grantOf,
  REWARD_CLAIMED,
  takenBackReference,
  takenBackReward,
} from '../../../src/rewards/grant.policy.js';
import { shareCauses } from '../../../src/rewards/shares/share.causes.js';
import { readShareGrant, shareGrantId, shareIdOf } from '../../../src/rewards/shares/share.js';
import { sharePolicy } from '../../../src/rewards/shares/share.policy.js';
import { ShareStore } from '../../../src/rewards/shares/share.store.js';
import { Shares } from '../../../src/rewards/shares/shares.js';
import { SHARE_PERCENT, SHARE_WAITS_DAYS, SHARES_A_DAY } from '../../../src/rewards/shares/shares.shared.js';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 28, 12);
// A test's own users.
const [ada, bea] = ['ada', 'bea'] as [UserId, UserId];
/** Each user's published work. */
const WORKS: Readonly<Record<string, UserId>> = { 'work-of-ada': ada, 'work-of-bea': bea };
const workOf = (user: UserId): string => `work-of-${user}`;

const account = (userId: UserId): AccountKey => ({ userId, appName: 'kinora', usageType: 'credits' });

/** A store whose next write fails, before it is made or after, when `deaths` says so. */
function dying(documents: DocumentStore, deaths: () => 'before' | 'after' | undefined): DocumentStore {
  const open = documents.collection.bind(documents);
  documents.collection = async (definition, decode) => {
    const collection = await open(definition, decode);
    const put = collection.put.bind(collection);
    collection.put = async (operation) => {
      const death = deaths();
      if (death === 'before') throw new Error('died before a write');
      const answer = await put(operation);
      if (death === 'after') throw new Error('died after a write');
      return answer;
    };
    return collection;
  };
  return documents;
}

/** Accounts decided by the ledger's own rules, and the shares that follow their events. */
class World {
  at = NOON;
  earns = true;
  isSamePerson = false;
  readonly events: { readonly user: UserId; readonly event: AccountEvent }[] = [];
  private readonly states = new Map<UserId, AccountState>();
  private next = 0;

  private constructor(
    readonly documents: DocumentStore,
    readonly store: ShareStore,
    readonly shares: Shares,
  ) {}

  static async open(deaths: () => 'before' | 'after' | undefined = () => undefined): Promise<World> {
    const documents = createMemoryDocumentStore();
    const store = await ShareStore.open(dying(documents, deaths));
    const world: World = new World(
      documents,
      store,
      new Shares({
        store,
        authorOf: async (workId) => {
          const author = WORKS[workId];
          return author && { author, earns: world.earns };
        },
        isSamePerson: async () => world.isSamePerson,
        clock: { now: () => world.at },
      }),
    );
    return world;
  }

  /** Decides a command, as the ledger does; a refusal changes nothing. */
  decide(user: UserId, command: AccountCommand): boolean {
    const before = this.states.get(user) ?? emptyAccount;
    const decided = accountDecider.decide(command, before);
    if (!decided.ok) return false;
    this.states.set(user, decided.value.reduce(evolve, before));
    this.events.push(...decided.value.map((event) => ({ user, event })));
    return true;
  }

  give(user: UserId, grantId: string, source: GrantSource, amount: number, days = 300): void {
    const eligibility = source === 'plan' || source === 'purchase' ? 'any' : 'free-models';
    const expiresAt = this.at + days * DAY;
    this.decide(user, { type: 'grant', grantId, source, amount, eligibility, expiresAt, at: this.at });
  }

  /** Holds a price with a surcharge for the other user's work. */
  hold(user: UserId, holdId: string, price: number, surcharge: number): boolean {
    return this.decide(user, {
      type: 'hold',
      holdId,
      amount: price + surcharge,
      eligibility: 'free-models',
      expiresAt: this.at + DAY,
      reference: `task:${holdId}`,
      surcharge: { amount: surcharge, work: workOf(user === ada ? bea : ada) },
      at: this.at,
    });
  }

  /** Repeats work until it survives. */
  private async surely(work: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      try {
        await work();
        return;
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('died')) throw error;
      }
    }
    throw new Error('nothing survives');
  }

  /** Delivers what is new to the policy; some of it again, as after a crash of the reader. */
  async follow(again = 0): Promise<void> {
    for (let index = Math.max(0, this.next - again); index < this.events.length; index += 1) {
      const seen = this.events[index];
      if (seen === undefined) continue;
      const { user, event } = seen;
      const context = { event, id: `${index}`, stream: accountStream(account(user)), revision: index, position: index };
      for (const step of sharePolicy.react(context, () => '')) await this.surely(() => this.shares.apply(step));
    }
    this.next = this.events.length;
  }

  /** Grants what is due, and delivers its messages twice. */
  async settle(): Promise<void> {
    await this.surely(() => this.shares.grantDue());
    const messages = await this.documents.pendingMessages(1_000);
    for (const { type, data } of [...messages, ...messages]) {
      const reward = type === REWARD_CLAIMED ? claimedReward.parse(data) : takenBackReward.parse(data).reward;
      const { change } = grantOf(reward, this.at);
      this.decide(reward.userId, change);
      if (type === REWARD_CLAIMED) continue;
      const reference = takenBackReference('author-share');
      this.decide(reward.userId, { type: 'revoke', grantId: change.grantId, at: this.at, reason: 'refund', reference });
    }
    await this.documents.settleMessages(messages.map(({ id }) => id));
  }

  async pass(days: number): Promise<void> {
    this.at += days * DAY;
    for (const user of [ada, bea]) this.decide(user, { type: 'expire', at: this.at });
    await this.follow();
    await this.settle();
  }

  private revoked(): ReadonlySet<string> {
    return new Set(
      this.events.flatMap(({ user, event }) =>
        event.type === 'GrantRevoked' ? [`${user}/${event.data.grantId}`] : [],
      ),
    );
  }

  /** Granted shares that were not taken back, by the events alone. */
  granted(author: UserId): number {
    const revoked = this.revoked();
    return this.events.reduce((sum, { user, event }) => {
      const isShare = event.type === 'CreditsGranted' && event.data.source === 'author-share' && user === author;
      return isShare && !revoked.has(`${user}/${event.data.grantId}`) ? sum + event.data.amount : sum;
    }, 0);
  }

  /** Surcharges for an author's work that sold grants have paid, net of refunds, by the events alone. */
  paidFor(author: UserId): number {
    const revoked = this.revoked();
    const sold = new Set<string>();
    const held = new Map<string, number>();
    let paid = 0;
    for (const { user, event } of this.events) {
      if (event.type === 'CreditsGranted' && (event.data.source === 'plan' || event.data.source === 'purchase'))
        sold.add(`${user}/${event.data.grantId}`);
      if (event.type === 'CreditsHeld' && event.data.surcharge?.work === workOf(author))
        held.set(event.data.holdId, event.data.surcharge.amount);
      if (event.type !== 'HoldCaptured') continue;
      let left = held.get(event.data.holdId) ?? 0;
      for (const { grantId, amount } of event.data.captured) {
        const part = Math.min(left, amount);
        left -= part;
        const key = `${user}/${grantId}`;
        if (sold.has(key) && !revoked.has(key)) paid += part;
      }
    }
    return paid;
  }
}

describe('an author’s share', () => {
  it('is granted two weeks after a paid surcharge was captured, and names nothing of the payer', async () => {
    const world = await World.open();
    world.give(bea, 'pack', 'purchase', 100);
    world.hold(bea, 'h1', 3, 10);
    await world.follow();
    expect(await world.shares.earnings(ada)).toEqual({ latestAt: 0, works: [] });
    world.decide(bea, { type: 'capture', holdId: 'h1', amount: 13, at: world.at });
    await world.follow();
    const nextAt = world.at + SHARE_WAITS_DAYS * DAY;
    const of = { workId: 'work-of-ada', creations: 1 };
    const capturedAt = world.at;
    expect(await world.shares.earnings(ada)).toEqual({
      works: [{ ...of, waiting: 7, granted: 0 }],
      latestAt: capturedAt,
      nextAt,
    });
    await world.pass(SHARE_WAITS_DAYS - 1);
    expect(world.granted(ada)).toBe(0);
    await world.pass(1);
    expect(world.granted(ada)).toBe(7);
    expect(await world.shares.earnings(ada)).toEqual({
      works: [{ ...of, waiting: 0, granted: 7 }],
      latestAt: world.at,
    });
    const given = world.events.filter(({ user }) => user === ada);
    expect(JSON.stringify(given)).not.toMatch(/bea|h1|pack/);
  });

  it('is nothing for promotional credits, which pay first when they expire first', async () => {
    const world = await World.open();
    world.give(bea, 'welcome', 'signup', 4, 30);
    world.give(bea, 'pack', 'purchase', 100);
    world.hold(bea, 'h1', 3, 10);
    world.decide(bea, { type: 'capture', holdId: 'h1', amount: 13, at: world.at });
    await world.pass(SHARE_WAITS_DAYS);
    // 6 of the 10 credits were sold.
    expect(world.granted(ada)).toBe(Math.floor((6 * SHARE_PERCENT) / 100));
  });

  it('is not earned by shares, so that two authors cannot feed each other', async () => {
    const world = await World.open();
    world.give(bea, 'share', 'author-share', 100);
    world.hold(bea, 'h1', 1, 20);
    world.decide(bea, { type: 'capture', holdId: 'h1', amount: 21, at: world.at });
    await world.pass(SHARE_WAITS_DAYS);
    expect(world.granted(ada)).toBe(0);
  });

  it.each([
    ['before it is granted', 1, 0],
    ['afterwards', SHARE_WAITS_DAYS, 1],
  ])('is cancelled or taken back when the payment is returned %s', async (_when, days, revocations) => {
    const world = await World.open();
    world.give(bea, 'plan', 'plan', 5, 60);
    world.give(bea, 'pack', 'purchase', 100);
    world.hold(bea, 'h1', 3, 10);
    world.decide(bea, { type: 'capture', holdId: 'h1', amount: 13, at: world.at });
    await world.pass(days);
    const revoke = { type: 'revoke', grantId: 'plan', reason: 'refund', reference: 'refund:1', at: world.at } as const;
    world.decide(bea, revoke);
    await world.pass(SHARE_WAITS_DAYS);
    // The part that the pack paid stays.
    expect(world.granted(ada)).toBe(3);
    const returned = world.events.filter(({ user, event }) => user === ada && event.type === 'GrantRevoked');
    expect(returned).toHaveLength(revocations);
  });

  it('is dropped when author and payer are one person by then', async () => {
    const world = await World.open();
    world.give(bea, 'pack', 'purchase', 100);
    world.hold(bea, 'h1', 3, 10);
    world.decide(bea, { type: 'capture', holdId: 'h1', amount: 13, at: world.at });
    world.isSamePerson = true;
    await world.pass(SHARE_WAITS_DAYS);
    expect(world.granted(ada)).toBe(0);
  });

  it('is dropped when the work was removed, or its author may not earn, by the time it is due', async () => {
    const world = await World.open();
    world.give(bea, 'pack', 'purchase', 100);
    world.hold(bea, 'h1', 3, 10);
    world.decide(bea, { type: 'capture', holdId: 'h1', amount: 13, at: world.at });
    await world.follow();
    world.earns = false;
    await world.pass(SHARE_WAITS_DAYS);
    world.earns = true;
    await world.pass(SHARE_WAITS_DAYS);
    expect([world.granted(ada), await world.shares.earnings(ada)]).toEqual([0, { latestAt: 0, works: [] }]);
  });

  it(`is at most ${SHARES_A_DAY} credits for the captures of a day`, async () => {
    const world = await World.open();
    world.give(bea, 'pack', 'purchase', 10_000);
    for (let index = 0; index < 20; index += 1) {
      world.hold(bea, `h${index}`, 1, 20);
      world.decide(bea, { type: 'capture', holdId: `h${index}`, amount: 21, at: world.at });
    }
    await world.pass(1);
    world.hold(bea, 'next', 1, 20);
    world.decide(bea, { type: 'capture', holdId: 'next', amount: 21, at: world.at });
    await world.pass(SHARE_WAITS_DAYS);
    expect(world.granted(ada)).toBe(SHARES_A_DAY + 14);
  });

  it('explains its own grants to the reconciliation, and no other', async () => {
    const world = await World.open();
    world.give(bea, 'pack', 'purchase', 100);
    world.hold(bea, 'h1', 3, 10);
    world.decide(bea, { type: 'capture', holdId: 'h1', amount: 13, at: world.at });
    await world.pass(SHARE_WAITS_DAYS);
    const id = shareGrantId({ id: shareIdOf('h1'), author: ada, workId: 'work-of-ada' }, 0);
    const subject = { kind: 'grant', id, source: 'author-share', amount: 7, expiresAt: 1, isFreeOnly: true } as const;
    const causedBy = `reward-claimed.${id}`;
    const at = { at: world.at, recordedAt: world.at };
    const grant = { account: account(ada), revision: 0, type: 'CreditsGranted', ...at, causedBy, subject };
    const causes = shareCauses(world.store);
    expect(await causes.explained([grant])).toEqual([grant]);
    const forged = [
      { ...grant, account: account(bea) },
      { ...grant, subject: { ...subject, amount: 8 } },
      { ...grant, subject: { ...subject, id: id.replace(/0$/, '1') } },
      { ...grant, causedBy: undefined },
    ];
    expect(await causes.explained(forged)).toEqual([]);
  });

  const user = fc.constantFrom(ada, bea);
  const source = fc.constantFrom<GrantSource>('signup', 'invite', 'plan', 'purchase', 'purchase');
  const give = fc.record({
    kind: fc.constant('give' as const),
    user,
    source,
    amount: fc.integer({ min: 1, max: 60 }),
    days: fc.integer({ min: 1, max: 90 }),
  });
  const hold = fc.record({
    kind: fc.constant('hold' as const),
    user,
    price: fc.integer({ min: 0, max: 9 }),
    surcharge: fc.integer({ min: 1, max: 20 }),
  });
  const capture = fc.record({ kind: fc.constant('capture' as const), which: fc.nat(), part: fc.nat() });
  const step = fc.oneof(
    { weight: 3, arbitrary: give },
    { weight: 4, arbitrary: hold },
    { weight: 4, arbitrary: capture },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('return' as const), which: fc.nat() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), days: fc.constantFrom(0, 1, 14, 14) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('again' as const), events: fc.integer({ min: 1, max: 9 }) }),
    },
  );
  const death = fc.constantFrom('before' as const, 'after' as const, undefined, undefined, undefined);

  it('never exceeds its part of what sold credits have paid net of refunds, whatever happens and dies', async () => {
    let grantedEver = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 60 }),
        fc.array(death, { maxLength: 60 }),
        async (steps, deaths) => {
          const world = await World.open(() => deaths.pop());
          const holds: { readonly user: UserId; readonly holdId: string; readonly amount: number }[] = [];
          const grants: { readonly user: UserId; readonly grantId: string }[] = [];
          for (const [index, each] of steps.entries()) {
            const { at } = world;
            if (each.kind === 'give') {
              grants.push({ user: each.user, grantId: `g${index}` });
              world.give(each.user, `g${index}`, each.source, each.amount, each.days);
            } else if (each.kind === 'hold') {
              if (world.hold(each.user, `h${index}`, each.price, each.surcharge))
                holds.push({ user: each.user, holdId: `h${index}`, amount: each.price + each.surcharge });
            } else if (each.kind === 'capture' || each.kind === 'release') {
              const of = holds[each.which % holds.length];
              if (of === undefined) continue;
              const { holdId, amount } = of;
              world.decide(
                of.user,
                each.kind === 'release'
                  ? { type: 'release', holdId, reason: 'failed', at }
                  : { type: 'capture', holdId, amount: 1 + (each.part % amount), at },
              );
            } else if (each.kind === 'return') {
              const of = grants[each.which % grants.length];
              if (of === undefined) continue;
              const reference = 'refund:1';
              world.decide(of.user, { type: 'revoke', grantId: of.grantId, reason: 'refund', reference, at });
            } else if (each.kind === 'pass') await world.pass(each.days);
            else await world.follow(each.events);
          }
          await world.pass(SHARE_WAITS_DAYS);
          for (const author of [ada, bea]) {
            const granted = world.granted(author);
            expect(granted).toBeLessThanOrEqual((world.paidFor(author) * SHARE_PERCENT) / 100);
            grantedEver += granted;
            const { works } = await world.shares.earnings(author);
            expect(works.reduce((sum, work) => sum + work.granted, 0)).toBe(granted);
          }
          for (const { event } of world.events)
            if (event.type === 'CreditsGranted' && event.data.source === 'author-share')
              expect(readShareGrant(event.data.grantId)?.part).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 500 },
    );
    // The property would hold if nothing were ever earned.
    expect(grantedEver).toBeGreaterThan(0);
  });
});
