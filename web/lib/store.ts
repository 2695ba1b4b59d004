import { useSyncExternalStore } from 'react';
import { createEmitter } from './emitter';

/** State that components read with `useStore`. */
export interface ReadableStore<State> {
  /** The state for server rendering and hydration. */
  readonly initial: State;
  readonly get: () => State;
  /** Calls the listener at each change. @returns the unsubscribe function */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<State> extends ReadableStore<State> {
  /** Replaces the state. Does not notify if it is the same by `Object.is`. */
  readonly set: (next: State) => void;
  readonly update: (change: (state: State) => State) => void;
}

/** State outside React that lives as long as the page. Subscribers may unsubscribe or set the state while notified. */
export function createStore<State>(initial: State): Store<State> {
  const { emit, subscribe } = createEmitter();
  let state = initial;
  const get = (): State => state;
  const set = (next: State): void => {
    if (Object.is(next, state)) return;
    state = next;
    emit();
  };
  return { initial, get, set, update: (change) => set(change(state)), subscribe };
}

export function useStore<State>(store: ReadableStore<State>): State;
/** @param select picks a part of the state; it must return the same object for the same state */
export function useStore<State, Part>(store: ReadableStore<State>, select: (state: State) => Part): Part;
/** A store's state, or a part of it. The component rerenders when that changes. */
export function useStore<State>(
  store: ReadableStore<State>,
  select: (state: State) => unknown = (state) => state,
): unknown {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.initial),
  );
}
