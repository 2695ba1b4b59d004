import { randomUUID } from 'node:crypto';
import { begin, conclude, enqueue, recordOutput, reserve } from '../../../src/creation/tasks/task.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import type { TestApp } from '../servers/app.js';
import { must } from './must.js';

/** Content of a drawn image's file unless the test gives its own. */
export const DRAWN_BYTES = 'the bytes of an image';

/**
 * Stores a finished image of a user without running an engine.
 * @param bytes of the file
 * @param origins works that it is a remix of
 * @param isAnnounced whether its end has a message, as that of a task which an engine has made
 */
export async function drawn(
  { parts }: TestApp,
  owner: UserId,
  {
    bytes = Buffer.from(DRAWN_BYTES),
    prompt = 'a lighthouse in the fog',
    isAnnounced = false,
    origins,
  }: {
    readonly bytes?: Buffer;
    readonly prompt?: string;
    readonly isAnnounced?: boolean;
    readonly origins?: readonly string[];
  } = {},
): Promise<TaskId> {
  const id = randomUUID() as TaskId; // a test's own task
  const at = parts.clock.now();
  const { hash, size } = await parts.blobs.put(bytes, `task:${id}:0:1`);
  const wanted = reserve({
    id,
    owner,
    payer: owner,
    fingerprint: 'f',
    input: { prompt, negativePrompt: '', model: 'preview', count: 1, seed: 7 },
    params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
    ...(origins === undefined ? {} : { origins }),
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
    createdAt: at,
    deadlineAt: at + 60_000,
  });
  const working = must(
    begin(must(enqueue(wanted, at, { stream: `credits-${owner}.kinora.credits` as StreamName, revision: 0 })), 1, at),
  ); // a test's own stream
  const made = must(
    recordOutput(
      working,
      1,
      0,
      {
        state: 'ready',
        seed: 7,
        type: 'image/png',
        hash,
        reference: `task:${id}:0:1`,
        width: 64,
        height: 64,
        bytes: size,
      },
      at,
    ),
  );
  const tasks = await TaskStore.open(parts.documents, parts.logger);
  if (!isAnnounced) {
    await tasks.create(must(conclude(made, 1, at)));
    return id;
  }
  await tasks.create(made);
  must(await tasks.change(id, (task) => conclude(task, 1, at)));
  return id;
}
