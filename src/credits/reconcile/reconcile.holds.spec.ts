import { describe, expect, it } from '@jest/globals';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { accountStream } from '../account/account.key.js';
import type { Difference } from '../books/finance.shared.js';
import { HoldOwners, type HoldSubject } from '../statement/hold-owners.js';
import { holdStory, judgeHold, reconcileHolds, type HoldStory } from './reconcile.holds.js';
import { lineKey, type LineDocument } from '../statement/statement.projection.js';

const account = { userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' } as const; // a test's own user
const stream = accountStream(account);
const work = (stands: HoldSubject['stands'], more: Partial<HoldSubject> = {}): HoldSubject => ({
  holdId: 't1',
  account,
  amount: 10,
  isHeld: true,
  stands,
  ...more,
});
const hold = (state: HoldStory['state'], captured = 0, amount = 10): HoldStory => ({ amount, state, captured });

const coming = work({ state: 'coming' }, { isHeld: false });
const underWay = work({ state: 'under-way' });
const delivered = work({ state: 'ending', captures: 7 });
const failed = work({ state: 'ending', captures: 0 });
const paid = work({ state: 'over', captured: 7 });
const unpaid = work({ state: 'over', captured: 0 });
const refused = work({ state: 'over', captured: 0 }, { isHeld: false });
const free = work({ state: 'under-way' }, { amount: 0, isHeld: false });

describe('a work and its hold', () => {
  it.each<[string, HoldSubject | undefined, HoldStory | undefined]>([
    ['work that is about to be held for', coming, undefined],
    ['work whose owner has not heard yet that it is held for', coming, hold('open')],
    ['work under way', underWay, hold('open')],
    ['work that has just been delivered', delivered, hold('open')],
    ['work that was captured and does not know it yet', delivered, hold('captured', 7)],
    ['work delivered after its hold had expired', delivered, hold('expired')],
    ['work that has just failed', failed, hold('open')],
    ['work that failed and was released', failed, hold('released')],
    [
      'work that was cancelled before its hold came',
      work({ state: 'ending', captures: 0 }, { isHeld: false }),
      undefined,
    ],
    ['work that is paid for', paid, hold('captured', 7)],
    ['work that came to nothing', unpaid, hold('released')],
    ['work whose hold expired', unpaid, hold('expired')],
    ['work that was refused', refused, undefined],
    ['work that costs nothing', free, undefined],
    ['work that was deleted long ago', undefined, hold('captured', 7)],
  ])('fit: %s', (_what, one, other) => {
    expect(judgeHold(one, other)).toBeUndefined();
  });

  it.each<[Difference['code'], string, HoldSubject | undefined, HoldStory | undefined]>([
    ['hold-without-work', '10 held for unknown work', undefined, hold('open')],
    ['work-without-hold', 'nothing was held, the work says 10', underWay, undefined],
    ['work-without-hold', 'nothing was held, the work says 10', delivered, undefined],
    ['work-without-hold', 'nothing was held, the work says 10', paid, undefined],
    ['work-without-hold', 'nothing was held, the work says 10', unpaid, undefined],
    ['hold-amount-differs', '9 held, the work says 10', underWay, hold('open', 0, 9)],
    ['hold-amount-differs', '9 held, the work says 0', free, hold('open', 0, 9)],
    ['hold-ended-early', 'expired, the work has not ended', underWay, hold('expired')],
    ['hold-ended-early', 'captured, the work has not ended', coming, hold('captured', 10)],
    ['hold-left-open', '10 still held, the work is over', unpaid, hold('open')],
    ['hold-left-open', '10 still held, the work is over', paid, hold('open')],
    ['captured-without-delivery', '7 captured, the work came to nothing', unpaid, hold('captured', 7)],
    ['captured-without-delivery', '7 captured, the work came to nothing', failed, hold('captured', 7)],
    ['capture-differs', '8 captured, the work says 7', paid, hold('captured', 8)],
    ['capture-differs', '0 captured, the work says 7', paid, hold('released')],
    ['capture-differs', '8 captured, the work says 7', delivered, hold('captured', 8)],
  ])('differ as %s: %s', (code, what, one, other) => {
    expect(judgeHold(one, other)).toEqual({ code, what });
  });
});

const line = (id: string, steps: LineDocument['steps'], kind: LineDocument['kind'] = 'creation'): LineDocument => ({
  account: stream,
  id,
  kind,
  at: 0,
  opened: 0,
  steps,
  paidBy: [],
  net: 0,
  availableAfter: 0,
  moved: {},
});
const step = (what: LineDocument['steps'][number]['what'], amount: number): LineDocument['steps'][number] => ({
  what,
  amount,
  at: 0,
});

describe('the story of a hold', () => {
  it.each<[string, LineDocument, HoldStory | undefined]>([
    ['held', line('t', [step('held', 10)]), hold('open')],
    ['extended', line('t', [step('held', 10), step('extended', 0)]), hold('open')],
    ['captured in part', line('t', [step('held', 10), step('captured', 7), step('released', 3)]), hold('captured', 7)],
    ['released', line('t', [step('held', 10), step('released', 10)]), hold('released')],
    ['expired', line('t', [step('held', 10), step('hold-expired', 10), step('expired', 10)]), hold('expired')],
    ['a grant', line('t', [step('granted', 10)], 'grant'), undefined],
  ])('is read from its line: %s', (_what, one, story) => {
    expect(holdStory(one)).toEqual(story);
  });
});

describe('comparing works with holds', () => {
  /** Compares works with the lines and then with the events, which are read again after each pause. */
  async function differences(given: {
    readonly works?: readonly (HoldSubject | undefined)[];
    readonly lines?: readonly LineDocument[];
    readonly events: readonly (LineDocument | undefined)[];
    readonly open?: readonly string[];
  }): Promise<{ readonly found: readonly Difference[]; readonly looks: number; readonly pauses: number }> {
    const works = [...(given.works ?? [])];
    const events = [...given.events];
    const found: Difference[] = [];
    let looks = 0;
    let pauses = 0;
    const owners = new HoldOwners();
    owners.add({
      async *works() {
        for (const one of works.slice(0, 1)) if (one !== undefined) yield one;
      },
      work: async () => (works.length > 1 ? works.shift() : works[0]),
    });
    await reconcileHolds(
      {
        owners,
        lines: async () => given.lines ?? [],
        foldLines: async () => {
          looks += 1;
          const one = events.length > 1 ? events.shift() : events[0];
          return new Map(one === undefined ? [] : [[lineKey(stream, 'creation', one.id), one]]);
        },
        pause: async () => void (pauses += 1),
      },
      new Map([[stream, given.open ?? []]]),
      (difference) => found.push(difference),
    );
    return { found, looks, pauses };
  }
  const open = line('t1', [step('held', 10)]);
  const captured = line('t1', [step('held', 10), step('captured', 7), step('released', 3)]);

  it('reads no stream for what fits', async () => {
    expect(await differences({ works: [underWay], lines: [open], events: [], open: ['t1'] })).toEqual({
      found: [],
      looks: 0,
      pauses: 0,
    });
  });

  it('names a difference once it was seen twice, a pause apart', async () => {
    expect(await differences({ works: [underWay], events: [undefined] })).toEqual({
      found: [{ code: 'work-without-hold', where: `hold t1 of ${stream}`, what: 'nothing was held, the work says 10' }],
      looks: 2,
      pauses: 1,
    });
    expect((await differences({ events: [open], open: ['t1'] })).found).toMatchObject([{ code: 'hold-without-work' }]);
  });

  it('takes nothing for a difference that only the statement is behind with', async () => {
    expect(await differences({ works: [paid], lines: [open], events: [captured] })).toEqual({
      found: [],
      looks: 1,
      pauses: 0,
    });
  });

  it('takes nothing for a difference that has gone after a pause', async () => {
    expect(await differences({ works: [underWay], events: [undefined, open] })).toEqual({
      found: [],
      looks: 2,
      pauses: 1,
    });
  });

  it('looks again at a work that changed while its account was read', async () => {
    expect(
      await differences({ works: [underWay, paid], lines: [captured], events: [open, captured], open: ['t1'] }),
    ).toEqual({ found: [], looks: 2, pauses: 0 });
  });

  it('names the open holds of two accounts that have the same id', async () => {
    const found: Difference[] = [];
    const other = accountStream({ ...account, userId: 'bob' as UserId }); // a test's own user
    const foldLines = async (of: StreamName): Promise<ReadonlyMap<string, LineDocument>> =>
      new Map([[lineKey(of, 'creation', 't1'), open]]);
    await reconcileHolds(
      { owners: new HoldOwners(), lines: async () => [], foldLines, pause: async () => undefined },
      new Map([
        [stream, ['t1']],
        [other, ['t1']],
      ]),
      (difference) => found.push(difference),
    );
    expect(found.map(({ code, where }) => [code, where])).toEqual([
      ['hold-without-work', `hold t1 of ${stream}`],
      ['hold-without-work', `hold t1 of ${other}`],
    ]);
  });

  it("names an open hold whose work is another account's", async () => {
    const elsewhere = work({ state: 'coming' }, { isHeld: false, account: { ...account, userId: 'bob' as UserId } }); // a test's own user
    expect((await differences({ works: [elsewhere], events: [open], open: ['t1'] })).found).toMatchObject([
      { code: 'hold-without-work', where: `hold t1 of ${stream}` },
    ]);
  });
});
