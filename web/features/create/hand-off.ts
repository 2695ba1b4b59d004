import { PROCEDURES, type ProcedureName } from '@src/creation/picture.shared';
import { readDraft } from './draft';
import { readGivenTo } from './given';
import { mainOf, mainRole, type Wish } from './wish';

const keyOf = (procedure: ProcedureName): string => `kinora.create.${procedure}`;

/** A press on one page that another page carries out, once. */
export function handOff({ procedure, draft, given }: Wish): void {
  sessionStorage.setItem(keyOf(procedure), JSON.stringify({ draft, given }));
}

/** Takes what was handed over; a second look finds nothing. */
export function takeHandOff(procedure: ProcedureName): Wish | undefined {
  const stored = sessionStorage.getItem(keyOf(procedure));
  if (stored === null || !PROCEDURES.includes(procedure)) return undefined;
  sessionStorage.removeItem(keyOf(procedure));
  const read: unknown = JSON.parse(stored);
  if (typeof read !== 'object' || read === null) return undefined;
  const { draft, given }: Readonly<Record<string, unknown>> = { ...read };
  // What was given once stood beside the draft.
  const wish: Wish = { procedure, draft: readDraft(draft, procedure), given: readGivenTo(given ?? read, procedure) };
  return mainRole(procedure) !== undefined && mainOf(wish) === undefined ? undefined : wish;
}
