import { describe, expect, it } from '@jest/globals';
import { accountsOf, dayPlus, presetOf, rangeOf, readFilters } from './filters';

const TODAY = '2026-03-01';
const read = (query: string) => readFilters(new URLSearchParams(query), TODAY);

describe('the filters of an address', () => {
  it('are thirty days of credits up to today without any', () => {
    expect(read('')).toEqual({ from: '2026-01-31', to: TODAY, app: undefined, usage: 'credits', basis: 'recorded' });
    expect(presetOf(read(''), TODAY)).toBe('month');
  });

  it('are what the address says', () => {
    expect(read('from=2025-01-01&to=2025-12-31&app=kinora-writer&usage=GPT_3_5&basis=valid')).toEqual({
      from: '2025-01-01',
      to: '2025-12-31',
      app: 'kinora-writer',
      usage: 'GPT_3_5',
      basis: 'valid',
    });
    expect(accountsOf(read('app=kinora'))).toEqual({ appName: 'kinora', usageType: 'credits' });
  });

  it('pass over what makes no sense, and keep a day that has not come for the server to refuse', () => {
    expect(read('from=2026-02-30&to=yesterday&app=other&usage=all&basis=due')).toEqual(read(''));
    expect(read('from=2026-03-02&to=2026-02-01')).toMatchObject({ from: '2026-01-03', to: '2026-02-01' });
    expect(read('to=2030-01-01').to).toBe('2030-01-01');
  });

  it('know the calendar month before this one, whatever its length', () => {
    expect(rangeOf('lastMonth', TODAY)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(rangeOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(presetOf({ from: '2026-02-01', to: '2026-02-28' }, TODAY)).toBe('lastMonth');
  });

  it('know a range that ends today by its name, and no other', () => {
    expect(presetOf({ from: dayPlus(TODAY, -364), to: TODAY }, TODAY)).toBe('year');
    expect(presetOf({ from: dayPlus(TODAY, -29), to: dayPlus(TODAY, -1) }, TODAY)).toBeUndefined();
    expect(dayPlus('2024-02-28', 1)).toBe('2024-02-29');
  });
});
