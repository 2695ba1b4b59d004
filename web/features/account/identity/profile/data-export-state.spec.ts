import { expect, it } from '@jest/globals';
import { refetchIntervalOf, dataExportStateOf } from './data-export-state';

it.each([null, undefined])('there is nothing to fetch before anything was asked for: %s', (facts) => {
  expect(dataExportStateOf(facts, 0)).toEqual({ is: 'none' });
  expect(refetchIntervalOf(facts)).toBe(false);
});

it('a file that is being made is asked after until it is there', () => {
  expect(dataExportStateOf({ state: 'waiting' }, 0)).toEqual({ is: 'waiting' });
  expect(refetchIntervalOf({ state: 'waiting' })).toBeGreaterThan(0);
  for (const state of ['ready', 'failed'] as const) expect(refetchIntervalOf({ state, until: 10 })).toBe(false);
});

it('a file can be fetched until its time is over, and be asked for anew then', () => {
  expect(dataExportStateOf({ state: 'ready', until: 10 }, 9)).toEqual({ is: 'ready', until: 10 });
  expect(dataExportStateOf({ state: 'ready', until: 10 }, 10)).toEqual({ is: 'none' });
});

it('a file that could not be made is not one that is being made', () => {
  expect(dataExportStateOf({ state: 'failed' }, 0)).toEqual({ is: 'failed' });
});
