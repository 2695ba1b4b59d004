import { useSyncExternalStore } from 'react';
import { EMPTY_DRAFT, readDraft, type Draft } from './draft';

const KEY = 'kinora.image.draft';

let draft: Draft | undefined;
const listeners = new Set<() => void>();

function current(): Draft {
  if (draft === undefined) {
    try {
      draft = readDraft(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    } catch {
      draft = EMPTY_DRAFT;
    }
  }
  return draft;
}

/** Changes the form wherever it is shown. It is kept for the tab, through reloads. */
export function changeDraft(change: Partial<Draft>): void {
  draft = { ...current(), ...change };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // No room or no right to store: the form still works, only a reload forgets it.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The form of the image page, shared by home, the form and the sheet. */
export function useDraft(): Draft {
  return useSyncExternalStore(subscribe, current, () => EMPTY_DRAFT);
}
