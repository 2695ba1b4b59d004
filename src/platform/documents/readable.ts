import type { Versioned } from './port.js';

/** Of documents whose collection reads what it cannot make out as nothing, those that could be read. */
export function readable<T>(found: readonly Versioned<T | undefined>[]): readonly Versioned<T>[] {
  return found.flatMap(({ document, ...rest }) => (document === undefined ? [] : [{ ...rest, document }]));
}
