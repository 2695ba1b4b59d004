import { expect, it } from '@jest/globals';
import { collect } from '../../../test/support/browser/collect.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { Versioned } from '../../platform/documents/port.js';
import { createMemoryBlobs } from '../../platform/blobs/memory.js';
import { begin, enqueue, recordOutput, reserve } from '../tasks/task.js';
import type { Task } from '../tasks/task.state.js';
import { worksPart } from './works.data-export.js';

const ada = 'ada' as UserId; // test user
const blobs = createMemoryBlobs();

function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('refused');
  return result.value;
}

/** A task of two images; this many are ready, counted from the last. */
async function task(id: string, ready: number): Promise<Task> {
  let made: Task = must(
    begin(
      must(
        enqueue(
          reserve({
            // test task
            id: id as TaskId,
            owner: ada,
            payer: ada,
            fingerprint: id,
            input: { prompt: 'a lake', negativePrompt: '', model: 'preview', count: 2, seed: 1 },
            params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
            sources: [],
            media: 'image',
            seconds: 0,
            width: 64,
            height: 64,
            price: { amount: 0, base: 0, perOutput: 0, version: 1 },
            eligibility: 'any',
            parallel: 1,
            lane: 'free',
            marked: false,
            createdAt: 0,
            deadlineAt: 60_000,
          }),
          0,
          { stream: 'credits-ada.kinora.credits' as StreamName, revision: 0 },
        ),
      ),
      1,
      0,
    ),
  ); // test stream
  for (let nth = 0; nth < ready; nth += 1) {
    const reference = `task:${id}:${1 - nth}:1`;
    const { hash, size } = await blobs.put(Buffer.from(reference), reference);
    made = must(
      recordOutput(
        made,
        1,
        1 - nth,
        { state: 'ready', seed: 1, type: 'image/png', hash, reference, width: 64, height: 64, bytes: size },
        0,
      ),
    );
  }
  return made;
}

/** Paths and contents of a user's exported works; `before` runs before each content is read. */
async function works(
  listed: readonly Task[],
  before = async (): Promise<void> => undefined,
): Promise<readonly (readonly [string, boolean])[]> {
  const tasks = {
    async *changedSince(): AsyncGenerator<Versioned<Task>, void, undefined> {
      for (const document of listed) yield { id: document.id, version: 1, document };
    },
  };
  const found: (readonly [string, boolean])[] = [];
  for await (const { path, content } of worksPart({ tasks, blobs }).files(ada)) {
    await before();
    const bytes = await content();
    found.push([path, bytes !== undefined && (await collect(bytes)).length > 0]);
  }
  return found;
}

it('a task that is listed again with more results gives each result once', async () => {
  expect(await works([await task('t', 1), await task('t', 2), await task('t', 2)])).toEqual([
    ['works/1970-01-01-t-1.json', true],
    ['works/1970-01-01-t-1.png', true],
    ['works/1970-01-01-t-2.json', true],
    ['works/1970-01-01-t-2.png', true],
  ]);
});

it('what was deleted before its turn is left out, and spoils nothing', async () => {
  const gone = await task('gone', 1);
  const kept = await task('kept', 1);
  const drop = (id: string) => async (): Promise<void> => {
    for await (const { hash, references } of blobs.list())
      if (references.includes(`task:${id}:1:1`)) await blobs.removeReference(hash, `task:${id}:1:1`);
  };
  await drop('gone')();
  expect((await works([gone, kept])).map(([path]) => path)).toEqual([
    'works/1970-01-01-kept-1.json',
    'works/1970-01-01-kept-1.png',
  ]);
  expect(await works([kept], drop('kept'))).toEqual([
    ['works/1970-01-01-kept-1.json', true],
    ['works/1970-01-01-kept-1.png', false],
  ]);
});
