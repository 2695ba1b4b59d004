import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyStream, commands, live } from '../../../test/support/people/account-life.js';
import type { SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { AccountCommand } from '../account/account.commands.js';
import type { AccountEvent } from '../account/events.js';
import { dayOf, entryOf, factsAfter, NO_FACTS, type Entry } from './books.entries.js';
import { booksProjection, type BooksPage } from './books.projection.js';
import { dayAfter, sumLiability, sumRollForward, sumTrialBalance } from './books.sums.js';
import { byValidDay } from './books.valid.js';

const DAY = 86_400_000;

interface Entered {
  readonly seen: SeenEvent<AccountEvent>;
  readonly entry: Entry;
}

/** The events of an account with their entries. */
function entered(events: readonly AccountEvent[]): readonly Entered[] {
  let facts = NO_FACTS;
  return events.map((event, revision) => {
    const seen: SeenEvent<AccountEvent> = { event, id: '', stream: anyStream, revision, position: revision };
    const entry = entryOf(facts, seen);
    facts = factsAfter(facts, seen);
    return { seen, entry };
  });
}

/** The pages of the books with these entries. */
function pagesOf(all: readonly Entered[]): readonly BooksPage[] {
  const entries = new Map(all.map(({ seen, entry }) => [seen, entry]));
  const none: Entry = { parts: [], stated: 0, receivable: 0, listPrice: 0 };
  const projection = booksProjection((seen) => entries.get(seen) ?? none);
  const pages = new Map<string, BooksPage>();
  for (const { seen } of all) {
    const key = projection.key(seen);
    if (key !== undefined && projection.handles.includes(seen.event.type))
      pages.set(key, projection.evolve(pages.get(key), seen));
  }
  return [...pages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, page]) => page);
}

const validAtOf = ({ seen: { event } }: Entered): number | undefined =>
  event.type === 'CreditsAdjusted' ? event.data.validAt : undefined;
/** The same entry, as if its event had happened at its valid time. */
const moved = (one: Entered): Entered => ({
  ...one,
  seen: { ...one.seen, event: { ...one.seen.event, at: validAtOf(one) ?? one.seen.event.at } },
});
const upTo = (pages: readonly BooksPage[], day: string): readonly BooksPage[] =>
  pages.filter((page) => page.day <= day);
/** The sums that finance sees at the end of a day. */
function booksAt(pages: readonly BooksPage[], from: string, day: string) {
  const known = upTo(pages, day);
  return {
    trialBalance: sumTrialBalance(known, day, from),
    liability: sumLiability(known, day),
    rollForward: sumRollForward(known, from, day),
  };
}

/** A life with more adjustments than usual, most of them with a valid time. */
const corrected = fc
  .tuple(
    commands,
    fc.array(
      fc.record({
        place: fc.nat({ max: 60 }),
        amount: fc.constantFrom(-5, -1, 2, 9),
        since: fc.option(fc.constantFrom(0, DAY, 3 * DAY, 40 * DAY)),
      }),
      { maxLength: 8 },
    ),
  )
  .map(([life, added]) =>
    life.flatMap((one, place): readonly AccountCommand[] => [
      one,
      ...added.flatMap(({ amount, since, ...where }, nth): readonly AccountCommand[] =>
        where.place % life.length !== place
          ? []
          : [
              {
                type: 'adjust',
                at: one.at,
                adjustmentId: `x${nth}`,
                amount,
                reasonCode: 'correction',
                actor: 'finance-1',
                reference: 'ticket',
                ...(since === null ? {} : { validAt: one.at - since }),
              },
            ],
      ),
    ]),
  );

describe('books by valid time', () => {
  const days = fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 30 }));

  it('are the recorded books with each adjustment on its valid day, and balance on every day', () => {
    let found = 0;
    fc.assert(
      fc.property(corrected, days, (requests, [offset, length]) => {
        const all = entered(live(requests).events);
        const [first] = all;
        if (first === undefined) return;
        found += all.filter((one) => validAtOf(one) !== undefined).length;
        const [recorded, expected] = [pagesOf(all), pagesOf(all.map(moved))];
        const valid = byValidDay(recorded);
        const from = dayOf(first.seen.event.at - 45 * DAY + offset * DAY);
        let day = from;
        for (let nth = 0; nth < length; nth += 1) day = dayAfter(day);
        expect(booksAt(valid, from, day)).toEqual(booksAt(expected, from, day));
        expect(sumTrialBalance(upTo(valid, day), day).balanced).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('agree with the recorded books from the last adjustment on', () => {
    fc.assert(
      fc.property(corrected, (requests) => {
        const all = entered(live(requests).events);
        const recorded = pagesOf(all);
        const day = dayOf(
          Math.max(0, ...all.filter((one) => validAtOf(one) !== undefined).map(({ seen }) => seen.event.at)),
        );
        const [valid, known] = [upTo(byValidDay(recorded), day), upTo(recorded, day)];
        const { toDate } = sumTrialBalance(known, day).total;
        expect(sumTrialBalance(valid, day).total.toDate).toEqual(toDate);
        expect(sumLiability(valid, day)).toEqual(sumLiability(known, day));
      }),
      { numRuns: 200 },
    );
  });

  it('leave books without valid times as they are', () => {
    const [grant] = entered([
      {
        type: 'CreditsGranted',
        at: 0,
        data: { amount: 5, available: 5, eligibility: 'any', grantId: 'g', source: 'plan' },
      },
    ]);
    const pages = grant === undefined ? [] : pagesOf([grant]);
    expect(byValidDay(pages)).toBe(pages);
    expect(pages[0]).not.toHaveProperty('moved');
  });
});
