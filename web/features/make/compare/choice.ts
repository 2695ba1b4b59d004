import { openPopup } from '@/lib/popups/queue';
import { createStore, useStore } from '@/lib/store';

/** Which of a task's outputs. */
export interface Compared {
  readonly taskId: string;
  readonly index: number;
}

/** How many are looked at side by side. */
export const MIN_CHOSEN = 2;
export const MAX_CHOSEN = 4;

/** What is being chosen; nothing while nobody chooses. */
const chosen = createStore<readonly Compared[] | undefined>(undefined);

const same = (a: Compared, b: Compared): boolean => a.taskId === b.taskId && a.index === b.index;

/** Begins to choose, or stops; who chooses already goes on with what is chosen. */
export const chooseToCompare = (choosing: boolean): void => chosen.update((now) => (choosing ? (now ?? []) : undefined));

/** Takes one to the others or away from them; a fifth takes the place of the last. */
export function toggleCompared(one: Compared): void {
  const now = chosen.get() ?? [];
  chosen.set(now.some((other) => same(one, other)) ? now.filter((other) => !same(one, other)) : [...now.slice(0, MAX_CHOSEN - 1), one]);
}

/** Shows what was chosen, and stops choosing. */
export function compareChosen(): void {
  const items = chosen.get();
  if (items === undefined || items.length < MIN_CHOSEN) return;
  openPopup('compare', { items });
  chosen.set(undefined);
}

/** What the key does: begins to choose, and shows what was chosen once it is enough. */
export function pressToCompare(): void {
  if ((chosen.get()?.length ?? 0) < MIN_CHOSEN) chooseToCompare(true);
  else compareChosen();
}

/** What is being chosen to be compared; undefined while nobody chooses. */
export const useCompared = (): readonly Compared[] | undefined => useStore(chosen);

/** Which one it is of those that were chosen, from 1; 0 for none of them. */
export const placeOf = (list: readonly Compared[], one: Compared): number => list.findIndex((other) => same(one, other)) + 1;
