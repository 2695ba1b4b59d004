import { PROCEDURES, type ProcedureName } from '@src/creation/picture.shared';
import { readDraft } from './draft';
import { readGiven } from './given';
import { needsPicture, type Wish } from './wish';

const keyOf = (procedure: ProcedureName): string => `kinora.create.${procedure}`;

/** A press on one page that another page carries out, once. */
export function handOff({ procedure, draft, image }: Wish): void {
  sessionStorage.setItem(keyOf(procedure), JSON.stringify({ draft, image }));
}

/** Takes what was handed over; a second look finds nothing. */
export function takeHandOff(procedure: ProcedureName): Wish | undefined {
  const stored = sessionStorage.getItem(keyOf(procedure));
  if (stored === null || !PROCEDURES.includes(procedure)) return undefined;
  sessionStorage.removeItem(keyOf(procedure));
  const read: unknown = JSON.parse(stored);
  if (typeof read !== 'object' || read === null) return undefined;
  const { draft, image }: Readonly<Record<string, unknown>> = { ...read };
  const wish: Wish = { procedure, draft: readDraft(draft, procedure), image: readGiven(image) };
  return needsPicture(procedure) && wish.image === undefined ? undefined : wish;
}
