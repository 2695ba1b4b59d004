import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { APP_NAMES, STATEMENT_KINDS, USAGE_TYPES, statementFilter } from '@src/credits/credits.shared';
import {
  NO_FILTER,
  LINE_FILTERS,
  addressOf,
  fileAddress,
  filterOf,
  isFiltered,
  statementViewOf,
  type StatementView,
} from './filter';

const nothing: StatementView = { appName: 'kinora', usageType: 'credits', ...NO_FILTER };
const day = fc.option(
  fc
    .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  { nil: '' },
);
const shows: fc.Arbitrary<StatementView> = fc.record({
  appName: fc.constantFrom(...APP_NAMES),
  usageType: fc.constantFrom(...USAGE_TYPES),
  shown: fc.constantFrom(...LINE_FILTERS),
  from: day,
  to: day,
  text: fc.string({ maxLength: 30 }).map((text) => text.trim()),
});

describe('what a statement shows', () => {
  it('is what its address says, and the other way round', () => {
    fc.assert(
      fc.property(shows, (one) => {
        expect(statementViewOf(new URLSearchParams(addressOf(one)))).toEqual(one);
      }),
    );
    expect(addressOf(nothing)).toBe('');
  });

  it('is everything where an address says what cannot be', () => {
    expect(
      statementViewOf(new URLSearchParams('app=other&usage=gold&show=none&from=yesterday&to=2026-2-1&q=%20')),
    ).toEqual(nothing);
    expect(isFiltered(nothing)).toBe(false);
    expect(isFiltered({ ...nothing, to: '2026-02-01' })).toBe(true);
  });

  it('is asked for in a way that the server takes', () => {
    fc.assert(
      fc.property(shows, (one) => {
        expect(statementFilter.parse(filterOf(one))).toEqual(filterOf(one));
      }),
    );
  });

  it('has each kind of line in one place', () => {
    const kinds = LINE_FILTERS.flatMap((shown) => filterOf({ ...nothing, shown }).kinds ?? []);
    expect([...kinds].sort()).toEqual([...STATEMENT_KINDS].sort());
  });

  it('begins with the first of its days and ends with the last, where the reader is', () => {
    expect(filterOf({ ...nothing, from: '2026-03-01', to: '2026-03-31' })).toEqual({
      from: new Date(2026, 2, 1).getTime(),
      to: new Date(2026, 3, 1).getTime(),
    });
  });

  it('is had as a file under the same filter', () => {
    const address = new URL(
      fileAddress(
        { ...nothing, usageType: 'api_credits', shown: 'ended', from: '2026-03-01', text: 'a & b' },
        'Europe/Berlin',
      ),
      'http://x',
    );
    expect(address.searchParams.getAll('kinds')).toEqual(['expiry', 'revocation']);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      usageType: 'api_credits',
      zone: 'Europe/Berlin',
      text: 'a & b',
      from: String(new Date(2026, 2, 1).getTime()),
    });
    expect(address.searchParams.has('to')).toBe(false);
  });
});
