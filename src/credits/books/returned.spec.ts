import { describe, expect, it } from '@jest/globals';
import { returnedForFailures } from './returned.queries.js';

describe('credits given back for failures', () => {
  const rows = [{ released: 40 }, { released: 12 }];

  it('are all that holds gave back, without those cancelled by their owners or refused', () => {
    expect(
      returnedForFailures({
        usageType: 'credits',
        rows,
        failed: [
          { reason: 'canceled', holds: 1, amount: 20 },
          { reason: 'expired', holds: 1, amount: 5 },
          { reason: 'failed', holds: 2, amount: 17 },
          { reason: 'refused', holds: 1, amount: 4 },
        ],
      }),
    ).toBe(28);
  });

  it('include the rest of holds that were captured in part', () => {
    expect(returnedForFailures({ usageType: 'credits', rows, failed: [] })).toBe(52);
  });

  it('are counted in credits alone, because other usage types have other units', () => {
    expect(returnedForFailures({ usageType: 'api_credits', rows, failed: [] })).toBe(0);
  });
});
