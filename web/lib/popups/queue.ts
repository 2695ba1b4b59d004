import { useSyncExternalStore } from 'react';
import type { PopupName, PopupProps } from './names';

/** One popup that was asked for. */
export type Asked = { readonly [Name in PopupName]: { readonly name: Name; readonly props: PopupProps[Name] } }[PopupName];

let queue: readonly Asked[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Asked[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

/**
 * Opens a popup from anywhere; while another one is open it waits for its turn. Asking for one that is open or waits already
 * changes what it is told, and does not open it twice.
 */
export function openPopup<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  // Name and props come together by the signature; the union cannot be told so for a name that is not known yet.
  const asked = { name, props } as Asked;
  change(queue.some((one) => one.name === name) ? queue.map((one) => (one.name === name ? asked : one)) : [...queue, asked]);
}

/** Opens a popup in place of the one that is open, before those that wait: one thing has led to the other. */
export function swapPopup<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  // As above.
  const asked = { name, props } as Asked;
  change([asked, ...queue.slice(1).filter((one) => one.name !== name)]);
}

/** Opens a popup over the one that is open, which is there again when this one is closed. */
export function coverPopup<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  // As above.
  const asked = { name, props } as Asked;
  change([asked, ...queue.filter((one) => one.name !== name)]);
}

/** Closes the one that is open; the next one takes its turn. */
export function closePopup(): void {
  change(queue.slice(1));
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
