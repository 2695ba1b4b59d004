import { describe, expect, it } from '@jest/globals';
import { TRPCClientError } from '@trpc/client';
import { refetchIntervalOf } from './order-polling';

const failed = (identifier: string, httpStatus: number): unknown =>
  TRPCClientError.from({
    error: { code: -32_000, message: identifier, data: { identifier, code: 'NOT_FOUND', httpStatus, params: {} } },
  });

describe('what came of an order', () => {
  it('is asked for soon, and less often once it has taken long', () => {
    const soon = refetchIntervalOf({ data: { status: 'open' }, dataUpdateCount: 1, error: null });
    const later = refetchIntervalOf({ data: { status: 'open' }, dataUpdateCount: 13, error: null });
    expect([soon, later]).toEqual([1_500, 6_000]);
    expect(refetchIntervalOf({ data: undefined, dataUpdateCount: 0, error: null })).toBe(soon);
    expect(refetchIntervalOf({ data: { status: 'declined' }, dataUpdateCount: 1, error: null })).toBe(later);
  });

  it('is not asked for any more once it is paid or over', () => {
    expect(
      (['paid', 'expired'] as const).map((status) =>
        refetchIntervalOf({ data: { status }, dataUpdateCount: 1, error: null }),
      ),
    ).toEqual([false, false]);
  });

  it('is not asked for again where there is no such order, and less often where it could not be asked', () => {
    expect(refetchIntervalOf({ data: undefined, dataUpdateCount: 0, error: failed('ORDER_NOT_FOUND', 404) })).toBe(
      false,
    );
    expect(refetchIntervalOf({ data: undefined, dataUpdateCount: 0, error: failed('TRY_AGAIN', 500) })).toBe(6_000);
  });
});
