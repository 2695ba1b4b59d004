import { useSyncExternalStore } from 'react';
import type { PopupName, PopupProps } from './names';

/** One popup that was asked for. `key` is the same from its being asked for until it is closed, whatever it is told meanwhile. */
export type Asked = { readonly [Name in PopupName]: { readonly key: number; readonly name: Name; readonly props: PopupProps[Name] } }[PopupName];

let lastKey = 0;
let queue: readonly Asked[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Asked[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function asking<Name extends PopupName>(name: Name, props: PopupProps[Name]): Asked {
  const key = queue.find((one) => one.name === name)?.key ?? (lastKey += 1);
  // Name and props come together by the signature; the union cannot be told so for a name that is not known yet.
  return { key, name, props } as Asked;
}

/**
 * Opens a popup from anywhere; while another one is open it waits for its turn. Asking for one that is open or waits already
 * changes what it is told, and does not open it twice.
 */
export function openPopup<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  const asked = asking(name, props);
  change(queue.some((one) => one.key === asked.key) ? queue.map((one) => (one.key === asked.key ? asked : one)) : [...queue, asked]);
}

/** Opens a popup in place of one, before those that wait behind it: one thing has led to the other. Nothing when that one was closed meanwhile. */
export function swapPopup<Name extends PopupName>({ key }: Pick<Asked, 'key'>, name: Name, props: PopupProps[Name]): void {
  if (!queue.some((one) => one.key === key)) return;
  const asked = asking(name, props);
  change(queue.filter((one) => one.key === key || one.key !== asked.key).map((one) => (one.key === key ? asked : one)));
}

/** Opens a popup over the one that is open, which is there again, with what it was last told, when this one is closed. */
export function coverPopup<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  const asked = asking(name, props);
  change([asked, ...queue.filter((one) => one.key !== asked.key)]);
}

/** Closes one, and no other, however late it says so; the next one takes its turn. */
export function closePopup({ key }: Pick<Asked, 'key'>): void {
  if (queue.some((one) => one.key === key)) change(queue.filter((one) => one.key !== key));
}

/** Closes the one that is open, and forgets those that wait. */
export function closeAllPopups(): void {
  if (queue.length > 0) change([]);
}

/** The popup whose turn it is; undefined when none was asked for. */
export const currentPopup = (): Asked | undefined => queue[0];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCurrentPopup(): Asked | undefined {
  return useSyncExternalStore(subscribe, currentPopup, () => undefined);
}
