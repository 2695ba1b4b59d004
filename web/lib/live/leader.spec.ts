import { describe, expect, it } from '@jest/globals';
import { leadWhenAlone, type LeaderEnvironment } from './leader';

/** The locks of one browser, granted in order of request. As in a browser, an aborted request rejects. */
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
  return { request: request as LockManager['request'] }; // the only overload in use
}

const pageThat = (visibilityState: DocumentVisibilityState) => Object.assign(new EventTarget(), { visibilityState });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A tab that logs its actions. */
function tab(name: string, messages: string[], surroundings: LeaderEnvironment): () => void {
  return leadWhenAlone(() => {
    messages.push(`${name} leads`);
    return () => void messages.push(`${name} ends`);
  }, surroundings);
}

describe('the tab that listens for all', () => {
  it('is one of a browser, and the next when that one gives up', async () => {
    const messages: string[] = [];
    const surroundings = { locks: browserLocks(), page: pageThat('visible') };
    const [one, other] = [tab('one', messages, surroundings), tab('other', messages, surroundings)];
    await settled();
    expect(messages).toEqual(['one leads']);
    one();
    await settled();
    expect(messages).toEqual(['one leads', 'one ends', 'other leads']);
    other();
    expect(messages.at(-1)).toBe('other ends');
  });

  it('never leads once it has given up the wait', async () => {
    const messages: string[] = [];
    const surroundings = { locks: browserLocks(), page: pageThat('visible') };
    const [one, other] = [tab('one', messages, surroundings), tab('other', messages, surroundings)];
    await settled();
    other();
    one();
    await settled();
    expect(messages).toEqual(['one leads', 'one ends']);
  });

  it('is each that is seen where a browser cannot tell its tabs apart', () => {
    const messages: string[] = [];
    tab('seen', messages, { locks: undefined, page: pageThat('visible') });
    tab('hidden', messages, { locks: undefined, page: pageThat('hidden') });
    expect(messages).toEqual(['seen leads']);
  });
});
