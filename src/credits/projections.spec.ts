import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY, NEVER, commands, live, store } from '../../test/support/people/account-life.js';
import type { FindQuery } from '../platform/documents/port.js';
import { foldInto, see, type Projection, type SeenEvent } from '../kernel/event-sourcing/projection.js';
import { createAccountDecider } from './account/account.js';
import { balanceProjection, balanceView, type BalanceDocument } from './account/balance.projection.js';
import { accountCodec, type AccountEvent } from './account/events.js';
import { expiry } from './account/expire.policy.js';
import { runningLines, type StatementCursor } from './statement/statement.lines.js';
import {
  changeOf,
  lineKey,
  statementLine,
  statementProjection,
  type LineDocument,
} from './statement/statement.projection.js';

/** Runs a projection over events and reads the documents back from their stored form, like the runtime does. */
function project<Document>(
  projection: Projection<Document, AccountEvent>,
  events: readonly AccountEvent[],
): Map<string, Document> {
  const documents = new Map<string, { position: number; data: Document }>();
  for (const recorded of store(events)) {
    if (!projection.handles.includes(recorded.type as AccountEvent['type'])) continue; // names outside this list are simply not handled
    const seen: SeenEvent<AccountEvent> = see(accountCodec, recorded);
    const key = projection.key(seen);
    if (key === undefined) continue;
    const { projected, poison } = foldInto(projection, documents.get(key), [seen, seen]);
    expect(poison).toBeUndefined();
    if (projected !== undefined)
      documents.set(key, {
        position: projected.position,
        data: projection.schema.parse(JSON.parse(JSON.stringify(projected.data))),
      });
  }
  return new Map([...documents].map(([key, { data }]) => [key, data]));
}

const balanceOf = (events: readonly AccountEvent[]): BalanceDocument | undefined =>
  project(balanceProjection, events).get('credits-u.kinora.credits');

describe('the balance', () => {
  it('has what the account has, grant by grant, whatever has happened', () => {
    fc.assert(
      fc.property(commands, fc.integer({ min: 2, max: 9 }), (requests, every) => {
        const { events, state } = live(requests, { every, perEntry: 0, seal: 2 });
        const balance = balanceOf(events);
        if (balance === undefined) return expect(events).toEqual([]);
        expect({ available: balance.available, held: balance.held, spent: balance.spent }).toEqual({
          available: state.available,
          held: state.held,
          spent: state.totals.spent,
        });
        expect(
          balance.grants.map(({ grantId, available, held, expiresAt }) => ({ grantId, available, held, expiresAt })),
        ).toEqual(
          state.grants.map(({ grantId, available, held, expiresAt }) => ({ grantId, available, held, expiresAt })),
        );
        expect(balance.holds.map((hold) => [hold.holdId, hold.endsAt]).sort()).toEqual(
          state.holds
            .values()
            .map((hold) => [hold.holdId, hold.endsAt])
            .sort(),
        );
        // The last event may be a checkpoint, which the balance projection ignores.
        expect(balance.revision).toBe(events.findLastIndex((event) => event.type !== 'AccountCheckpointed'));
      }),
      { numRuns: 300 },
    );
  });

  it('is the same whether events are folded one by one, many at once or as they come', () => {
    fc.assert(
      fc.property(commands, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 }), (requests, sizes) => {
        const { events } = live(requests);
        const seen = store(events)
          .filter(({ type }) => type !== 'AccountCheckpointed')
          .map((recorded) => see(accountCodec, recorded));
        let parts: ReturnType<typeof foldInto<BalanceDocument, AccountEvent>>['projected'];
        for (let from = 0, n = 0; from < seen.length; n += 1) {
          const size = sizes[n] ?? seen.length;
          parts = foldInto(balanceProjection, parts, seen.slice(Math.max(0, from - 2), from + size)).projected ?? parts;
          from += size;
        }
        expect(parts?.data).toEqual(balanceOf(events));
        expect(foldInto(balanceProjection, undefined, seen).projected?.data).toEqual(balanceOf(events));
        expect(foldInto({ evolve: balanceProjection.evolve }, undefined, seen).projected?.data).toEqual(
          balanceOf(events),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('shows what could be spent, on every model or on local ones: the same as a hold would find', () => {
    fc.assert(
      fc.property(
        commands,
        fc.constantFrom(0, 1, DAY, 50 * DAY),
        fc.constantFrom('any' as const, 'free-models' as const),
        (requests, later, eligibility) => {
          const { events, state } = live(requests);
          const balance = balanceOf(events);
          if (balance === undefined) return;
          const now = state.at + later;
          const refused = createAccountDecider(NEVER).decide(
            { type: 'hold', at: now, holdId: 'all', amount: 1_000_000, eligibility, expiresAt: now + 1, reference: '' },
            state,
          );
          const found = refused.ok ? NaN : Number(refused.error.params?.['available']);
          const { available, anyModel } = balanceView(balance, now);
          const shown = eligibility === 'any' ? anyModel : available;
          // A hold also finds what overdue holds give back, which is shown once their expiry is recorded.
          if (balance.holds.some(({ endsAt }) => endsAt <= now)) expect(shown).toBeLessThanOrEqual(found);
          else expect(shown).toBe(found);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('knows when the next thing is due, and asks for its expiry then and not before', () => {
    fc.assert(
      fc.property(commands, fc.constantFrom(0, 1, 3_600_000, DAY, 50 * DAY), (requests, later) => {
        const { events, state } = live(requests);
        const balance = balanceOf(events);
        if (balance === undefined) return;
        const now = state.at + later;
        const decider = createAccountDecider(NEVER);
        const decided = decider.decide({ type: 'expire', at: now }, state);
        const due = decided.ok && decided.value.length > 0;
        expect(expiry(balance, now) !== undefined).toBe(due);
        if (!due) return;
        const after = balanceOf([...events, ...decided.value]);
        expect(after === undefined ? undefined : expiry(after, now)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

describe('a grant that ended under a hold', () => {
  it('is due no more, though some of it is still held', () => {
    const { events } = live([
      { type: 'grant', at: 1, grantId: 'plan', source: 'plan', amount: 3, eligibility: 'any', expiresAt: 50 },
      { type: 'hold', at: 2, holdId: 'task', amount: 2, eligibility: 'any', expiresAt: DAY, reference: 'task' },
      { type: 'expire', at: 50 },
    ]);
    expect(balanceOf(events)).toMatchObject({
      available: 0,
      held: 2,
      nextDue: DAY,
      grants: [{ grantId: 'plan', available: 0, held: 2 }],
    });
  });
});

describe('the statement', () => {
  const linesOf = (events: readonly AccountEvent[]): LineDocument[] =>
    [...project(statementProjection, events).values()].sort((a, b) => a.opened - b.opened);

  it('adds up: all lines together are what is available and held, and the last step says what is available', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        const { events, state } = live(requests, { every: 5, perEntry: 0, seal: 2 });
        const lines = linesOf(events);
        expect(lines.reduce((sum, line) => sum + line.net, 0)).toBe(state.available + state.held);
        const listed = events.filter(
          (event) =>
            event.type !== 'AccountCheckpointed' && !(event.type === 'GrantExpired' && event.data.amount === 0),
        );
        expect(
          lines.map((line) => line.availableAfter).includes(listed.at(-1)?.data.available ?? 0) || lines.length === 0,
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('has a running balance that adds up line by line, however tasks overlap and wherever a page ends', async () => {
    await fc.assert(
      fc.asyncProperty(commands, fc.integer({ min: 0, max: 10 }), async (requests, firstPage) => {
        const { events, state } = live(requests);
        const newestFirst = linesOf(events).reverse();
        // Answers like the store: newest first, starting at a position.
        const find = ({ range }: FindQuery) =>
          Promise.resolve({ items: newestFirst.filter(({ opened }) => opened < Number(range?.below ?? Infinity)) });
        const read = async (cursor?: StatementCursor) => {
          const all = [];
          const available = () => Promise.resolve(state.available);
          for await (const line of runningLines({ find }, 'credits-u.kinora.credits', {}, available, cursor))
            all.push(line);
          return all;
        };
        const running = await read();
        expect(running[0]?.availableAfter ?? state.available).toBe(state.available);
        running.forEach(({ line, availableAfter = NaN }, at) => {
          expect(availableAfter - (running[at + 1]?.availableAfter ?? 0)).toBe(changeOf(line));
        });
        const [last, next] = [running[firstPage], running[firstPage + 1]];
        if (last === undefined || next?.availableAfter === undefined) return;
        expect(await read({ before: last.line.opened, available: next.availableAfter })).toEqual(
          running.slice(firstPage + 1),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('names the grants that paid for exactly what was captured', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        for (const line of linesOf(live(requests).events)) {
          // A line with two holds belongs to an id that was reused after it had been forgotten.
          if (line.kind !== 'creation' || line.steps.filter((step) => step.what === 'held').length > 1) continue;
          const captured = line.steps.find((step) => step.what === 'captured');
          const isOpen = !line.steps.some((step) => ['captured', 'released', 'hold-expired'].includes(step.what));
          const held = line.steps.find((step) => step.what === 'held')?.amount ?? 0;
          expect(line.paidBy.reduce((sum, part) => sum + part.amount, 0)).toBe(captured?.amount ?? (isOpen ? held : 0));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('says with each step of a creation which grants it was of, and what was held comes out captured or given back', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        for (const line of linesOf(live(requests).events)) {
          if (line.kind !== 'creation' || line.steps.filter((step) => step.what === 'held').length > 1) continue;
          const left = new Map<string, number>();
          for (const { what, amount, grants = [] } of line.steps) {
            if (what !== 'extended') expect(grants.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
            const sign =
              what === 'held' ? 1 : what === 'captured' || what === 'released' || what === 'hold-expired' ? -1 : 0;
            for (const part of grants) left.set(part.grantId, (left.get(part.grantId) ?? 0) + sign * part.amount);
          }
          const isOpen = !line.steps.some((step) => ['captured', 'released', 'hold-expired'].includes(step.what));
          expect([...left.values()].every((amount) => (isOpen ? amount > 0 : amount === 0))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("looks up in a grant's own line where it came from", () => {
    const events = live([
      { type: 'grant', at: 1, grantId: 'plan', source: 'plan', amount: 3, eligibility: 'any', expiresAt: DAY },
      {
        type: 'adjust',
        at: 2,
        adjustmentId: 'sorry',
        amount: 4,
        reasonCode: 'goodwill',
        actor: 'finance-1',
        reference: 'ticket',
      },
      { type: 'hold', at: 3, holdId: 'task', amount: 5, eligibility: 'any', expiresAt: DAY, reference: 'task' },
      { type: 'release', at: 4, holdId: 'task', reason: 'failed' },
      { type: 'recordUsage', at: 5, usageId: 'free', listPrice: 7, reference: 'task' },
    ] satisfies Parameters<typeof live>[0]).events;
    const documents = project(statementProjection, events);
    const line = (kind: LineDocument['kind'], id: string) => {
      const found = documents.get(lineKey('credits-u.kinora.credits', kind, id));
      return found === undefined ? undefined : statementLine(found, documents);
    };
    expect(line('grant', 'plan')).toEqual({
      id: 'plan',
      kind: 'grant',
      at: 1,
      steps: [{ what: 'granted', amount: 3, at: 1 }],
      paidBy: [{ grantId: 'plan', amount: 3, source: 'plan', expiresAt: DAY }],
      net: 3,
      change: 3,
    });
    expect(line('adjustment', 'sorry')).toMatchObject({
      net: 4,
      change: 4,
      paidBy: [{ grantId: 'sorry', amount: 4, source: 'adjustment' }],
      steps: [{ what: 'adjusted', amount: 4, reason: 'goodwill' }],
    });
    const both = [
      { grantId: 'plan', amount: 3, source: 'plan', expiresAt: DAY },
      { grantId: 'sorry', amount: 2, source: 'adjustment' },
    ];
    expect(line('creation', 'task')).toEqual({
      id: 'task',
      kind: 'creation',
      at: 3,
      steps: [
        { what: 'held', amount: 5, at: 3, grants: both },
        { what: 'released', amount: 5, at: 4, reason: 'failed', grants: both },
      ],
      paidBy: [],
      net: 0,
      change: 0,
    });
    expect(line('usage', 'free')).toMatchObject({ net: 0, steps: [{ what: 'used', amount: 7 }], change: 0 });
    const held = project(statementProjection, events.slice(0, 3));
    expect(
      statementLine(held.get(lineKey('credits-u.kinora.credits', 'creation', 'task')) as LineDocument, held).paidBy,
    ).toEqual(both); // it was held two lines above
  });
});
