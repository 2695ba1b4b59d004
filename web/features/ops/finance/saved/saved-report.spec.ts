import { describe, expect, it } from '@jest/globals';
import { hrefOfReport, reportOf } from './saved-report';

const TODAY = '2026-03-15';
const saved = (query: string) => reportOf('/finance/revenue', new URLSearchParams(query), TODAY);

describe('a saved report', () => {
  it('keeps a range that has a name by its name, and opens it for the days of then', () => {
    const report = saved('from=2026-02-01&to=2026-02-28&currency=eur');
    expect(report).toEqual({ path: '/finance/revenue', query: 'currency=eur', range: 'lastMonth' });
    expect(hrefOfReport(report, '2026-05-02')).toBe('/finance/revenue?currency=eur&from=2026-04-01&to=2026-04-30');
    expect(hrefOfReport(saved('from=2026-02-14&to=2026-03-15'), '2026-05-30')).toBe(
      '/finance/revenue?from=2026-05-01&to=2026-05-30',
    );
  });

  it('keeps other days as they are, and opens without days where none were chosen', () => {
    const report = saved('from=2026-01-05&to=2026-02-07');
    expect(report.range).toBeNull();
    expect(hrefOfReport(report, '2027-01-01')).toBe('/finance/revenue?from=2026-01-05&to=2026-02-07');
    expect(hrefOfReport(saved(''), '2027-01-01')).toBe('/finance/revenue');
    expect(hrefOfReport(saved('to=2026-03-15&by=gateway'), '2027-01-01')).toBe('/finance/revenue?by=gateway');
  });
});
