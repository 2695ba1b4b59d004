import { isDeveloped } from '@src/kernel/countries.shared';

/** Local storage key: whether the country is a developed one. */
const KEY = 'is-developed-country';

/**
 * Stores whether the browser's country is a developed one. An unknown country is not stored.
 * @param country ISO 3166-1 alpha-2, upper case; null if unknown
 * @param storageOf returns the storage; it may throw where the browser blocks it
 */
export function storeDevelopedCountry(
  country: string | null,
  storageOf: () => Pick<Storage, 'setItem' | 'removeItem'>,
): void {
  try {
    const storage = storageOf();
    if (country === null) storage.removeItem(KEY);
    else storage.setItem(KEY, String(isDeveloped(country)));
  } catch {
    // Storage full or unavailable: the country is requested again next time.
  }
}
