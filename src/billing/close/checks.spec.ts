import { describe, expect, it } from '@jest/globals';
import { GetReconciliation, GetRootDays } from '../../credits/index.js';
import { previousCheck, reconciledCheck, rootsCheck } from './checks.js';
import { endOfMonth } from './month.shared.js';

const NOW = endOfMonth('2026-12');
/** Queries with one answer. */
const answering = (kind: abstract new (...given: never[]) => unknown, answer: unknown) => ({
  execute: async (query: unknown) => (query instanceof kind ? answer : undefined) as never, // the answer of the one query
});

describe('the check of the months before', () => {
  it('asks for the first one that is open, also when the one directly before is closed', async () => {
    const look = (month: string, ...closed: readonly string[]) => previousCheck(async (one) => closed.includes(one), async () => '2026-09').look({ month, now: NOW });
    expect(await look('2026-12', '2026-09', '2026-11')).toEqual({ problem: 'previous-open', params: { month: '2026-10' } });
    expect(await look('2026-12', '2026-10', '2026-11')).toEqual({ problem: 'previous-open', params: { month: '2026-09' } });
    expect(await look('2026-12', '2026-09', '2026-10', '2026-11')).toBeUndefined();
    expect([await look('2026-09'), await look('2026-08')]).toEqual([undefined, undefined]);
    // A gap is filled while a later month is closed.
    expect(await look('2026-10', '2026-09', '2026-11')).toBeUndefined();
  });
});

describe('the check of the daily roots', () => {
  const look = (answer: unknown) => rootsCheck(answering(GetRootDays, answer)).look({ month: '2026-09', now: NOW });

  it('waits for the root of the last day while it can come, and lets somebody accept that it never will', async () => {
    expect(await look({ missing: ['2026-09-30'], last: null, isLastDue: true })).toEqual({ problem: 'root-due', params: { day: '2026-09-30' } });
    expect(await look({ missing: ['2026-09-29', '2026-09-30'], last: null, isLastDue: false })).toEqual({ problem: 'roots-missing', params: { day: '2026-09-29', count: 2 }, acceptable: true });
  });
});

describe('the check of the reconciliation', () => {
  it('counts from the beginning of the run, or from its end where an earlier version ran it', async () => {
    const end = endOfMonth('2026-11');
    const look = (run: { readonly at: number; readonly began?: number }) => reconciledCheck(answering(GetReconciliation, { ...run, found: 0 })).look({ month: '2026-11', now: NOW });
    expect(await look({ began: end - 1, at: end + 60_000 })).toEqual({ problem: 'not-reconciled' });
    expect([await look({ began: end, at: end + 60_000 }), await look({ at: end })]).toEqual([undefined, undefined]);
  });
});
