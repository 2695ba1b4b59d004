import { openPopup } from '@/lib/popups/queue';
import { createStore, useStore } from '@/lib/store';

/** One output of a task. */
export interface Compared {
  readonly taskId: string;
  readonly index: number;
}

/** Minimum number of outputs to compare. */
export const MIN_CHOSEN = 2;
export const MAX_CHOSEN = 4;

/** The chosen outputs; undefined outside the choice mode. */
const chosen = createStore<readonly Compared[] | undefined>(undefined);

const same = (a: Compared, b: Compared): boolean => a.taskId === b.taskId && a.index === b.index;

/** Starts or ends the choice mode. A second start keeps the chosen outputs. */
export const chooseToCompare = (choosing: boolean): void =>
  chosen.update((now) => (choosing ? (now ?? []) : undefined));

/** Adds or removes an output. A fifth one replaces the last. */
export function toggleCompared(one: Compared): void {
  const now = chosen.get() ?? [];
  chosen.set(
    now.some((other) => same(one, other))
      ? now.filter((other) => !same(one, other))
      : [...now.slice(0, MAX_CHOSEN - 1), one],
  );
}

/** Opens the comparison and ends the choice mode. */
export function compareChosen(): void {
  const items = chosen.get();
  if (items === undefined || items.length < MIN_CHOSEN) return;
  openPopup('compare', { items });
  chosen.set(undefined);
}

/** Action of the shortcut key: starts the choice mode, or opens the comparison if enough are chosen. */
export function pressToCompare(): void {
  if ((chosen.get()?.length ?? 0) < MIN_CHOSEN) chooseToCompare(true);
  else compareChosen();
}

/** The chosen outputs; undefined outside the choice mode. */
export const useCompared = (): readonly Compared[] | undefined => useStore(chosen);

/** Position of an output among the chosen ones, from 1; 0 if it is not chosen. */
export const placeOf = (list: readonly Compared[], one: Compared): number =>
  list.findIndex((other) => same(one, other)) + 1;
