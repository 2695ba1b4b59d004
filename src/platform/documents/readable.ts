import type { Versioned } from './port.js';

/** Drops documents that the collection could not decode. */
export function readable<T>(found: readonly Versioned<T | undefined>[]): readonly Versioned<T>[] {
  return found.flatMap(({ document, ...rest }) => (document === undefined ? [] : [{ ...rest, document }]));
}
