import { describe, expect, it } from '@jest/globals';
import type { NodeId } from '@src/creation/boards/board.shared';
import { createSentFiles, type SentFile } from './sent-files';

const id = (name: string): NodeId => name as NodeId; // only the brand is missing
const sending: SentFile = { arriving: { state: { kind: 'sending' } }, arrived: 0 };

describe('files on their way to a board', () => {
  it('are waited for until each is there', async () => {
    const files = createSentFiles();
    expect(await files.whenArrived()).toBe(true);
    files.set(id('a'), sending);
    files.set(id('b'), sending);
    let outcome: boolean | undefined;
    const waiting = files.whenArrived().then((whole) => {
      outcome = whole;
    });
    files.set(id('a'), { arriving: undefined, arrived: 1 });
    await Promise.resolve();
    expect(outcome).toBeUndefined();
    files.set(id('b'), { arriving: undefined, arrived: 1 });
    await waiting;
    expect(outcome).toBe(true);
  });

  it.each([
    [
      'fails',
      (files: ReturnType<typeof createSentFiles>) =>
        files.set(id('a'), { arriving: { state: { kind: 'failed' } }, arrived: 0 }),
    ],
    [
      'is taken out',
      (files: ReturnType<typeof createSentFiles>) => files.set(id('a'), { arriving: undefined, arrived: 0 }),
    ],
    ['goes with its node', (files: ReturnType<typeof createSentFiles>) => files.remove(id('a'))],
  ])('are waited for in vain where one %s', async (_how, end) => {
    const files = createSentFiles();
    files.set(id('a'), sending);
    const waiting = files.whenArrived();
    end(files);
    expect(await waiting).toBe(false);
  });
});
