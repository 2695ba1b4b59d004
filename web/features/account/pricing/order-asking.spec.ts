import { describe, expect, it } from '@jest/globals';
import { TRPCClientError } from '@trpc/client';
import { askAgainIn } from './order-asking';

const failed = (identifier: string, httpStatus: number): unknown => TRPCClientError.from({ error: { code: -32_000, message: identifier, data: { identifier, code: 'NOT_FOUND', httpStatus, params: {} } } });

describe('what came of an order', () => {
  it('is asked for soon, and less often once it has taken long', () => {
    const soon = askAgainIn({ data: { status: 'open' }, dataUpdateCount: 1, error: null });
    const later = askAgainIn({ data: { status: 'open' }, dataUpdateCount: 13, error: null });
    expect([soon, later]).toEqual([1_500, 6_000]);
    expect(askAgainIn({ data: undefined, dataUpdateCount: 0, error: null })).toBe(soon);
    expect(askAgainIn({ data: { status: 'declined' }, dataUpdateCount: 1, error: null })).toBe(later);
  });

  it('is not asked for any more once it is paid or over', () => {
    expect((['paid', 'expired'] as const).map((status) => askAgainIn({ data: { status }, dataUpdateCount: 1, error: null }))).toEqual([false, false]);
  });

  it('is not asked for again where there is no such order, and less often where it could not be asked', () => {
    expect(askAgainIn({ data: undefined, dataUpdateCount: 0, error: failed('ORDER_NOT_FOUND', 404) })).toBe(false);
    expect(askAgainIn({ data: undefined, dataUpdateCount: 0, error: failed('TRY_AGAIN', 500) })).toBe(6_000);
  });
});
