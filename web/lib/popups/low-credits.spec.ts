import { beforeEach, describe, expect, it } from '@jest/globals';
import { alertWhenLow } from './low-credits';
import { closeAllPopups, currentPopup } from './queue';

const shelf = (): (() => { getItem(key: string): string | null; setItem(key: string, value: string): void }) => {
  const kept = new Map<string, string>();
  return () => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) });
};

beforeEach(closeAllPopups);

describe('credits that run low', () => {
  it('are told of when what is left does not pay for the same again', () => {
    alertWhenLow(3, 4, shelf());
    expect(currentPopup()).toMatchObject({ name: 'usageAlert', props: { left: 3, price: 4 } });
  });

  it.each([[4, 4], [9, 1], [0, 0]])('are not told of with %i left after %i', (left, price) => {
    alertWhenLow(left, price, shelf());
    expect(currentPopup()).toBeUndefined();
  });

  it('are told of once', () => {
    const kept = shelf();
    alertWhenLow(0, 4, kept);
    closeAllPopups();
    alertWhenLow(0, 4, kept);
    expect(currentPopup()).toBeUndefined();
  });

  it('are not told of at every press where nothing can be kept', () => {
    const none = { getItem: () => { throw new Error('denied'); }, setItem: () => undefined };
    alertWhenLow(0, 4, () => none);
    expect(currentPopup()).toBeUndefined();
    alertWhenLow(0, 4, () => { throw new Error('no storage'); });
    expect(currentPopup()).toBeUndefined();
  });
});
