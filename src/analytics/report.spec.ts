import { describe, expect, it } from '@jest/globals';
import type { DayDocument } from './counts.js';
import { reportInput } from './report.shared.js';
import { reportOf } from './report.js';

const day = (name: string, ...counts: DayDocument['counts']): DayDocument => ({ day: name, counts });
const DAYS: readonly DayDocument[] = [
  day(
    '2026-01-30',
    { e: 'visit', s: 'anon', f: 'all', v: '', n: 4 },
    { e: 'visit', s: 'anon', f: 'create', v: 'createflow_start', n: 3 },
    { e: 'page_view', s: 'anon', f: 'all', v: '', n: 9 },
    { e: 'page_view', s: 'anon', f: 'area', v: 'home', n: 9 },
  ),
  // A second part of the same day.
  day(
    '2026-01-30',
    { e: 'visit', s: 'free', f: 'all', v: '', n: 1 },
    { e: 'page_view', s: 'free', f: 'all', v: '', n: 2 },
    { e: 'page_view', s: 'free', f: 'area', v: 'ai_image', n: 2 },
  ),
  day(
    '2026-02-01',
    { e: 'visit', s: 'anon', f: 'all', v: '', n: 1 },
    { e: 'sign_up', s: 'free', f: 'all', v: '', n: 1 },
    { e: 'sign_up', s: 'free', f: 'method', v: 'email', n: 1 },
  ),
];
const range = { from: '2026-01-30', to: '2026-02-01', event: 'page_view' } as const;

describe('a report', () => {
  it('has every day of its range, its parts put together', () => {
    expect(reportOf(DAYS, range).days).toEqual([
      { day: '2026-01-30', visits: 5, events: 11 },
      { day: '2026-01-31', visits: 0, events: 0 },
      { day: '2026-02-01', visits: 1, events: 0 },
    ]);
  });

  it('sums events over the range, and tells the one asked for apart, the most frequent first', () => {
    expect(reportOf(DAYS, range)).toMatchObject({
      visits: 6,
      totals: [
        { event: 'page_view', n: 11 },
        { event: 'sign_up', n: 1 },
      ],
      facets: [
        {
          facet: 'area',
          values: [
            { value: 'home', n: 9 },
            { value: 'ai_image', n: 2 },
          ],
        },
      ],
    });
    expect(reportOf(DAYS, { ...range, event: 'sign_up' }).facets).toEqual([
      { facet: 'method', values: [{ value: 'email', n: 1 }] },
    ]);
  });

  it('is of one status when it is asked for one', () => {
    expect(reportOf(DAYS, { ...range, status: 'free' })).toMatchObject({
      visits: 1,
      totals: [
        { event: 'page_view', n: 2 },
        { event: 'sign_up', n: 1 },
      ],
    });
  });

  it('begins each funnel with the visits', () => {
    expect(reportOf(DAYS, range).funnels).toEqual([
      {
        funnel: 'create',
        steps: [
          { step: 'visit', n: 6 },
          { step: 'createflow_start', n: 3 },
          { step: 'createflow_form_submit', n: 0 },
          { step: 'creation_success', n: 0 },
        ],
      },
      {
        funnel: 'join',
        steps: [
          { step: 'visit', n: 6 },
          { step: 'creation_success', n: 0 },
          { step: 'signed_in', n: 0 },
        ],
      },
    ]);
  });

  it('is of nothing where nothing was counted', () => {
    expect(reportOf([], range)).toMatchObject({ visits: 0, totals: [], facets: [] });
  });
});

describe('what a report may be asked for', () => {
  it.each([
    ['days that end before they begin', { from: '2026-02-01', to: '2026-01-31' }],
    ['more days than are kept', { from: '2025-01-01', to: '2026-02-02' }],
    ['a day that is none', { from: '2026-02-30', to: '2026-03-01' }],
    ['an event of no name', { from: '2026-01-01', to: '2026-01-02', event: 'x' }],
  ])('is not %s', (_what, input) => {
    expect(reportInput.safeParse(input).success).toBe(false);
  });

  it('is all that is kept', () => {
    expect(reportInput.safeParse({ from: '2025-01-01', to: '2026-01-31' }).success).toBe(true);
  });
});
