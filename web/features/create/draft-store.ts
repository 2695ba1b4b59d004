import { useSyncExternalStore } from 'react';
import type { ProcedureName } from '@src/creation/picture.shared';
import { emptyDraft, readDraft, type Draft } from './draft';
import { readGiven, type Given } from './given';
import type { Wish } from './wish';

/** One call's form with its pictures, and the task that is looked at beside it. */
export interface Desk {
  readonly draft: Draft;
  readonly image?: Given | undefined;
  readonly background?: Given | undefined;
  /** Id of the task on the stage; nothing while the picture itself is worked on. */
  readonly shown?: string | undefined;
}

const keyOf = (procedure: ProcedureName): string => `kinora.desk.${procedure}`;
const desks = new Map<ProcedureName, Desk>();
const empties = new Map<ProcedureName, Desk>();
const listeners = new Set<() => void>();

function emptyDesk(procedure: ProcedureName): Desk {
  const known = empties.get(procedure) ?? { draft: emptyDraft(procedure) };
  empties.set(procedure, known);
  return known;
}

function stored(procedure: ProcedureName): Desk {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(keyOf(procedure)) ?? 'null');
    if (typeof read !== 'object' || read === null) return emptyDesk(procedure);
    const { draft, image, background, shown }: Readonly<Record<string, unknown>> = { ...read };
    return { draft: readDraft(draft, procedure), image: readGiven(image), background: readGiven(background), shown: typeof shown === 'string' ? shown : undefined };
  } catch {
    return emptyDesk(procedure);
  }
}

function current(procedure: ProcedureName): Desk {
  const known = desks.get(procedure) ?? stored(procedure);
  desks.set(procedure, known);
  return known;
}

/** Changes what stands on a call's desk, wherever it is shown. It is kept for the tab, through reloads. */
export function changeDesk(procedure: ProcedureName, change: Partial<Desk>): void {
  const next = { ...current(procedure), ...change };
  desks.set(procedure, next);
  try {
    sessionStorage.setItem(keyOf(procedure), JSON.stringify(next));
  } catch {
    // No room or no right to store: the form still works, only a reload forgets it.
  }
  for (const listener of listeners) listener();
}

/** Changes a call's form. */
export const changeDraft = (change: Partial<Draft>, procedure: ProcedureName = 'text2Image.create'): void => changeDesk(procedure, { draft: { ...current(procedure).draft, ...change } });

/** Puts a picture on a call's desk: it is worked on now, not what came of the one before. */
export const givePicture = (procedure: ProcedureName, image: Given | undefined): void => changeDesk(procedure, { image, shown: undefined });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What stands on a call's desk, shared by home, the form and the sheet. */
export function useDesk(procedure: ProcedureName): Desk {
  return useSyncExternalStore(subscribe, () => current(procedure), () => emptyDesk(procedure));
}

export const useDraft = (procedure: ProcedureName = 'text2Image.create'): Draft => useDesk(procedure).draft;

/** What would be made from a desk as it stands. */
export const wishOf = (procedure: ProcedureName, { draft, image, background }: Desk): Wish => ({ procedure, draft, image, background });
