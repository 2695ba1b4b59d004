import { useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter';

/** Local storage key of the project for new creations. Absent for the default project. */
const KEY = 'selectedProject';
const changes = createEmitter();
/** The selection if storage is not available. */
let unstored: string | undefined;

/** Id of the project for new creations; undefined for the default project. The project may have been deleted. */
export function selectedProject(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return unstored;
  }
}

/** Selects the project for new creations, in this browser; undefined for the default project. */
export function selectProject(id: string | undefined): void {
  unstored = id;
  try {
    if (id === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
  } catch {
    // Storage is not available. The selection lasts as long as the page.
  }
  changes.emit();
}

/** Selects the default project again. Also used on sign-out. */
export const forgetSelectedProject = (): void => selectProject(undefined);

function subscribe(listener: () => void): () => void {
  const stop = changes.subscribe(listener);
  const changed = (event: StorageEvent): void => {
    if (event.key === KEY || event.key === null) listener();
  };
  addEventListener('storage', changed);
  return () => {
    stop();
    removeEventListener('storage', changed);
  };
}

/** As `selectedProject`, updated by changes in all tabs. */
export function useSelectedProjectId(): string | undefined {
  return useSyncExternalStore(subscribe, selectedProject, () => undefined);
}
