import { describe, expect, it } from '@jest/globals';
import { readAdjustmentFilter, wrongFilters } from './adjustment-filter';

const read = (address: string) => readAdjustmentFilter(new URLSearchParams(address));

describe('the filter of the register of adjustments', () => {
  it('is what the address says, with the last day included', () => {
    expect(
      read('user=u1&actor=operator:cli&case=T-101&reason=fraud&state=applied&from=2026-01-01&to=2026-01-31'),
    ).toEqual({
      userId: 'u1',
      actor: 'operator:cli',
      reference: 'T-101',
      reason: 'fraud',
      state: 'applied',
      from: '2026-01-01',
      to: '2026-02-01',
    });
  });

  it('leaves out what the server would refuse', () => {
    expect(read('user=a.b&actor=a b&case=a b&reason=whim&state=lost&from=yesterday&to=2026-99-99')).toEqual({});
  });

  it.each([
    ['user=a.b&actor=a b', ['user', 'actor']],
    ['case=Ann called', ['case']],
    ['user=a b', ['user']],
    ['user=u1&actor=operator:cli', []],
    ['user= ', []],
    ['', []],
  ])('of %j has wrong texts in %j', (address, names) => {
    expect(wrongFilters(new URLSearchParams(address))).toEqual(names);
  });
});
