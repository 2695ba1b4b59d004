import type { CreationInput } from '@src/analytics/events.shared';
import { FORMS, type Option, type ProcedureName } from '@src/creation/procedures/params.shared';

/** What the forms with settings of their own have beside what their table says; each is chosen from a list or a number. */
const OWN = ['aspect', 'count', 'model', 'motion', 'resolution', 'scale', 'seconds', 'strength', 'style', 'width'];
const REPORTED_KINDS: ReadonlySet<Option['kind']> = new Set(['choice', 'range', 'switch']);

/**
 * What was chosen for a creation, for analytics: settings of lists, numbers and switches. Nothing that somebody wrote, drew or brought along.
 * @param input of the call, by name
 */
export function creationInputOf(procedure: ProcedureName, input: Readonly<Record<string, unknown>>): CreationInput {
  const options = Object.entries<Option>(FORMS[procedure].options).flatMap(([name, { kind }]) => (REPORTED_KINDS.has(kind) ? [name] : []));
  return Object.fromEntries([...OWN, ...options].flatMap((name) => {
    const value = input[name];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
  }));
}
