import { describe, expect, it } from '@jest/globals';
import { leadWhenAlone, type LeaderEnvironment } from './leader';

/** The locks of one browser: each goes to whoever asked first. As the browser's, a request that is given up rejects. */
function browserLocks(): NonNullable<LeaderEnvironment['locks']> {
  const turns = new Map<string, Promise<void>>();
  const request = async (name: string, { signal }: LockOptions, work: () => Promise<void>): Promise<void> => {
    const before = turns.get(name) ?? Promise.resolve();
    let done = (): void => undefined;
    turns.set(name, new Promise((resolve) => (done = resolve)));
    await before;
    try {
      if (signal?.aborted === true) throw new DOMException('given up', 'AbortError');
      await work();
    } finally {
      done();
    }
  };
  return { request: request as LockManager['request'] }; // the one form of it that is used
}

const pageThat = (visibilityState: DocumentVisibilityState) => Object.assign(new EventTarget(), { visibilityState });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A tab that says what it does. */
function tab(name: string, told: string[], surroundings: LeaderEnvironment): () => void {
  return leadWhenAlone(() => {
    told.push(`${name} leads`);
    return () => void told.push(`${name} ends`);
  }, surroundings);
}

describe('the tab that listens for all', () => {
  it('is one of a browser, and the next when that one gives up', async () => {
    const told: string[] = [];
    const surroundings = { locks: browserLocks(), page: pageThat('visible') };
    const [one, other] = [tab('one', told, surroundings), tab('other', told, surroundings)];
    await settled();
    expect(told).toEqual(['one leads']);
    one();
    await settled();
    expect(told).toEqual(['one leads', 'one ends', 'other leads']);
    other();
    expect(told.at(-1)).toBe('other ends');
  });

  it('never leads once it has given up the wait', async () => {
    const told: string[] = [];
    const surroundings = { locks: browserLocks(), page: pageThat('visible') };
    const [one, other] = [tab('one', told, surroundings), tab('other', told, surroundings)];
    await settled();
    other();
    one();
    await settled();
    expect(told).toEqual(['one leads', 'one ends']);
  });

  it('is each that is seen where a browser cannot tell its tabs apart', () => {
    const told: string[] = [];
    tab('seen', told, { locks: undefined, page: pageThat('visible') });
    tab('hidden', told, { locks: undefined, page: pageThat('hidden') });
    expect(told).toEqual(['seen leads']);
  });
});
