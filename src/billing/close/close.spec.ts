import { describe, expect, it } from '@jest/globals';
import {
  closeCodec,
  closeDecider,
  closedBy,
  evolve,
  UNTOUCHED,
  type CloseCommand,
  type CloseStream,
  type MonthClosed,
  type MonthReopened,
} from './events.js';
import { daysOfMonth, endOfMonth, monthOf, monthsLater } from './month.shared.js';

const closed = (closing: number, given: Partial<MonthClosed> = {}): MonthClosed => ({
  accepted: [],
  actor: 'fay',
  checks: ['over'],
  closing,
  closingId: `id-${closing}`,
  document: 'a'.repeat(64),
  figures: 'b'.repeat(64),
  month: '2026-10',
  ...given,
});
const reopened = (closing: number, given: Partial<MonthReopened> = {}): MonthReopened => ({
  actor: 'fay',
  case: 'CASE-1',
  closing,
  month: '2026-10',
  reason: 'error',
  ...given,
});
const close = (
  closing: number,
  given: Partial<MonthClosed> = {},
): Extract<CloseCommand, { readonly type: 'close' }> => ({
  type: 'close',
  at: 10,
  until: Infinity,
  withdrawals: 0,
  data: closed(closing, given),
});
const reopen = (closing: number, given: Partial<MonthReopened> = {}): CloseCommand => ({
  type: 'reopen',
  at: 20,
  withdrawals: 0,
  data: reopened(closing, given),
});

/** The state after commands that are all carried out. */
function after(...commands: readonly CloseCommand[]): CloseStream {
  return commands.reduce<CloseStream>((state, command) => {
    const decided = closeDecider.decide(command, state);
    if (!decided.ok) throw new Error(decided.error.identifier);
    return decided.value.reduce(evolve, state);
  }, UNTOUCHED);
}
const decide = (command: CloseCommand, ...before: readonly CloseCommand[]) =>
  closeDecider.decide(command, after(...before));

describe('closing a month', () => {
  it('names who signed and what', () => {
    expect(decide(close(1))).toEqual({ ok: true, value: [{ type: 'MonthClosed', at: 10, data: closed(1) }] });
    expect(closedBy(after(close(1)).closings)).toMatchObject({ closing: 1, actor: 'fay', reopened: null });
  });

  it('closes once, however often it is sent', () => {
    expect(decide(close(1), close(1))).toEqual({ ok: true, value: [] });
    expect(decide(close(1), close(1), reopen(1))).toEqual({ ok: true, value: [] });
    expect(decide(close(1, { actor: 'gil' }), close(1))).toMatchObject({
      error: { identifier: 'IDEMPOTENCY_MISMATCH', params: { id: 'id-1' } },
    });
  });

  it('refuses a second closing, and one that was prepared before somebody else closed and re-opened', () => {
    expect(decide(close(2), close(1))).toMatchObject({
      error: { identifier: 'MONTH_CLOSED', params: { month: '2026-10' } },
    });
    expect(decide(close(1, { closingId: 'other' }), close(1), reopen(1))).toMatchObject({
      error: { identifier: 'TRY_AGAIN' },
    });
  });

  it('is re-opened once with a reason and a case, and closed again with another number', () => {
    expect(decide(reopen(1), close(1))).toEqual({
      ok: true,
      value: [{ type: 'MonthReopened', at: 20, data: reopened(1) }],
    });
    expect(decide(reopen(1), close(1), reopen(1))).toEqual({ ok: true, value: [] });
    expect(decide(reopen(1, { case: 'CASE-2' }), close(1), reopen(1))).toMatchObject({
      error: { identifier: 'MONTH_OPEN' },
    });
    expect(decide(reopen(1))).toMatchObject({ error: { identifier: 'MONTH_OPEN' } });
    expect(decide(reopen(1), close(1), reopen(1), close(2))).toMatchObject({ error: { identifier: 'MONTH_OPEN' } });
    const { closings: again } = after(close(1), reopen(1), close(2));
    expect(again.map(({ closing, reopened: end }) => [closing, end?.reason])).toEqual([
      [1, 'error'],
      [2, undefined],
    ]);
    expect(closedBy(again)?.closing).toBe(2);
  });

  it('is not closed or re-opened by a step that was withdrawn, but by a new one', () => {
    const withdraw = (closing: number, step: 'close' | 'reopen', withdrawals = 0): CloseCommand => ({
      type: 'withdraw',
      at: 15,
      withdrawals,
      data: { actor: 'gil', closing, month: '2026-10', step },
    });
    const later = (command: CloseCommand): CloseCommand => ({ ...command, withdrawals: 1 });
    expect(decide(withdraw(1, 'close'))).toMatchObject({
      ok: true,
      value: [{ type: 'MonthStepWithdrawn', data: { actor: 'gil', closing: 1, step: 'close' } }],
    });
    expect(decide(close(1), withdraw(1, 'close'))).toMatchObject({ error: { identifier: 'TRY_AGAIN' } });
    expect(decide(later(close(1)), withdraw(1, 'close'))).toMatchObject({ value: [{ type: 'MonthClosed' }] });
    expect(decide(withdraw(1, 'close'), withdraw(1, 'close'))).toEqual({ ok: true, value: [] });
    expect(decide(withdraw(1, 'close'), close(1))).toMatchObject({ error: { identifier: 'MONTH_CLOSED' } });
    expect(decide(reopen(1), close(1), withdraw(1, 'reopen'))).toMatchObject({ error: { identifier: 'TRY_AGAIN' } });
    expect(decide(later(reopen(1)), close(1), withdraw(1, 'reopen'))).toMatchObject({
      value: [{ type: 'MonthReopened' }],
    });
    expect(decide(withdraw(1, 'reopen'), close(1), reopen(1))).toMatchObject({ error: { identifier: 'MONTH_OPEN' } });
  });

  it('is not closed after the time until which its figures count, but a closing that was carried out stays', () => {
    expect(decide({ ...close(1), until: 9 })).toMatchObject({ error: { identifier: 'TRY_AGAIN' } });
    expect(decide({ ...close(1), until: 10 })).toMatchObject({ value: [{ type: 'MonthClosed' }] });
    expect(decide({ ...close(1), until: 9 }, close(1))).toEqual({ ok: true, value: [] });
  });

  it('never goes back in time', () => {
    expect(closeDecider.decide({ ...close(2), at: 5 }, after(close(1), reopen(1)))).toMatchObject({
      value: [{ at: 20 }],
    });
  });

  it('is stored without text, and read again', () => {
    const data = closed(1, { accepted: [{ case: 'CASE-1', check: 'roots', reason: 'explained' }] });
    const { data: stored } = closeCodec.encode({ type: 'MonthClosed', at: 1, data });
    expect(JSON.parse(stored)).toEqual(data);
    const metadata = JSON.stringify({ at: 1, hash: 'c'.repeat(64), previousHash: '0'.repeat(64), version: 1 });
    const read = (text: string) =>
      closeCodec.decode({ type: 'MonthClosed', data: text, metadata, stream: 'close-2026-10' as never, revision: 0 }); // only named in errors
    expect(read(stored).event.data).toEqual(data);
    expect(() => read(stored.replace('CASE-1', 'Ann called'))).toThrow('does not fit');
  });
});

describe('a month', () => {
  it('begins and ends by UTC, over the turn of a year and in a leap year', () => {
    expect(monthOf(Date.UTC(2026, 0, 1) - 1)).toBe('2025-12');
    expect([monthsLater('2025-12', 1), monthsLater('2026-01', -1), monthsLater('2026-03', -15)]).toEqual([
      '2026-01',
      '2025-12',
      '2024-12',
    ]);
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(endOfMonth('2025-12')).toBe(Date.UTC(2026, 0, 1));
  });
});
