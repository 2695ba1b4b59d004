import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStore, useStore } from './store';

describe('a store', () => {
  it('holds its first state, then what was set or what an update makes of it', () => {
    const store = createStore(1);
    expect(store.get()).toBe(1);
    store.set(2);
    store.update((count) => count + 3);
    expect(store.get()).toBe(5);
    expect(store.initial).toBe(1);
  });

  it('calls subscribers back at a change, and not where the state stays the same', () => {
    const store = createStore<number | undefined>(undefined);
    const seen: (number | undefined)[] = [];
    const stop = store.subscribe(() => seen.push(store.get()));
    store.set(undefined);
    store.set(Number.NaN);
    store.set(Number.NaN);
    store.update(() => 7);
    stop();
    store.set(8);
    expect(seen).toEqual([Number.NaN, 7]);
  });

  it('lets a subscriber unsubscribe itself and others while it is called back', () => {
    const store = createStore(0);
    const calls: string[] = [];
    const stopFirst = store.subscribe(() => {
      calls.push('first');
      stopFirst();
      stopSecond();
    });
    const stopSecond = store.subscribe(() => calls.push('second'));
    store.subscribe(() => calls.push('third'));
    store.set(1);
    store.set(2);
    expect(calls).toEqual(['first', 'third', 'third']);
  });

  it('shows every subscriber the last state, whatever subscribers do while they are called back', () => {
    const reaction = fc.oneof(
      fc.constant({ kind: 'none' } as const),
      fc.record({ kind: fc.constant('unsubscribe' as const), other: fc.nat({ max: 4 }) }),
      fc.record({ kind: fc.constant('raise' as const), to: fc.integer({ min: 1, max: 9 }) }),
    );
    fc.assert(
      fc.property(
        fc.array(reaction, { maxLength: 5 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }),
        (reactions, states) => {
          const store = createStore(0);
          const seen = reactions.map(() => 0);
          const isSubscribed = reactions.map(() => true);
          const stops = reactions.map((does, index) =>
            store.subscribe(() => {
              expect(isSubscribed[index]).toBe(true);
              seen[index] = store.get();
              if (does.kind === 'raise') store.update((state) => Math.max(state, does.to));
              if (does.kind !== 'unsubscribe' || stops[does.other] === undefined) return;
              stops[does.other]?.();
              isSubscribed[does.other] = false;
            }),
          );
          for (const state of states) {
            store.set(state);
            seen.forEach((last, index) => isSubscribed[index] && expect(last).toBe(store.get()));
          }
        },
      ),
    );
  });
});

describe('useStore', () => {
  const rendered = (draw: () => string): string => renderToString(createElement(draw));

  it('gives the initial state while a page is rendered on the server', () => {
    const store = createStore({ name: 'Ada', age: 36 });
    store.set({ name: 'Grace', age: 85 });
    expect(rendered(() => useStore(store).name)).toBe('Ada');
    expect(rendered(() => String(useStore(store, ({ age }) => age)))).toBe('36');
  });
});
