import { expect, it } from '@jest/globals';
import {
  BLOCKED_COUNTRIES,
  DEVELOPED_COUNTRIES,
  EUROPE,
  isDeveloped,
  isEuropean,
  isRefusedTo,
  RESTRICTED_COUNTRIES,
} from './countries.shared.js';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

it('the lists name countries that there are, each once', () => {
  for (const list of [[...DEVELOPED_COUNTRIES], [...EUROPE], [...RESTRICTED_COUNTRIES], [...BLOCKED_COUNTRIES]]) {
    expect(list.filter((code) => names.of(code) === undefined)).toEqual([]);
    expect(new Set(list).size).toBe(list.length);
  }
});

it('12 countries are restricted, and Iran is blocked besides', () => {
  expect([...RESTRICTED_COUNTRIES].sort().join()).toBe('AF,BY,CN,LY,MM,NI,PK,RU,UA,UZ,YE,ZW');
  expect([...BLOCKED_COUNTRIES].filter((code) => !RESTRICTED_COUNTRIES.has(code))).toEqual(['IR']);
});

it('nobody is refused by default, nor for a country that nobody knows', () => {
  expect(isRefusedTo('RU', 'none')).toBe(false);
  expect(isRefusedTo('IR', 'restricted')).toBe(false);
  expect(isRefusedTo('IR', 'blocked')).toBe(true);
  expect(isRefusedTo(undefined, 'blocked')).toBe(false);
});

it('tells developed countries and Europe', () => {
  expect(['US', 'DE', 'KR', 'IN', 'BR'].map(isDeveloped)).toEqual([true, true, true, false, false]);
  expect(['NO', 'CY', 'RU', 'TR', 'US'].map(isEuropean)).toEqual([true, true, true, false, false]);
});
