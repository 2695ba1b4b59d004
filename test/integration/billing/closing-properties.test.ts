import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type PackPolicy, type PackRule } from '../../../src/billing/accounting/settings.shared.js';
import { type ClosingService } from '../../../src/billing/close/closing-service.js';
import { closedBy } from '../../../src/billing/close/events.js';
import { ledger, MONTHS, NOW, tickingClock } from '../../support/finance/closable-ledger.js';

const at = fc.record({ month: fc.constantFrom(...MONTHS), day: fc.integer({ min: 1, max: 28 }) });
const RULES: readonly PackRule[] = [
  { kind: 'at-once' },
  { kind: 'by-use', months: 1 },
  { kind: 'by-use', months: 12 },
  { kind: 'by-time', months: 1 },
  { kind: 'by-time', months: 12 },
];
const policies = fc
  .record({ from: fc.constantFrom('2025-12-01', '2026-02-10'), rule: fc.constantFrom(...RULES) })
  .map((policy): readonly PackPolicy[] => [policy]);
const dayOf = ({ month, day }: { readonly month: string; readonly day: number }): number =>
  Date.parse(`${month}-${String(day).padStart(2, '0')}`);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('report' as const), at, amount: fc.integer({ min: 1, max: 9_999 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('back' as const),
      at,
      of: fc.nat(20),
      kind: fc.constantFrom('refund', 'dispute'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) },
);

it('keeps signed documents, and tells late facts from changes, whatever is closed, re-opened and reported in which order', async () => {
  await fc.assert(
    fc.asyncProperty(policies, fc.array(step, { maxLength: 16 }), async (packs, steps) => {
      const { closings, service, pay, giveBack } = await ledger(packs);
      const paid = new Map<string, number>([['2026-01', 3_500]]);
      const signed = new Map<string, string>();
      let closed = 0;
      for (const [index, one] of steps.entries()) {
        const month = MONTHS[closed];
        const last = MONTHS[closed - 1];
        if (one.do === 'report') {
          await pay(dayOf(one.at), one.amount);
          paid.set(one.at.month, (paid.get(one.at.month) ?? 0) + one.amount);
        } else if (one.do === 'back') {
          await giveBack(one.of, dayOf(one.at), one.kind);
        } else if (one.do === 'close' && month !== undefined) {
          expect(await service.sign({ month, closingId: `id-${index}`, actor: 'fay', accepted: [] })).toEqual({
            ok: true,
          });
          closed += 1;
        } else if (one.do === 'reopen' && last !== undefined) {
          const closing = closedBy(await closings.of(last))?.closing ?? 0;
          expect(await service.reopen({ month: last, closing, actor: 'fay', case: 'CASE-1', reason: 'error' })).toEqual(
            { ok: true },
          );
          closed -= 1;
        }
        for (const of of MONTHS) {
          for (const closing of await closings.of(of)) {
            const { file } = (await closings.document(closing)) ?? {};
            const id = `${of}.${closing.closing}`;
            expect([await service.faultOf(closing), file?.body]).toEqual([undefined, signed.get(id) ?? file?.body]);
            signed.set(id, file?.body ?? '');
          }
          const reviewed = await service.review(of);
          expect(reviewed).toMatchObject({ ok: true, value: { differs: false } });
          const total = reviewed.ok
            ? reviewed.value.figures.find(({ name, of: part }) => name === 'paid' && part === null)
            : undefined;
          expect(total?.now ?? 0).toBe(paid.get(of) ?? 0);
          if (total?.frozen != null) expect(total.frozen + total.late).toBe(total.now);
        }
      }
    }),
    { numRuns: 40 },
  );
});

it('does not close a month when an earlier one is re-opened while its figures are read', async () => {
  const [first, second, third] = MONTHS;
  let reopenFirst = async (): Promise<unknown> => undefined;
  const { closings, service } = await ledger([], { whileReading: async () => reopenFirst() });
  const sign = (month: string, closingId: string) => service.sign({ month, closingId, actor: 'fay', accepted: [] });
  expect(await sign(first, 'one')).toEqual({ ok: true });
  reopenFirst = () => service.reopen({ month: first, closing: 1, actor: 'gil', case: 'CASE-1', reason: 'error' });
  expect(await sign(second, 'two')).toMatchObject({ error: { identifier: 'MONTH_NOT_READY', params: { count: 1 } } });
  expect(await closings.months()).toEqual([first]);
  reopenFirst = async () => undefined;
  expect(await sign(third, 'three')).toMatchObject({ error: { identifier: 'MONTH_NOT_READY' } });
  expect(await sign(first, 'four')).toEqual({ ok: true });
  expect(await sign(second, 'five')).toEqual({ ok: true });
});

describe('a month that is closed while the one before is re-opened', () => {
  /** What both calls answer when the second one is carried out directly before the event of the first is stored. */
  async function raced(first: 'close' | 'reopen') {
    let between: (() => Promise<unknown>) | undefined;
    const { closings, service } = await ledger([], {
      beforeAppend: async (stream) => {
        const other = stream.startsWith('close-') ? between : undefined;
        if (other !== undefined) between = undefined;
        return other?.();
      },
    });
    const close = (month: string, closingId: string) => service.sign({ month, closingId, actor: 'fay', accepted: [] });
    const reopen = () =>
      service.reopen({ month: MONTHS[0], closing: 1, actor: 'gil', case: 'CASE-1', reason: 'error' });
    const steps = { close: () => close(MONTHS[1], 'two'), reopen } as const;
    expect(await close(MONTHS[0], 'one')).toEqual({ ok: true });
    let second: unknown;
    between = async () => {
      second = await steps[first === 'close' ? 'reopen' : 'close']();
    };
    const answers = [await steps[first](), second];
    return {
      answers,
      states: await Promise.all([MONTHS[0], MONTHS[1]].map((month) => closings.isClosed(month))),
      again: steps,
    };
  }

  it('stays closed, and so does the one before, when it is decided first', async () => {
    const { answers, states } = await raced('close');
    expect(answers).toMatchObject([
      { ok: true },
      { error: { identifier: 'LATER_MONTH_CLOSED', params: { month: MONTHS[1] } } },
    ]);
    expect(states).toEqual([true, true]);
  });

  it('is not closed when the re-opening is decided first', async () => {
    const { answers, states, again } = await raced('reopen');
    expect(answers).toMatchObject([{ ok: true }, { error: { identifier: 'MONTH_NOT_READY' } }]);
    expect(states).toEqual([false, false]);
    expect(await again.reopen()).toMatchObject({ ok: true });
  });
});

it('completes a closing whose event was lost after its decision', async () => {
  let isLost = false;
  const { service, closings } = await ledger([], {
    beforeAppend: async (stream) => {
      if (isLost && stream.startsWith('close-')) throw new Error('the process ended');
    },
  });
  const sign = (month: string, closingId: string) => service.sign({ month, closingId, actor: 'fay', accepted: [] });
  const reopen = () => service.reopen({ month: MONTHS[0], closing: 1, actor: 'gil', case: 'CASE-1', reason: 'error' });
  expect(await sign(MONTHS[0], 'one')).toEqual({ ok: true });
  isLost = true;
  await expect(sign(MONTHS[1], 'two')).rejects.toThrow('the process ended');
  isLost = false;
  expect(await reopen()).toMatchObject({ error: { identifier: 'LATER_MONTH_CLOSED' } });
  expect(await sign(MONTHS[1], 'three')).toEqual({ ok: true });
  expect(await closings.isClosed(MONTHS[1])).toBe(true);
});

describe('a step that was decided, but not completed', () => {
  const [first, second] = MONTHS;
  /** Two months of which the first is closed. The n-th moment before or after a write ends the process. */
  async function crashing() {
    let left = Infinity;
    const { service, closings } = await ledger([], {
      atWrite: () => {
        left -= 1;
        if (left === 0) throw new Error('the process ended');
      },
    });
    const steps = {
      close: (closingId = 'two') => service.sign({ month: second, closingId, actor: 'fay', accepted: [] }),
      reopen: () => service.reopen({ month: first, closing: 1, actor: 'gil', case: 'CASE-1', reason: 'error' }),
      withdraw: async () => {
        for (const month of MONTHS) {
          const waiting = await closings.waiting(month);
          if (waiting !== undefined)
            expect(
              await service.withdraw({ month, actor: 'hal', closing: waiting.closing, step: waiting.step }),
            ).toEqual({ ok: true });
        }
      },
    } as const;
    expect(await service.sign({ month: first, closingId: 'one', actor: 'fay', accepted: [] })).toEqual({ ok: true });
    /** @returns whether the process ended before the step was completed */
    const crashAt = async (moment: number, step: () => Promise<unknown>): Promise<boolean> => {
      left = moment;
      try {
        await step();
        return false;
      } catch (error) {
        expect(error).toMatchObject({ message: 'the process ended' });
        return true;
      } finally {
        left = Infinity;
      }
    };
    const states = async () => [await closings.isClosed(first), await closings.isClosed(second)];
    const waiting = async () =>
      (await Promise.all(MONTHS.map((month) => closings.waiting(month)))).flatMap((one) =>
        one === undefined ? [] : [one.step],
      );
    return { service, closings, steps, crashAt, states, waiting };
  }

  it('waits by name until it is withdrawn, and then frees the month before', async () => {
    const { closings, steps, crashAt, states } = await crashing();
    // Before and after the document, before and after the decision.
    expect(await crashAt(4, steps.close)).toBe(true);
    expect(await closings.waiting(second)).toEqual({ step: 'close', closing: 1, actor: 'fay', at: NOW });
    expect(await steps.reopen()).toMatchObject({
      error: { identifier: 'LATER_MONTH_CLOSED', params: { month: second } },
    });
    await steps.withdraw();
    expect([await closings.waiting(second), await states()]).toEqual([undefined, [true, false]]);
    expect((await closings.stream(second)).withdrawals).toMatchObject([{ actor: 'hal', closing: 1, step: 'close' }]);
    expect(await steps.reopen()).toMatchObject({ ok: true });
  });

  it('does not follow once it is withdrawn, however late', async () => {
    const hook = { left: Infinity, act: async (): Promise<void> => undefined };
    const { service, closings } = await ledger([], {
      atWrite: () => {
        hook.left -= 1;
        return hook.left === 0 ? hook.act() : undefined;
      },
    });
    const sign = (month: string, closingId: string) => service.sign({ month, closingId, actor: 'fay', accepted: [] });
    expect(await sign(first, 'one')).toEqual({ ok: true });
    // The signing of the second month stands still after its decision.
    hook.left = 4;
    hook.act = async () => {
      expect(await service.withdraw({ month: second, closing: 1, step: 'close', actor: 'gil' })).toEqual({ ok: true });
      expect(await service.reopen({ month: first, closing: 1, actor: 'gil', case: 'CASE-1', reason: 'error' })).toEqual(
        { ok: true },
      );
    };
    expect(await sign(second, 'two')).toMatchObject({ error: { identifier: 'TRY_AGAIN' } });
    expect(await Promise.all([first, second].map((month) => closings.isClosed(month)))).toEqual([false, false]);
  });

  it.each(['close', 'reopen'] as const)(
    'leaves one consistent state wherever a process ends: %s, then repeated or withdrawn',
    async (step) => {
      const other = step === 'close' ? 'reopen' : 'close';
      for (const recovery of ['repeat', 'withdraw'] as const) {
        let ended = true;
        let moment = 1;
        for (; ended; moment += 1) {
          const { steps, crashAt, states, waiting } = await crashing();
          ended = await crashAt(moment, steps[step]);
          // Whatever is decided, the other step is refused or possible, but both never stand.
          await steps[other]();
          expect(await states()).not.toEqual([false, true]);
          await (recovery === 'withdraw' ? steps.withdraw() : steps[step]());
          await steps[other]();
          await steps.withdraw();
          expect(await waiting()).toEqual([]);
          expect(await states()).not.toEqual([false, true]);
        }
        // Before and after each write.
        expect(moment).toBe(step === 'close' ? 8 : 6);
      }
    },
  );

  it.each([1, 2])('is withdrawn once, when the process ends at moment %i of the withdrawal', async (moment) => {
    const { closings, steps, crashAt, waiting } = await crashing();
    await crashAt(4, steps.close);
    expect(await crashAt(moment, steps.withdraw)).toBe(true);
    await steps.withdraw();
    expect([await waiting(), (await closings.stream(second)).withdrawals.length]).toEqual([[], 1]);
    expect(await steps.close('three')).toEqual({ ok: true });
  });

  it('stays decided when an earlier closing, which is not in force, is re-opened again', async () => {
    const { service, closings, steps, crashAt } = await crashing();
    expect(await steps.close()).toEqual({ ok: true });
    const again = () => service.reopen({ month: second, closing: 1, actor: 'gil', case: 'CASE-1', reason: 'error' });
    expect(await again()).toEqual({ ok: true });
    expect(await crashAt(4, () => steps.close('three'))).toBe(true);
    expect(await again()).toEqual({ ok: true });
    expect(await closings.waiting(second)).toMatchObject({ step: 'close', closing: 2 });
    expect(await steps.reopen()).toMatchObject({ error: { identifier: 'LATER_MONTH_CLOSED' } });
  });
});

it('closes a month while readers follow a log that grows with every look', async () => {
  let [busy, reached] = [false, -1];
  const { service, pay } = await ledger([], {
    isAt: async (position) => {
      if (!busy) return true;
      await pay(NOW, 100);
      const isThere = position <= reached;
      reached = position;
      return isThere;
    },
  });
  busy = true;
  expect(await service.sign({ month: MONTHS[0], closingId: 'one', actor: 'fay', accepted: [] })).toEqual({ ok: true });
});

it('names an event that says something else than the signed document about its checks', async () => {
  const { service, closings } = await ledger([]);
  expect(await service.sign({ month: MONTHS[0], closingId: 'one', actor: 'fay', accepted: [] })).toEqual({ ok: true });
  const [closing] = await closings.of(MONTHS[0]);
  if (closing === undefined) throw new Error('nothing was closed');
  expect(await service.faultOf(closing)).toBeUndefined();
  expect(await service.faultOf({ ...closing, checks: ['journal'] })).toBe('not-signed');
  expect(
    await service.faultOf({ ...closing, accepted: [{ check: 'journal', reason: 'explained', case: 'CASE-1' }] }),
  ).toBe('not-signed');
});

describe('the time of a signature', () => {
  const sign = (service: ClosingService) =>
    service.sign({ month: MONTHS[0], closingId: 'one', actor: 'fay', accepted: [] });
  /** Something that happens once, while the figures are read for the first time. */
  function once() {
    const meanwhile: { act: () => Promise<unknown>; reads: number } = { act: async () => undefined, reads: 0 };
    return {
      meanwhile,
      whileReading: async () => {
        const { act } = meanwhile;
        meanwhile.reads += 1;
        meanwhile.act = async () => undefined;
        await act();
      },
    };
  }

  it('is before a fact without effect that is recorded while the figures are read', async () => {
    const { meanwhile, whileReading } = once();
    const { service, closeUnknownDispute, times } = await ledger([], { whileReading, clock: tickingClock() });
    meanwhile.act = () => closeUnknownDispute(Date.UTC(2026, 0, 8));
    expect(await sign(service)).toEqual({ ok: true });
    const { closedAt, facts } = await times(MONTHS[0]);
    expect(closedAt).toBeLessThan(facts.at(-1) ?? 0);
  });

  it('is after every transaction of the month that is read while the figures are read', async () => {
    const { meanwhile, whileReading } = once();
    const { service, read, times } = await ledger([], { whileReading, clock: tickingClock() });
    await read(Date.UTC(2026, 0, 7));
    meanwhile.act = () => read(Date.UTC(2026, 0, 8));
    expect(await sign(service)).toEqual({ ok: true });
    const { closedAt, readAt } = await times(MONTHS[0]);
    expect([meanwhile.reads, readAt.map((at) => at !== null && at <= closedAt)]).toEqual([2, [true, true]]);
  });

  it('is not moved by transactions of later months', async () => {
    const { meanwhile, whileReading } = once();
    const { service, read, times } = await ledger([], { whileReading, clock: tickingClock() });
    meanwhile.act = () => read(Date.UTC(2026, 2, 8));
    expect(await sign(service)).toEqual({ ok: true });
    const { closedAt, readAt } = await times(MONTHS[0]);
    expect([meanwhile.reads, closedAt < (readAt[0] ?? 0)]).toEqual([1, true]);
  });

  it.each([
    [1, 'announced'],
    [2, 'given its time'],
  ] as const)('is before that of a transaction whose write %i stalls, or waits for it (%s)', async (write, _what) => {
    let left: number = write;
    let arrived = (): void => undefined;
    const stalled = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let proceed = (): void => undefined;
    const { service, read, times } = await ledger([], {
      clock: tickingClock(),
      beforeTransaction: async () => {
        left -= 1;
        if (left !== 0) return;
        arrived();
        await new Promise<void>((resolve) => {
          proceed = resolve;
        });
      },
    });
    const reading = read(Date.UTC(2026, 0, 8));
    await stalled;
    const first = await sign(service);
    proceed();
    await reading;
    if (!first.ok) {
      expect(first.error.identifier).toBe('TRY_AGAIN');
      expect(await sign(service)).toEqual({ ok: true });
    }
    const {
      closedAt,
      readAt: [readAt],
    } = await times(MONTHS[0]);
    expect([first.ok, (readAt ?? 0) > closedAt]).toEqual([write === 1, write === 1]);
  });

  it.each(['write of the decision', 'next read of the stream'] as const)(
    'is not followed by its event after a stalled %s, and can be repeated',
    async (stalls) => {
      let [time, writes, isStalled] = [NOW, 0, false];
      const stall = (is: typeof stalls): void => {
        // Before and after the document, before and after the decision.
        if (is !== stalls || writes !== 4 || isStalled) return;
        time += 600_000;
        isStalled = true;
      };
      const { service, closings, times } = await ledger([], {
        clock: { now: () => time },
        atWrite: () => {
          writes += 1;
          stall('write of the decision');
        },
        beforeRead: () => stall('next read of the stream'),
      });
      expect(await sign(service)).toMatchObject({ error: { identifier: 'TRY_AGAIN' } });
      expect([isStalled, await closings.months(), (await closings.waiting(MONTHS[0]))?.step]).toEqual([
        true,
        [],
        'close',
      ]);
      expect(await sign(service)).toEqual({ ok: true });
      const { closedAt, closingAt } = await times(MONTHS[0]);
      expect(closingAt - closedAt).toBeLessThanOrEqual(300_000);
    },
  );

  it('is refused when the figures were read long ago', async () => {
    let time = NOW;
    const { service, closings } = await ledger([], {
      whileReading: async () => (time += 3_600_000),
      clock: { now: () => time },
    });
    expect(await sign(service)).toMatchObject({ error: { identifier: 'TRY_AGAIN' } });
    expect(await closings.months()).toEqual([]);
  });
});
