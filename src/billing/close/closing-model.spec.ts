import { describe, expect, it } from '@jest/globals';
import type { OperatorAct } from '../../identity/index.js';
import type { UserId } from '../../kernel/ids.js';
import { withoutCall } from './closing-model.js';
import type { Closing } from './events.js';

const closing = (number: number, reopenedBy: string | null): Closing => ({
  accepted: [], actor: 'fay', at: number, checks: [], closing: number, closingId: `id-${number}`, document: 'a'.repeat(64), figures: 'b'.repeat(64), month: '2026-10',
  reopened: reopenedBy === null ? null : { actor: reopenedBy, at: number, case: 'CASE-1', reason: 'error' },
});
const act = (who: string, what: string, subjects: OperatorAct['subjects']): OperatorAct => ({ who: who as UserId, what, subjects }); // a test's own user
const signed = (number: number, who = 'fay'): OperatorAct => act(who, 'close.sign', { month: '2026-10', closingId: `id-${number}` });
const reopened = (who: string, month = '2026-10'): OperatorAct => act(who, 'close.reopen', { month });
const named = (...given: Parameters<typeof withoutCall>) => withoutCall(...given).map(({ code, where, what }) => `${code} ${where}: ${what}`);

describe('closings against the operators’ log', () => {
  it('are explained by a call of the same person for the same month', () => {
    expect(named([closing(1, 'gil'), closing(2, 'gil'), closing(3, null)], [signed(1), reopened('gil'), signed(2), reopened('gil'), signed(3)])).toEqual([]);
    // A repeated call is recorded again.
    expect(named([closing(1, 'gil'), closing(2, null)], [signed(1), signed(1), reopened('gil'), reopened('gil'), signed(2), signed(2)])).toEqual([]);
  });

  it('are named when nobody closed or re-opened the month', () => {
    const calls = [signed(1), reopened('gil'), reopened('gil')];
    expect(named([closing(1, 'gil'), closing(2, 'gil')], [...calls, signed(2)])).toEqual(['event-unexplained closing 2026-10.2: no call of gil re-opened it']);
    expect(named([closing(1, 'gil'), closing(2, null)], calls)).toEqual(['event-unexplained closing 2026-10.2: no call of fay closed it']);
    expect(named([closing(1, 'eve')], calls)).toEqual(['event-unexplained closing 2026-10.1: no call of eve re-opened it']);
    expect(named([closing(1, 'gil')], [signed(1, 'eve'), reopened('gil', '2026-09')])).toEqual(['event-unexplained closing 2026-10.1: no call of fay closed it', 'event-unexplained closing 2026-10.1: no call of gil re-opened it']);
  });
});
