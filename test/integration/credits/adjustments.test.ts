import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { Adjustments } from '../../../src/credits/adjustments/adjustments.js';
import { ADJUSTMENTS, adjustmentDocument, type AdjustmentDocument } from '../../../src/credits/adjustments/request.js';
import type { AdjustmentView } from '../../../src/credits/adjustments/adjustment.shared.js';
import { Books } from '../../../src/credits/books/finance.queries.js';
import { createFinanceRouter } from '../../../src/credits/books/finance.router.js';
import { ledgerCli } from '../../../src/credits/cli.js';
import { accountStream, ChangeCredits, ForgetAdjustmentNotes, GetBalance } from '../../../src/credits/index.js';
import { ReconcileLedger } from '../../../src/credits/reconcile/reconcile.commands.js';
import { runCli } from '../../../src/platform/cli.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { Collection, DocumentStore } from '../../../src/platform/documents/port.js';
import { TRPCError } from '@trpc/server';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { callerOf, describeError, type Context } from '../../../src/platform/http/trpc/trpc.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { until } from '../../support/until.js';

/** What a call was refused with. @throws whatever else went wrong */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCError)) throw error instanceof Error ? error : new Error('the call was answered');
  return describeError(error).data;
}

const START = Date.UTC(2026, 0, 30);
const ann = account('ann');
const stream = accountStream(ann);

describe('adjustments', () => {
  let credits: TestCredits;
  let documents: DocumentStore;
  /** What goes wrong at the next write of a request after its account was changed. */
  let isDocumentStoreAway = false;
  let isEventStoreAway = false;

  beforeEach(async () => {
    isDocumentStoreAway = false;
    isEventStoreAway = false;
    documents = createMemoryDocumentStore();
    const open = documents.collection.bind(documents);
    documents.collection = async <T>(...given: Parameters<typeof open<T>>): Promise<Collection<T>> => {
      const collection = await open<T>(...given);
      if (given[0].name !== ADJUSTMENTS.name) return collection;
      const put = collection.put.bind(collection);
      collection.put = (operation) =>
        isDocumentStoreAway && operation.expectedVersion > 0
          ? Promise.reject(new StoreUnavailable('documents', 'unreachable', 'away'))
          : put(operation);
      return collection;
    };
    const events = createMemoryEventStore({ now: () => START });
    const append = events.append.bind(events);
    events.append = (...given) =>
      isEventStoreAway ? Promise.reject(new StoreUnavailable('events', 'unreachable', 'away')) : append(...given);
    credits = await startCredits({ now: START, documents, events });
    await credits.done(ann, {
      type: 'grant',
      at: START,
      grantId: 'pack',
      source: 'purchase',
      amount: 100,
      eligibility: 'any',
    });
  });
  afterEach(() => credits.close());

  function callsOf(who: string, roles: SessionUser['roles'] = ['finance']) {
    const user: SessionUser = {
      id: account(who).userId,
      email: `${who}@example.org`,
      anonymous: false,
      dateCreated: 0,
      roles,
      sid: 's' as SessionUser['sid'],
    }; // a test's own session
    const context: Context = { user, request: { ip: '', language: 'en', requestId: 'r', origin: 'http://localhost' } };
    return callerOf(
      createFinanceRouter({ commands: credits.nest.get(CommandBus), queries: credits.nest.get(QueryBus) }),
    )(context);
  }
  const wanted = (more: Partial<Parameters<ReturnType<typeof callsOf>['adjust']>[0]> = {}) => ({
    requestId: randomUUID(),
    userId: 'ann',
    amount: 50,
    reason: 'goodwill' as const,
    reference: 'CASE-1',
    ...more,
  });
  const available = async (): Promise<number> => (await credits.ask(new GetBalance(ann))).available;
  const adjusted = async () =>
    (await credits.events.readStream(stream))
      .filter(({ type }) => type === 'CreditsAdjusted')
      .map(({ data }) => JSON.parse(data) as Readonly<Record<string, unknown>>); // our own events
  const stateOf = async (requestId: string): Promise<AdjustmentView['state'] | undefined> =>
    (await callsOf('fay').adjustments({})).adjustments.find((one) => one.requestId === requestId)?.state;
  const differences = async () => {
    const books = credits.nest.get(Books);
    const head = (await credits.events.readStream(stream)).length;
    await until(
      () => books.follower.pages.find({ limit: 10 }),
      ({ items }) => items.reduce((sum, page) => sum + page.events, 0) === head,
    );
    return (await credits.nest.get(CommandBus).execute(new ReconcileLedger(undefined, true))).differences;
  };

  it('up to the limit are applied at once, with who made them in the event, and no text', async () => {
    const made = await callsOf('fay').adjust(wanted({ amount: 1_000, note: 'Ann was unhappy' }));
    expect(made).toMatchObject({
      state: 'applied',
      actor: 'fay',
      approver: null,
      amount: 1_000,
      steps: [
        { by: 'fay', what: 'requested', note: 'Ann was unhappy' },
        { by: 'ledger', what: 'applied' },
      ],
    });
    expect(await adjusted()).toEqual([
      {
        actor: 'fay',
        adjustmentId: made.requestId,
        amount: 1_000,
        available: 1_100,
        reasonCode: 'goodwill',
        reference: 'CASE-1',
        taken: [],
      },
    ]);
    expect(JSON.stringify(await credits.events.readStream(stream))).not.toContain('unhappy');
    expect(await differences()).toEqual([]);
  });

  it('are made once, however often they are sent, and not by the same id for something else', async () => {
    const request = wanted();
    const [first, second] = [
      await callsOf('fay').adjust(request),
      await callsOf('fay').adjust({ ...request, note: 'again' }),
    ];
    expect(second).toEqual(first);
    await Promise.all([callsOf('fay').adjust(request), callsOf('fay').adjust(request)]);
    expect(await adjusted()).toHaveLength(1);
    for (const other of [{ amount: 51 }, { userId: 'bob' }, { reason: 'fraud' as const }, { reference: 'CASE-2' }]) {
      expect(await refusal(callsOf('fay').adjust({ ...request, ...other }))).toMatchObject({
        identifier: 'IDEMPOTENCY_MISMATCH',
        params: { id: request.requestId },
      });
    }
  });

  it('above the limit wait for another person, who is neither the requester nor the owner of the account', async () => {
    const { requestId, state } = await callsOf('fay').adjust(wanted({ amount: 1_001 }));
    expect([state, await adjusted()]).toEqual(['awaiting-approval', []]);
    for (const who of ['fay', 'ann'])
      expect(await refusal(callsOf(who).approveAdjustment({ requestId }))).toMatchObject({
        identifier: 'SECOND_PERSON',
      });
    expect(await adjusted()).toEqual([]);
    expect(await callsOf('gil').approveAdjustment({ requestId, note: 'checked' })).toMatchObject({
      state: 'applied',
      actor: 'fay',
      approver: 'gil',
    });
    expect(await callsOf('gil').approveAdjustment({ requestId })).toMatchObject({ state: 'applied' });
    expect(await refusal(callsOf('hal').rejectAdjustment({ requestId }))).toMatchObject({
      identifier: 'ADJUSTMENT_DECIDED',
      params: { state: 'applied' },
    });
    expect(await adjusted()).toMatchObject([{ actor: 'fay', approver: 'gil', amount: 1_001 }]);
    expect(await differences()).toEqual([]);
  });

  it('of one’s own account always wait for another person', async () => {
    expect(await callsOf('ann').adjust(wanted({ amount: 1 }))).toMatchObject({ state: 'awaiting-approval' });
  });

  describe('with a valid time', () => {
    const DAY = 86_400_000;
    const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

    it('count on that day in books as valid, on the day of recording in books as recorded, and in both afterwards', async () => {
      credits.now = START + 10 * DAY;
      const request = wanted({ amount: 40, validAt: dayOf(START + 2 * DAY) });
      const { validAt, adjustmentId } = await callsOf('fay').adjust(request);
      expect([validAt, await adjusted()]).toEqual([
        START + 2 * DAY,
        [expect.objectContaining({ amount: 40, validAt: START + 2 * DAY })],
      ]);
      expect(await refusal(callsOf('fay').adjust({ ...request, validAt: dayOf(START + 3 * DAY) }))).toMatchObject({
        identifier: 'IDEMPOTENCY_MISMATCH',
      });
      expect(await differences()).toEqual([]);

      const owed = async (after: number, basis: 'recorded' | 'valid') =>
        (await callsOf('fay').liability({ day: dayOf(START + after * DAY), basis })).total.available;
      expect(await Promise.all([1, 2, 9, 10].map((after) => owed(after, 'recorded')))).toEqual([100, 100, 100, 140]);
      expect(await Promise.all([1, 2, 9, 10].map((after) => owed(after, 'valid')))).toEqual([100, 140, 140, 140]);
      const range = { from: dayOf(START), to: dayOf(START + 10 * DAY) };
      const movedOn = async (basis: 'recorded' | 'valid') =>
        (await callsOf('fay').rollForward({ ...range, basis })).days.flatMap(({ day, moved }) =>
          moved.adjusted === 0 ? [] : [day],
        );
      expect([await movedOn('recorded'), await movedOn('valid')]).toEqual([[range.to], [dayOf(START + 2 * DAY)]]);
      expect(await callsOf('fay').trialBalance({ day: dayOf(START + 5 * DAY), basis: 'valid' })).toMatchObject({
        balanced: true,
        credits: 140,
        bySource: [{ source: 'adjustment' }, { source: 'purchase' }],
      });

      const history = (at: number, basis: 'recorded' | 'valid') =>
        callsOf('fay').history({ userId: 'ann', at: new Date(START + at * DAY).toISOString(), basis });
      expect(await history(5, 'recorded')).toMatchObject({
        available: 100,
        corrections: [],
        grants: [{ grantId: 'pack' }],
      });
      expect(await history(5, 'valid')).toMatchObject({
        available: 140,
        spendable: 140,
        totals: { adjusted: 40 },
        grants: [{ grantId: 'pack' }, { grantId: adjustmentId, available: 40 }],
        corrections: [{ adjustmentId, amount: 40, recordedAt: START + 10 * DAY, validAt: START + 2 * DAY }],
      });
      expect(await history(1, 'valid')).toMatchObject({ available: 100, corrections: [] });
      expect(await history(10, 'valid')).toMatchObject({
        available: 140,
        corrections: [],
        events: [{ validAt: START + 2 * DAY }, { validAt: null }],
      });
    });

    it('are undone at a valid time of their own, or without one', async () => {
      credits.now = START + 10 * DAY;
      const { adjustmentId } = await callsOf('fay').adjust(wanted({ amount: 40, validAt: dayOf(START + 2 * DAY) }));
      const reversal = await callsOf('fay').reverseAdjustment({
        userId: 'ann',
        adjustmentId,
        reference: 'CASE-2',
        validAt: new Date(START + 4 * DAY).toISOString(),
      });
      expect(reversal).toMatchObject({ state: 'applied', validAt: START + 4 * DAY });
      expect(await differences()).toEqual([]);
      const owed = async (after: number) =>
        (await callsOf('fay').liability({ day: dayOf(START + after * DAY), basis: 'valid' })).total.available;
      expect([await owed(3), await owed(4)]).toEqual([140, 100]);
    });

    it('begin with the day of the account’s first event, and end now', async () => {
      credits.now = START + DAY;
      const outside = { identifier: 'VALID_TIME_OUTSIDE', params: { from: dayOf(START) } };
      expect(await refusal(callsOf('fay').adjust(wanted({ validAt: dayOf(START - DAY) })))).toMatchObject(outside);
      expect(await refusal(callsOf('fay').adjust(wanted({ validAt: dayOf(START + 2 * DAY) })))).toMatchObject(outside);
      expect(await refusal(callsOf('fay').adjust(wanted({ userId: 'new', validAt: dayOf(START) })))).toMatchObject({
        identifier: 'VALID_TIME_OUTSIDE',
        params: { from: dayOf(START + DAY) },
      });
      expect(await adjusted()).toEqual([]);
      expect(await callsOf('fay').adjust(wanted({ validAt: dayOf(START) }))).toMatchObject({ state: 'applied' });
    });

    it('of a new account are judged on the day of the request, also if they are approved later', async () => {
      credits.now = START + DAY;
      const { requestId } = await callsOf('fay').adjust(
        wanted({ userId: 'new', amount: 1_001, validAt: dayOf(START + DAY) }),
      );
      credits.now = START + 3 * DAY;
      expect(await callsOf('gil').approveAdjustment({ requestId })).toMatchObject({
        state: 'applied',
        validAt: START + DAY,
      });
    });
  });

  it('that are rejected change nothing', async () => {
    const { requestId } = await callsOf('fay').adjust(wanted({ amount: -1_001 }));
    expect(await callsOf('gil').rejectAdjustment({ requestId, note: 'no case' })).toMatchObject({
      state: 'rejected',
      approver: null,
    });
    expect(await refusal(callsOf('hal').approveAdjustment({ requestId }))).toMatchObject({
      identifier: 'ADJUSTMENT_DECIDED',
    });
    expect(await adjusted()).toEqual([]);
  });

  it('that would overdraw are refused by the account, with the reason in the register', async () => {
    expect(await callsOf('fay').adjust(wanted({ amount: -101 }))).toMatchObject({
      state: 'refused',
      steps: [
        {},
        { what: 'refused', error: { identifier: 'ADJUSTMENT_TOO_LARGE', params: { needed: 101, available: 100 } } },
      ],
    });
    expect([await available(), await differences()]).toEqual([100, []]);
  });

  it('are closed to everybody without the permission, administrators included', async () => {
    for (const roles of [[], ['admin']] as const) {
      const calls = callsOf('eve', roles);
      const tries = [
        calls.adjust(wanted()),
        calls.approveAdjustment({ requestId: 'r' }),
        calls.rejectAdjustment({ requestId: 'r' }),
        calls.reverseAdjustment({ userId: 'ann', adjustmentId: 'a', reference: 'c' }),
        calls.adjustments({}),
      ];
      for (const tried of tries) expect(await refusal(tried)).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    }
  });

  it.each<[string, object]>([
    ['an amount of nothing', { amount: 0 }],
    ['half a credit', { amount: 0.5 }],
    ['a text for a case', { reference: 'Ann called again' }],
    ['an address for a case', { reference: 'ann@example.com' }],
    ['a reason of one’s own', { reason: 'whim' }],
    ['a reversal by hand', { reason: 'reversal' }],
  ])('are not requested with %s', async (_what, wrong) => {
    expect(await refusal(callsOf('fay').adjust(wanted(wrong)))).toMatchObject({ identifier: 'VALIDATION_ERROR' });
  });

  describe('are reversed', () => {
    const reverse = (who = 'fay', adjustmentId = '') =>
      callsOf(who).reverseAdjustment({ userId: 'ann', adjustmentId, reference: 'CASE-9' });

    it('by their counterpart, once, and the account is as before', async () => {
      const { adjustmentId } = await callsOf('fay').adjust(wanted());
      expect(await reverse('fay', adjustmentId)).toMatchObject({
        state: 'applied',
        amount: -50,
        reason: 'reversal',
        reverses: adjustmentId,
      });
      expect(await reverse('fay', adjustmentId)).toMatchObject({ state: 'applied' });
      expect(await refusal(reverse('gil', adjustmentId))).toMatchObject({ identifier: 'IDEMPOTENCY_MISMATCH' });
      expect([(await adjusted()).length, await available()]).toEqual([2, 100]);
      expect((await callsOf('fay').adjustments({ reason: 'goodwill' })).adjustments).toMatchObject([
        { reversal: 'applied' },
      ]);
      expect(await refusal(reverse('fay', `reversal.${adjustmentId}`))).toMatchObject({ identifier: 'NOT_REVERSIBLE' });
      expect(await refusal(reverse('fay', 'unknown'))).toMatchObject({ identifier: 'ADJUSTMENT_NOT_FOUND' });
      expect(await differences()).toEqual([]);
    });

    it('never into an overdraft; when there is enough again, they can be', async () => {
      const { adjustmentId } = await callsOf('fay').adjust(wanted());
      await credits.done(ann, {
        type: 'hold',
        at: START,
        holdId: 'h',
        amount: 120,
        eligibility: 'any',
        expiresAt: START + 1_000,
        reference: 'task',
      });
      expect(await reverse('fay', adjustmentId)).toMatchObject({
        state: 'refused',
        steps: [{}, { error: { identifier: 'ADJUSTMENT_TOO_LARGE', params: { needed: 50, available: 30 } } }],
      });
      await credits.done(ann, { type: 'release', at: START, holdId: 'h', reason: 'failed' });
      expect(await reverse('gil', adjustmentId)).toMatchObject({
        state: 'applied',
        actor: 'gil',
        steps: [{ by: 'fay' }, { what: 'refused' }, { by: 'gil', what: 'requested' }, { what: 'applied' }],
      });
      expect(await available()).toBe(100);
    });
  });

  it('survive a crash after the approval and after the account was changed: nothing is lost or doubled', async () => {
    isEventStoreAway = true;
    const lost = await callsOf('fay').adjust(wanted());
    expect(lost.state).toBe('approved');
    isEventStoreAway = false;
    // The pause after the failed delivery passes by the product's clock.
    credits.now += 60_000;
    await until(
      () => stateOf(lost.requestId),
      (state) => state === 'applied',
    );
    isDocumentStoreAway = true;
    const half = await callsOf('fay').adjust(wanted());
    expect([half.state, (await adjusted()).length]).toEqual(['approved', 2]);
    expect(await differences()).toEqual([]);
    isDocumentStoreAway = false;
    credits.now += 60_000;
    await until(
      () => stateOf(half.requestId),
      (state) => state === 'applied',
    );
    await credits.nest.get(Adjustments).apply(half.requestId);
    expect([(await adjusted()).length, await available()]).toEqual([2, 200]);
  });

  it('keep no note of a user who is gone, but who did what', async () => {
    const { requestId } = await callsOf('fay').adjust(wanted({ note: 'Ann was unhappy' }));
    for (let times = 2; times > 0; times -= 1)
      await credits.nest.get(CommandBus).execute(new ForgetAdjustmentNotes(ann.userId));
    expect((await callsOf('fay').adjustments({})).adjustments).toMatchObject([
      { requestId, actor: 'fay', steps: [{ by: 'fay', note: '' }, { what: 'applied' }] },
    ]);
  });

  it('are listed by account, reason, actor, state and time, page by page', async () => {
    const made: AdjustmentView[] = [];
    for (const [index, more] of [
      {},
      { userId: 'bob', reason: 'fraud' as const },
      { amount: 2_000 },
      { reason: 'correction' as const, amount: -1 },
    ].entries()) {
      credits.now = START + index * 86_400_000;
      made.push(await callsOf(index === 3 ? 'gil' : 'fay').adjust(wanted(more)));
    }
    const list = async (filter: Parameters<ReturnType<typeof callsOf>['adjustments']>[0]) =>
      (await callsOf('fay').adjustments(filter)).adjustments.map(({ requestId }) =>
        made.findIndex((one) => one.requestId === requestId),
      );
    expect(await list({})).toEqual([3, 2, 1, 0]);
    expect(await list({ userId: 'ann' })).toEqual([3, 2, 0]);
    expect(await list({ reason: 'fraud' })).toEqual([1]);
    expect(await list({ actor: 'gil' })).toEqual([3]);
    expect(await list({ state: 'awaiting-approval' })).toEqual([2]);
    expect(await list({ userId: 'ann', state: 'applied' })).toEqual([3, 0]);
    expect(await list({ from: '2026-01-31', to: '2026-02-02' })).toEqual([2, 1]);
    const first = await callsOf('fay').adjustments({ limit: 3 });
    expect(first).toMatchObject({ adjustments: [{}, {}, {}], approvalAbove: 1_000 });
    const rest = await callsOf('fay').adjustments({ limit: 3, cursor: first.next ?? '' });
    expect([rest.adjustments.map(({ requestId }) => requestId), rest.next]).toEqual([[made[0]?.requestId], undefined]);
  });

  describe('by reconciliation', () => {
    it('are named when nobody requested them', async () => {
      await credits.done(ann, {
        type: 'adjust',
        at: START,
        adjustmentId: 'by-hand',
        amount: 5,
        reasonCode: 'goodwill',
        reference: 'none',
        actor: 'operator:cli',
      });
      expect(await differences()).toEqual([
        {
          code: 'adjustment-without-request',
          where: `adjustment by-hand of ${stream}`,
          what: '5 by operator:cli for goodwill, which no request and no policy explains',
        },
      ]);
    });

    it('are named when they differ from their request, or are missing', async () => {
      const { requestId } = await callsOf('fay').adjust(wanted());
      const requests = await documents.collection(ADJUSTMENTS, (stored) => adjustmentDocument.parse(stored));
      const forge = async (change: Partial<AdjustmentDocument>) => {
        const { document, version } = (await requests.get(requestId)) ?? { version: 0 };
        if (document === undefined) throw new Error('there is no request');
        await requests.put({ id: requestId, document: { ...document, ...change }, expectedVersion: version });
      };
      await forge({ actor: 'gil' });
      expect(await differences()).toMatchObject([
        { code: 'adjustment-differs', what: '50 by fay for goodwill, its request has another actor' },
      ]);
      await forge({ actor: 'fay', state: 'awaiting-approval' });
      expect(await differences()).toMatchObject([
        { code: 'adjustment-differs', what: '50 by fay for goodwill, its request is awaiting-approval' },
      ]);
      await forge({ state: 'applied', adjustmentId: 'another' });
      expect((await differences()).map(({ code }) => code)).toEqual([
        'adjustment-without-request',
        'adjustment-missing',
      ]);
    });
  });

  describe('by the command line', () => {
    let said: string[];
    const ledger = (...args: string[]): Promise<number> => {
      said = [];
      const say = (line: string): void => void said.push(line);
      const tools = {
        parts: { documents, events: credits.events } as never,
        get: <T>(token: Parameters<typeof credits.nest.get<T>>[0]) => credits.nest.get<T>(token, { strict: false }),
        say,
      }; // these commands read the stores by the product alone
      return runCli([ledgerCli], ['ledger', ...args], async () => ({ tools, close: async () => undefined }), {
        say,
        complain: say,
      });
    };

    it('are requested, listed, rejected and reversed', async () => {
      expect(
        await ledger('adjust', 'ann', '50', 'CASE-1', '--reason', 'technical-failure', '--note', 'lost a video'),
      ).toBe(0);
      expect(said[0]).toBe('ann: 50 credits, applied');
      expect(await ledger('adjust', 'ann', '50', 'CASE-1', '--reason', 'technical-failure')).toBe(0);
      expect(await adjusted()).toMatchObject([
        {
          actor: 'operator:cli',
          adjustmentId: 'technical-failure.CASE-1',
          reasonCode: 'technical-failure',
          reference: 'CASE-1',
        },
      ]);
      expect(await ledger('adjustments', '--user', 'ann')).toBe(0);
      expect(said).toEqual([
        expect.stringContaining('applied  ann.kinora.credits  50  technical-failure  CASE-1  by operator:cli'),
      ]);
      expect(await ledger('reverse-adjustment', 'ann', 'technical-failure.CASE-1', 'CASE-2')).toBe(0);
      const { requestId } = await callsOf('fay').adjust(wanted({ amount: 5_000 }));
      expect(await ledger('reject-adjustment', requestId)).toBe(0);
      expect(await available()).toBe(100);
    });

    it('above the limit wait, and are not approved by a command', async () => {
      expect(await ledger('adjust', 'ann', '5000', 'CASE-1')).toBe(0);
      const request = said[1]?.replace('request ', '') ?? '';
      expect(said[0]).toBe('ann: 5000 credits, awaiting-approval: another person has to approve it');
      expect(await ledger('approve-adjustment', request)).toBe(2);
      expect(await ledger('reject-adjustment', request)).toBe(1);
      expect(said).toEqual(['Refused: SECOND_PERSON {}']);
      expect(await callsOf('fay').approveAdjustment({ requestId: request })).toMatchObject({
        state: 'applied',
        approver: 'fay',
      });
    });

    it('of a case with any allowed sign can be undone with approval on the page', async () => {
      expect(await ledger('adjust', 'ann', '900', 'CRM/7#a')).toBe(0);
      expect(await ledger('adjust', 'ann', '900', 'CRM_7_a')).toBe(0);
      const { requestId } = await callsOf('fay').adjust(wanted({ amount: 2_000 }));
      await callsOf('gil').approveAdjustment({ requestId });
      expect(await ledger('adjust', 'ann', '-3900', 'CRM/8')).toBe(0);
      const [first] = said;
      expect(first).toContain('awaiting-approval');
      const request = said[1]?.replace('request ', '') ?? '';
      expect(await callsOf('fay').approveAdjustment({ requestId: request })).toMatchObject({ state: 'applied' });
      expect(await available()).toBe(0);
    });

    it('are refused with a text for a case, or more than there is', async () => {
      expect(await ledger('adjust', 'ann', '5', 'Ann called')).toBe(1);
      expect(await ledger('adjust', 'ann@example', '5', 'CASE-1')).toBe(1);
      expect(await ledger('adjust', 'ann', '-500', 'CASE-1')).toBe(1);
      expect(said[0]).toBe('ann: -500 credits, refused: ADJUSTMENT_TOO_LARGE {"needed":500,"available":100}');
    });
  });

  it('explain, when made by a command later, what an earlier version did for the same case', async () => {
    await credits.nest
      .get(CommandBus)
      .execute(
        new ChangeCredits(ann, {
          type: 'adjust',
          at: START,
          adjustmentId: 'goodwill.CASE-7',
          amount: 5,
          reasonCode: 'goodwill',
          reference: 'CASE-7',
          actor: 'operator:cli',
        }),
      );
    expect((await differences()).map(({ code }) => code)).toEqual(['adjustment-without-request']);
    await credits.nest
      .get(Adjustments)
      .request({
        requestId: 'cli.1',
        adjustmentId: 'goodwill.CASE-7',
        account: ann,
        amount: 5,
        reason: 'goodwill',
        reference: 'CASE-7',
        note: '',
        actor: 'operator:cli',
      });
    expect([await differences(), (await adjusted()).length]).toEqual([[], 1]);
  });
});
