import { useSyncExternalStore } from 'react';
import { openPopup } from '@/lib/popups/queue';

/** Which of a task's outputs. */
export interface Compared {
  readonly taskId: string;
  readonly index: number;
}

/** How many are looked at side by side. */
export const LEAST = 2;
export const MOST = 4;

/** What is being chosen; nothing while nobody chooses. */
let chosen: readonly Compared[] | undefined;
const listeners = new Set<() => void>();

function change(next: readonly Compared[] | undefined): void {
  chosen = next;
  for (const listener of listeners) listener();
}

const same = (a: Compared, b: Compared): boolean => a.taskId === b.taskId && a.index === b.index;

/** Begins to choose, or stops; who chooses already goes on with what is chosen. */
export const chooseToCompare = (choosing: boolean): void => change(choosing ? (chosen ?? []) : undefined);

/** Takes one to the others or away from them; a fifth takes the place of the last. */
export function toggleCompared(one: Compared): void {
  const now = chosen ?? [];
  change(now.some((other) => same(one, other)) ? now.filter((other) => !same(one, other)) : [...now.slice(0, MOST - 1), one]);
}

/** Shows what was chosen, and stops choosing. */
export function compareChosen(): void {
  if (chosen === undefined || chosen.length < LEAST) return;
  openPopup('compare', { items: chosen });
  change(undefined);
}

/** What the key does: begins to choose, and shows what was chosen once it is enough. */
export function pressToCompare(): void {
  if ((chosen?.length ?? 0) < LEAST) chooseToCompare(true);
  else compareChosen();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is being chosen to be compared; undefined while nobody chooses. */
export const useCompared = (): readonly Compared[] | undefined => useSyncExternalStore(subscribe, () => chosen, () => undefined);

/** Which one it is of those that were chosen, from 1; 0 for none of them. */
export const placeOf = (list: readonly Compared[], one: Compared): number => list.findIndex((other) => same(one, other)) + 1;
