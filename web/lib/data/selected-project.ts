import { useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter';

/** Local storage key of the project that new creations go to; nothing there is the default project. */
const KEY = 'selectedProject';
const changes = createEmitter();
/** What is chosen where nothing can be stored. */
let unstored: string | undefined;

/** The id of the project that new creations go to; undefined for the default one. It may be of a project that is gone. */
export function selectedProject(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return unstored;
  }
}

/** Chooses where new creations go, for this browser; undefined for the default project. */
export function selectProject(id: string | undefined): void {
  unstored = id;
  try {
    if (id === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
  } catch {
    // No right to store: it is chosen as long as the page is there.
  }
  changes.emit();
}

/** New creations go to the default project again; also what signing out does. */
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

/** As `selectedProject`, through every change in this tab and others. */
export function useSelectedProjectId(): string | undefined {
  return useSyncExternalStore(subscribe, selectedProject, () => undefined);
}
