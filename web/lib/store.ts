import { useSyncExternalStore } from 'react';
import { createEmitter } from './emitter';

/** State that components follow by `useStore`. */
export interface ReadableStore<State> {
  /** The state that a page is rendered with on the server, and hydrated with. */
  readonly initial: State;
  readonly get: () => State;
  /** Calls back at each change. @returns what stops it */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<State> extends ReadableStore<State> {
  /** Replaces the state. Nobody is called back where it is the same by `Object.is`. */
  readonly set: (next: State) => void;
  readonly update: (change: (state: State) => State) => void;
}

/** State that lives as long as the page, outside React. Subscribers may unsubscribe, or set the state, while called back. */
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
/** @param select takes a part of the state; it returns the same object for the same state */
export function useStore<State, Part>(store: ReadableStore<State>, select: (state: State) => Part): Part;
/** The state of a store, or a part of it; the component is rendered again when that changes. */
export function useStore<State>(store: ReadableStore<State>, select: (state: State) => unknown = (state) => state): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()), () => select(store.initial));
}
