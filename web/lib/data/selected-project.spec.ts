import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { forgetSelectedProject, selectedProject, selectProject } from './selected-project';

describe('the project that new creations go to', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const give = (value: object): void =>
    void Object.defineProperty(globalThis, 'localStorage', { configurable: true, value });
  beforeEach(() => {
    stored.clear();
    give(storage);
    forgetSelectedProject();
  });
  afterEach(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
    else Object.defineProperty(globalThis, 'localStorage', before);
  });

  it('is kept under its own key, and gone when it is forgotten', () => {
    selectProject('summer');
    expect([selectedProject(), stored.get('selectedProject')]).toEqual(['summer', 'summer']);
    forgetSelectedProject();
    expect([selectedProject(), stored.has('selectedProject')]).toEqual([undefined, false]);
  });

  it('can be chosen where nothing can be stored', () => {
    const refuse = (): never => {
      throw new Error('denied');
    };
    give({ getItem: refuse, setItem: refuse, removeItem: refuse });
    selectProject('summer');
    expect(selectedProject()).toBe('summer');
  });
});
