import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountCommand } from '../../../src/credits/account/account.commands.js';
import { emptyAccount, evolve, type AccountState } from '../../../src/credits/account/account.state.js';
import { accountCodec, type AccountEvent } from '../../../src/credits/account/events.js';
import { GetBalance, accountStream, type AccountKey, type Changed } from '../../../src/credits/index.js';
import { CreditsReads } from '../../../src/credits/queries.js';
import { sweepExpiries } from '../../../src/credits/account/sweep.js';
import { verifyChain } from '../../../src/kernel/event-sourcing/chain.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import type { Result } from '../../../src/kernel/result.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { commands } from '../../support/people/account-life.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(300_000);

const clock = { now: () => 1_000_000 };
interface Stores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  close(): Promise<void>;
}
const STORES: readonly (readonly [string, number, () => Promise<Stores>])[] = [
  [
    'in memory',
    60,
    () =>
      Promise.resolve({
        events: createMemoryEventStore(clock),
        documents: createMemoryDocumentStore(),
        close: () => Promise.resolve(),
      }),
  ],
  [
    'in SQLite',
    30,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'kinora-races-'));
      const stores = await openEmbeddedStores({ dataDir: join(folder, 'data'), clock });
      return {
        events: stores.events,
        documents: stores.documents,
        close: async () => {
          await stores.close();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  ],
];

type Answer = Result<Changed, ProductError>;
interface RequestedHold {
  readonly command: AccountCommand;
  readonly answer: Answer;
}
type HoldEnd = Extract<AccountEvent, { readonly type: 'HoldCaptured' | 'HoldReleased' | 'HoldExpired' }>;
const isHoldEnd = (event: AccountEvent): event is HoldEnd =>
  event.type === 'HoldCaptured' || event.type === 'HoldReleased' || event.type === 'HoldExpired';

/**
 * Folds a stream and checks what has to be so after every event, whoever pressed and in whatever order. @returns where
 * it came to
 */
function replay(events: readonly AccountEvent[]): AccountState {
  let state = emptyAccount;
  for (const event of events) {
    // Looked up before it happens: a state is asked no more once the next one is made of it.
    const { held, grants } = state;
    const hold = isHoldEnd(event) ? state.holds.get(event.data.holdId) : undefined;
    const closed = event.type === 'GrantRevoked' ? state.closedGrants.get(event.data.grantId) : undefined;
    state = evolve(state, event);
    const { granted, adjusted, spent, expired, revoked } = state.totals;
    expect(granted + adjusted).toBe(state.available + state.held + spent + expired + revoked);
    expect(
      Math.min(state.available, state.held, ...state.grants.map((grant) => Math.min(grant.available, grant.held))),
    ).toBeGreaterThanOrEqual(0);
    const grantOf = (id: string) => grants.find(({ grantId }) => grantId === id);
    // A hold ends once, for it is open when it does; and by itself only when it is due.
    if (isHoldEnd(event)) expect(hold).toBeDefined();
    if (event.type === 'HoldExpired') expect(hold?.endsAt).toBeLessThanOrEqual(event.at);
    if (event.type === 'GrantExpired') {
      expect(grantOf(event.data.grantId)).toMatchObject({ standing: 'open', available: event.data.amount });
      expect(grantOf(event.data.grantId)?.expiresAt).toBeLessThanOrEqual(event.at);
    }
    if (event.type === 'GrantRevoked') {
      const grant = grantOf(event.data.grantId);
      expect({ taken: event.data.amount, owed: event.data.receivable }).toEqual({
        taken: grant?.available ?? 0,
        owed: grant?.spent ?? closed?.spent,
      });
      // What is held is not taken: it may still be captured.
      expect(state.held).toBe(held);
    }
  }
  return state;
}

describe.each(STORES)('while many press at once, %s', (_where, numRuns, open) => {
  let stores: Stores;
  let processes: readonly TestCredits[];
  beforeAll(async () => {
    stores = await open();
    processes = await Promise.all([startCredits(stores), startCredits(stores)]);
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.close()));
    await stores.close();
  });

  /** What the sweep of a process does with one account, by the balance that it sees: it may be behind. */
  async function sweep(of: TestCredits, own: AccountKey, now: number): Promise<void> {
    const { balance } = of.nest.get(CreditsReads);
    const document = await balance.get(accountStream(own));
    const find = () => Promise.resolve({ items: document === undefined ? [] : [document] });
    await sweepExpiries({ find }, now, ({ account: due, change }) => of.change(due, change), {
      warn: (fields) => {
        throw new Error(JSON.stringify(fields));
      },
    });
  }

  const eventsOf = async (own: AccountKey): Promise<readonly AccountEvent[]> => {
    const recorded = await stores.events.readStream(accountStream(own));
    expect(verifyChain(recorded)).toMatchObject({ intact: true });
    return recorded.map((one) => accountCodec.decode(one).event);
  };

  let lives = 0;
  it('a hold ends once, nothing ends before its time, what was delivered is captured unless its hold had ended, and what is revoked is what was left', async () => {
    await fc.assert(
      fc.asyncProperty(
        commands,
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 60, maxLength: 60 }),
        async (request, sizes) => {
          lives += 1;
          const own = account(`life-${lives}`);
          const done: RequestedHold[] = [];
          let from = 0;
          for (const size of sizes) {
            const round = request.slice(from, from + size);
            from += size;
            const now = Math.max(...round.map(({ at }) => at));
            if (round.length === 0) break;
            const answers = round.map(async (command, index) => {
              // Some are sent to both processes, as whoever heard no answer does.
              const to = index % 3 === 0 ? processes : processes.slice(index % 2, (index % 2) + 1);
              for (const answer of await Promise.all(to.map((one) => one.change(own, command))))
                done.push({ command, answer });
            });
            await Promise.all([...answers, ...processes.map((one) => sweep(one, own, now))]);
          }
          const events = await eventsOf(own);
          const state = replay(events);
          const captures = done.filter((one) => one.command.type === 'capture');
          expect(captures.filter(({ answer }) => answer.ok && answer.value.events > 0)).toHaveLength(
            events.filter(({ type }) => type === 'HoldCaptured').length,
          );
          for (const { command, answer } of captures) {
            if (command.type !== 'capture' || answer.ok || answer.error.identifier !== 'HOLD_CLOSED') continue;
            expect(
              events.some(
                (event) => isHoldEnd(event) && event.type !== 'HoldCaptured' && event.data.holdId === command.holdId,
              ),
            ).toBe(true);
          }
          // Spent of what was taken back is owed, whether it was spent before or, under a hold, after.
          const owed = [...state.grants, ...state.closedGrants.values()].reduce(
            (sum, grant) => sum + (grant.revokedBy === undefined ? 0 : grant.spent),
            0,
          );
          const forgets =
            events.some(({ type }) => type === 'AccountCheckpointed') ||
            new Set(events.flatMap((event) => (event.type === 'CreditsGranted' ? [event.data.grantId] : []))).size <
              events.filter(({ type }) => type === 'CreditsGranted').length;
          if (!forgets) expect(state.totals.receivable).toBe(owed);
          if (events.length === 0) return;
          const [one] = processes as [TestCredits]; // two were started
          const token = { stream: accountStream(own), revision: events.length - 1 };
          await one.ask(new GetBalance(own, token));
          const document = await one.nest.get(CreditsReads).balance.get(token.stream);
          expect(document).toMatchObject({ available: state.available, held: state.held, spent: state.totals.spent });
          if (document === undefined) return;
          // Long after everything is due, two sweeps at once leave nothing open, and nothing more to do.
          const late = state.at + 1_000 * 86_400_000;
          await Promise.all(processes.map((process) => sweep(process, own, late)));
          const end = replay(await eventsOf(own));
          expect({ held: end.held, due: end.grants.filter(({ expiresAt }) => expiresAt !== undefined) }).toEqual({
            held: 0,
            due: [],
          });
          const settled = await stores.events.readStream(accountStream(own));
          await one.change(own, { type: 'expire', at: late });
          expect(await stores.events.readStream(accountStream(own))).toHaveLength(settled.length);
        },
      ),
      { numRuns },
    );
  });

  it('a capture that comes together with the expiry of its hold, its extension and the end of its grant, in any order, ends the hold one way, and whoever captured is told which', async () => {
    const contest = fc.record({
      captured: fc.integer({ min: 1, max: 5 }),
      others: fc
        .shuffledSubarray(['capture', 'expire', 'extend', 'revoke'] as const, { minLength: 2 })
        .filter((names) => names.includes('capture')),
      togetherWith: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(contest, async ({ captured, others, togetherWith }) => {
        lives += 1;
        const own = account(`race-${lives}`);
        // two were started
        const of = (index: number): TestCredits => processes[togetherWith[index] === true ? 0 : 1] as TestCredits;
        await of(0).done(own, {
          type: 'grant',
          at: 1,
          grantId: 'pack',
          source: 'purchase',
          amount: 9,
          eligibility: 'any',
        });
        await of(0).done(own, {
          type: 'hold',
          at: 2,
          holdId: 'task',
          amount: 5,
          eligibility: 'any',
          expiresAt: 100,
          reference: 'task',
        });
        const contestants: Readonly<Record<(typeof others)[number], AccountCommand>> = {
          capture: { type: 'capture', at: 100, holdId: 'task', amount: captured },
          expire: { type: 'expire', at: 100 },
          extend: { type: 'extendHold', at: 99, holdId: 'task', expiresAt: 200 },
          revoke: { type: 'revoke', at: 100, grantId: 'pack', reason: 'refund', reference: 'payment' },
        };
        const answers = new Map(
          await Promise.all(
            others.map(async (name, index) => [name, await of(index).change(own, contestants[name])] as const),
          ),
        );
        // A refusal records nothing: the expiry that it names may still be ahead, and an extension from a slow clock
        // before it.
        await of(0).done(own, { type: 'expire', at: 200 });
        const events = await eventsOf(own);
        const state = replay(events);
        const ends = events.filter(isHoldEnd);
        expect(ends).toHaveLength(1);
        const capture = answers.get('capture');
        if (capture?.ok === true) {
          expect(ends[0]).toMatchObject({ type: 'HoldCaptured', data: { amount: captured } });
          expect(state.totals.spent).toBe(captured);
        } else {
          expect(capture?.error).toEqual({ identifier: 'HOLD_CLOSED', params: { id: 'task', ended: 'expired' } });
          expect({ type: ends[0]?.type, spent: state.totals.spent }).toEqual({ type: 'HoldExpired', spent: 0 });
        }
        if (others.includes('revoke'))
          expect({ available: state.available, revoked: state.totals.revoked, owed: state.totals.receivable }).toEqual({
            available: 0,
            revoked: 9 - state.totals.spent,
            owed: state.totals.spent,
          });
        else expect(state.available).toBe(9 - state.totals.spent);
      }),
      { numRuns: 2 * numRuns },
    );
  });
});
