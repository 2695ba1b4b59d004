import { expect, it } from '@jest/globals';
import { storeDevelopedCountry } from './developed-country';

it('is-developed-country says so of a country that is known, and nothing of one that is not', () => {
  const kept = new Map<string, string>();
  const storage = {
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const said = ['DE', 'US', 'IN', null].map((country) => {
    storeDevelopedCountry(country, () => storage);
    return kept.get('is-developed-country');
  });
  expect(said).toEqual(['true', 'true', 'false', undefined]);
});

it('is-developed-country is let be where there is no storage', () => {
  const full = () => {
    throw new Error('QuotaExceededError');
  };
  expect(() => storeDevelopedCountry('DE', () => ({ setItem: full, removeItem: full }))).not.toThrow();
  expect(() => storeDevelopedCountry('DE', full)).not.toThrow();
});
