import { expect, it } from '@jest/globals';
import { lookAgain, takeAwayOf } from './take-away-state';

it.each([null, undefined])('there is nothing to fetch before anything was asked for: %s', (facts) => {
  expect(takeAwayOf(facts, 0)).toEqual({ is: 'none' });
  expect(lookAgain(facts)).toBe(false);
});

it('a file that is being made is asked after until it is there', () => {
  expect(takeAwayOf({ state: 'waiting' }, 0)).toEqual({ is: 'waiting' });
  expect(lookAgain({ state: 'waiting' })).toBeGreaterThan(0);
  for (const state of ['ready', 'failed'] as const) expect(lookAgain({ state, until: 10 })).toBe(false);
});

it('a file can be fetched until its time is over, and be asked for anew then', () => {
  expect(takeAwayOf({ state: 'ready', until: 10 }, 9)).toEqual({ is: 'ready', until: 10 });
  expect(takeAwayOf({ state: 'ready', until: 10 }, 10)).toEqual({ is: 'none' });
});

it('a file that could not be made is not one that is being made', () => {
  expect(takeAwayOf({ state: 'failed' }, 0)).toEqual({ is: 'failed' });
});
