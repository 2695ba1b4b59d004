import type { CreationInput } from '@src/analytics/events.shared';
import { FORMS, type Option, type ProcedureName } from '@src/creation/procedures/params.shared';

/** Settings that custom forms have besides their declared options. Each is a number or a choice from a list. */
const OWN = ['aspect', 'count', 'model', 'motion', 'resolution', 'scale', 'seconds', 'strength', 'style', 'width'];
const REPORTED_KINDS: ReadonlySet<Option['kind']> = new Set(['choice', 'range', 'switch']);

/**
 * The settings of a creation for analytics: choices, numbers and switches. Never text, drawings or files of the user.
 * @param input of the procedure, by name
 */
export function creationInputOf(procedure: ProcedureName, input: Readonly<Record<string, unknown>>): CreationInput {
  const options = Object.entries<Option>(FORMS[procedure].options).flatMap(([name, { kind }]) =>
    REPORTED_KINDS.has(kind) ? [name] : [],
  );
  return Object.fromEntries(
    [...OWN, ...options].flatMap((name) => {
      const value = input[name];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, value]]
        : [];
    }),
  );
}
