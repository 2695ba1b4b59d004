import { describe, expect, it } from '@jest/globals';
import { readRates, replacedBy } from './rates-csv';

const read = (text: string) => readRates(text, 'eur');

describe('rates as text', () => {
  it.each([
    'month,currency,rate\n2026-01,usd,0.93\n2026-02,jpy,0.0062\n',
    '\uFEFF"Month","Currency","Rate"\r\n"2026-01","USD","0.93"\r\n\r\n"2026-02","JPY","0.0062"',
    '2026-01;usd;0,93\n2026-02; JPY ;0,0062',
    '2026-01\tusd\t0.93\n2026-02\tjpy\t0.0062',
  ])('are read from what spreadsheets write: %j', (text) => {
    expect(read(text)).toEqual({
      rates: [
        { month: '2026-01', currency: 'usd', rate: '0.93' },
        { month: '2026-02', currency: 'jpy', rate: '0.0062' },
      ],
      problems: [],
    });
  });

  it('name the line and the problem of each wrong one', () => {
    const { rates, problems } = read(
      '2026-01,usd\n2026-13,usd,1\n2026-01,xyz,1\n2026-01,eur,1\n2026-01,usd,0\n2026-01,usd,1e3\n\n2026-01,usd,0.93\n2026-01,USD,0.94',
    );
    expect(problems).toEqual([
      { line: 1, reason: 'columns' },
      { line: 2, reason: 'month' },
      { line: 3, reason: 'currency' },
      { line: 4, reason: 'own-currency' },
      { line: 5, reason: 'rate' },
      { line: 6, reason: 'rate' },
      { line: 9, reason: 'repeated' },
    ]);
    expect(rates).toHaveLength(1);
  });

  it('replace present ones of the same month and currency', () => {
    expect(
      replacedBy(read('2026-02,usd,0.9\n2026-01,usd,0.94').rates, read('2026-01,usd,0.93\n2026-01,gbp,1.15').rates),
    ).toBe(1);
  });
});
