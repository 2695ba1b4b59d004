import { describe, expect, it } from '@jest/globals';
import { GetReconciliation, GetRootDays } from '../../credits/index.js';
import type { OperatorAct } from '../../identity/index.js';
import type { UserId } from '../../kernel/ids.js';
import { previousCheck, reconciledCheck, rootsCheck } from './checks.js';
import { withoutCall } from './closing-model.js';
import type { Closing } from './events.js';
import { endOfMonth } from './month.shared.js';

const NOW = endOfMonth('2026-12');
/** Queries with one answer. */
const answering = (kind: abstract new (...given: never[]) => unknown, answer: unknown) => ({
  // the answer of the one query
  execute: async (query: unknown) => (query instanceof kind ? answer : undefined) as never,
});

describe('the check of the months before', () => {
  it('asks for the first one that is open, also when the one directly before is closed', async () => {
    const look = (month: string, ...closed: readonly string[]) =>
      previousCheck(
        async (one) => closed.includes(one),
        async () => '2026-09',
      ).run({ month, now: NOW });
    expect(await look('2026-12', '2026-09', '2026-11')).toEqual({
      problem: 'previous-open',
      params: { month: '2026-10' },
    });
    expect(await look('2026-12', '2026-10', '2026-11')).toEqual({
      problem: 'previous-open',
      params: { month: '2026-09' },
    });
    expect(await look('2026-12', '2026-09', '2026-10', '2026-11')).toBeUndefined();
    expect([await look('2026-09'), await look('2026-08')]).toEqual([undefined, undefined]);
    // A gap is filled while a later month is closed.
    expect(await look('2026-10', '2026-09', '2026-11')).toBeUndefined();
  });
});

describe('the check of the daily roots', () => {
  const look = (answer: unknown) => rootsCheck(answering(GetRootDays, answer)).run({ month: '2026-09', now: NOW });

  it('waits for the root of the last day while it can come, and lets somebody accept that it never will', async () => {
    expect(await look({ missing: ['2026-09-30'], last: null, isLastDue: true })).toEqual({
      problem: 'root-due',
      params: { day: '2026-09-30' },
    });
    expect(await look({ missing: ['2026-09-29', '2026-09-30'], last: null, isLastDue: false })).toEqual({
      problem: 'roots-missing',
      params: { day: '2026-09-29', count: 2 },
      acceptable: true,
    });
  });
});

describe('the check of the reconciliation', () => {
  it('counts from the beginning of the run, or from its end where an earlier version ran it', async () => {
    const end = endOfMonth('2026-11');
    const look = (run: { readonly at: number; readonly began?: number }) =>
      reconciledCheck(answering(GetReconciliation, { ...run, found: 0 })).run({ month: '2026-11', now: NOW });
    expect(await look({ began: end - 1, at: end + 60_000 })).toEqual({ problem: 'not-reconciled' });
    expect([await look({ began: end, at: end + 60_000 }), await look({ at: end })]).toEqual([undefined, undefined]);
  });
});

const closing = (number: number, reopenedBy: string | null): Closing => ({
  accepted: [],
  actor: 'fay',
  at: number,
  checks: [],
  closing: number,
  closingId: `id-${number}`,
  document: 'a'.repeat(64),
  figures: 'b'.repeat(64),
  month: '2026-10',
  reopened: reopenedBy === null ? null : { actor: reopenedBy, at: number, case: 'CASE-1', reason: 'error' },
});
const act = (who: string, what: string, subjects: OperatorAct['subjects']): OperatorAct => ({
  who: who as UserId,
  what,
  subjects,
}); // a test's own user
const signed = (number: number, who = 'fay'): OperatorAct =>
  act(who, 'close.sign', { month: '2026-10', closingId: `id-${number}` });
const reopened = (who: string, month = '2026-10'): OperatorAct => act(who, 'close.reopen', { month });
const named = (...given: Parameters<typeof withoutCall>) =>
  withoutCall(...given).map(({ code, where, what }) => `${code} ${where}: ${what}`);

describe('closings against the operators’ log', () => {
  it('are explained by a call of the same person for the same month', () => {
    expect(
      named(
        [closing(1, 'gil'), closing(2, 'gil'), closing(3, null)],
        [signed(1), reopened('gil'), signed(2), reopened('gil'), signed(3)],
      ),
    ).toEqual([]);
    // A repeated call is recorded again.
    expect(
      named(
        [closing(1, 'gil'), closing(2, null)],
        [signed(1), signed(1), reopened('gil'), reopened('gil'), signed(2), signed(2)],
      ),
    ).toEqual([]);
  });

  it('are named when nobody closed or re-opened the month', () => {
    const calls = [signed(1), reopened('gil'), reopened('gil')];
    expect(named([closing(1, 'gil'), closing(2, 'gil')], [...calls, signed(2)])).toEqual([
      'event-unexplained closing 2026-10.2: no call of gil re-opened it',
    ]);
    expect(named([closing(1, 'gil'), closing(2, null)], calls)).toEqual([
      'event-unexplained closing 2026-10.2: no call of fay closed it',
    ]);
    expect(named([closing(1, 'eve')], calls)).toEqual([
      'event-unexplained closing 2026-10.1: no call of eve re-opened it',
    ]);
    expect(named([closing(1, 'gil')], [signed(1, 'eve'), reopened('gil', '2026-09')])).toEqual([
      'event-unexplained closing 2026-10.1: no call of fay closed it',
      'event-unexplained closing 2026-10.1: no call of gil re-opened it',
    ]);
  });
});
