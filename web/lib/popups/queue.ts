import { createStore, useStore } from '@/lib/store';
import type { PopupName, PopupProps } from './names';

/** One popup that was asked for. `key` is the same from its being asked for until it is closed, whatever it is told meanwhile. */
export type QueuedPopup = { readonly [Name in PopupName]: { readonly key: number; readonly name: Name; readonly props: PopupProps[Name] } }[PopupName];

let lastKey = 0;
/** The open popup, then those that wait. */
const queue = createStore<readonly QueuedPopup[]>([]);

function asking<Name extends PopupName>(name: Name, props: PopupProps[Name]): QueuedPopup {
  const key = queue.get().find((one) => one.name === name)?.key ?? (lastKey += 1);
  // Name and props come together by the signature; the union cannot be told so for a name that is not known yet.
  return { key, name, props } as QueuedPopup;
}

/**
 * Opens a popup from anywhere; while another one is open it waits for its turn. Asking for one that is open or waits already
 * changes what it is told, and does not open it twice.
 */
export function openPopup<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  const asked = asking(name, props);
  queue.update((now) => (now.some((one) => one.key === asked.key) ? now.map((one) => (one.key === asked.key ? asked : one)) : [...now, asked]));
}

/** Opens a popup in place of one, before those that wait behind it: one thing has led to the other. Nothing when that one was closed meanwhile. */
export function swapPopup<Name extends PopupName>({ key }: Pick<QueuedPopup, 'key'>, name: Name, props: PopupProps[Name]): void {
  if (!queue.get().some((one) => one.key === key)) return;
  const asked = asking(name, props);
  queue.update((now) => now.filter((one) => one.key === key || one.key !== asked.key).map((one) => (one.key === key ? asked : one)));
}

/** Opens a popup over the one that is open, which is there again, with what it was last told, when this one is closed. */
export function coverPopup<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  const asked = asking(name, props);
  queue.update((now) => [asked, ...now.filter((one) => one.key !== asked.key)]);
}

/** Closes one, and no other, however late it says so; the next one takes its turn. */
export function closePopup({ key }: Pick<QueuedPopup, 'key'>): void {
  if (queue.get().some((one) => one.key === key)) queue.update((now) => now.filter((one) => one.key !== key));
}

/** Closes the one that is open, and forgets those that wait. */
export function closeAllPopups(): void {
  if (queue.get().length > 0) queue.set([]);
}

/** The popup whose turn it is; undefined when none was asked for. */
export const currentPopup = (): QueuedPopup | undefined => queue.get()[0];

export const useCurrentPopup = (): QueuedPopup | undefined => useStore(queue, ([first]) => first);
