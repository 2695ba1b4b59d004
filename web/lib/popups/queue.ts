import { createStore, useStore } from '@/lib/store';
import type { PopupName, PopupProps } from './names';

/** A popup in the queue. `key` stays the same until it is closed, also when its props change. */
export type QueuedPopup = {
  readonly [Name in PopupName]: { readonly key: number; readonly name: Name; readonly props: PopupProps[Name] };
}[PopupName];

/** Replaces the popup that has it by another. Returns false, and does nothing, if it was closed meanwhile. */
export type SwapPopup = <Name extends PopupName>(name: Name, props: PopupProps[Name]) => boolean;

let lastKey = 0;
/** The open popup, then the waiting ones. */
const queue = createStore<readonly QueuedPopup[]>([]);

function asking<Name extends PopupName>(name: Name, props: PopupProps[Name]): QueuedPopup {
  const key = queue.get().find((one) => one.name === name)?.key ?? (lastKey += 1);
  // The signature pairs name and props; TypeScript cannot infer the union member for a generic name.
  return { key, name, props } as QueuedPopup;
}

/**
 * Opens a popup, or queues it while another one is open. One that is open or queued already gets the new props instead
 * of being opened twice.
 */
export function openPopup<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  const popup = asking(name, props);
  queue.update((now) =>
    now.some((one) => one.key === popup.key)
      ? now.map((one) => (one.key === popup.key ? popup : one))
      : [...now, popup],
  );
}

/** Replaces a popup by another, before those that wait. Returns false, and does nothing, if it was closed meanwhile. */
export function swapPopup<Name extends PopupName>(
  { key }: Pick<QueuedPopup, 'key'>,
  name: Name,
  props: PopupProps[Name],
): boolean {
  if (!queue.get().some((one) => one.key === key)) return false;
  const popup = asking(name, props);
  queue.update((now) =>
    now.filter((one) => one.key === key || one.key !== popup.key).map((one) => (one.key === key ? popup : one)),
  );
  return true;
}

/** Opens a popup over the open one, which is shown again with its last props once this one is closed. */
export function coverPopup<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  const popup = asking(name, props);
  queue.update((now) => [popup, ...now.filter((one) => one.key !== popup.key)]);
}

/** Closes this popup only, then opens the next one. */
export function closePopup({ key }: Pick<QueuedPopup, 'key'>): void {
  if (queue.get().some((one) => one.key === key)) queue.update((now) => now.filter((one) => one.key !== key));
}

/** Closes the open popup and drops the waiting ones. */
export function closeAllPopups(): void {
  if (queue.get().length > 0) queue.set([]);
}

/** The open popup, if any. */
export const currentPopup = (): QueuedPopup | undefined => queue.get()[0];

export const useCurrentPopup = (): QueuedPopup | undefined => useStore(queue, ([first]) => first);
