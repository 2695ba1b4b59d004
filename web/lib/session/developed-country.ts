import { isDeveloped } from '@src/kernel/countries.shared';

/** Local storage key of whether the country is a developed one. */
const KEY = 'is-developed-country';

/**
 * Keeps whether the country that this browser is in is a developed one; of an unknown country nothing is said.
 * @param country ISO 3166-1 alpha-2, upper case; null where nobody knows it
 * @param storageOf gives where it is kept; a browser may refuse even that
 */
export function storeDevelopedCountry(country: string | null, storageOf: () => Pick<Storage, 'setItem' | 'removeItem'>): void {
  try {
    const storage = storageOf();
    if (country === null) storage.removeItem(KEY);
    else storage.setItem(KEY, String(isDeveloped(country)));
  } catch {
    // Storage full or unavailable: the country is requested again next time.
  }
}
