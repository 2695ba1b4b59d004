import { describe, expect, it } from '@jest/globals';
import { productError } from '../../kernel/errors.shared.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import { endNotice } from './notice.js';
import { begin, cancel, conclude, enqueue, hide, recordOutput, reserve, type Refusal } from './task.js';
import type { Made, Output, Task } from './task.state.js';

function must<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw new Error(`refused: ${result.error}`);
  return result.value;
}

// Test names stand for generated ids.
const fresh = (): Task =>
  reserve({
    id: 'task' as TaskId,
    owner: 'ann' as UserId,
    payer: 'bob' as UserId,
    fingerprint: 'f',
    input: { prompt: 'a lake', negativePrompt: '', model: 'preview', count: 2, seed: 5 },
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
    createdAt: 100,
    deadlineAt: 10_000,
  });
const working = (): Task =>
  must(begin(must(enqueue(fresh(), 200, { stream: 'credits-ann.kinora.credits' as StreamName, revision: 0 })), 1, 300));
const hash = 'a'.repeat(64) as Made['hash'];
const ready: Output = {
  state: 'ready',
  seed: 5,
  type: 'image/png',
  hash,
  reference: 'r',
  width: 64,
  height: 64,
  bytes: 10,
};
const failed: Output = { state: 'failed', seed: 6, error: productError('ENGINE_FAILED') };
const ended = (first: Output, second: Output): Task =>
  must(conclude(must(recordOutput(must(recordOutput(working(), 1, 0, first, 400)), 1, 1, second, 450)), 1, 500));

describe('the owner of a creation', () => {
  it('is told how much is there, once it is, by its own name', () => {
    expect(endNotice(ended(ready, failed))).toEqual({
      userId: 'ann',
      cause: 'task.task',
      at: 500,
      content: { kind: 'creation-finished', taskId: 'task', media: 'image', count: 1 },
    });
    expect(endNotice(ended(ready, ready))).toMatchObject({ content: { kind: 'creation-finished', count: 2 } });
  });

  it('is told that it failed and why, or that its time ran out', () => {
    const content = { kind: 'creation-failed', taskId: 'task', media: 'image' } as const;
    const faces: Output = {
      state: 'failed',
      seed: 6,
      error: productError('INPUT_INVALID_FOR_SERVICE', { input: 'face', reason: 'several-faces' }),
    };
    expect(endNotice(ended(failed, failed))).toEqual({
      userId: 'ann',
      cause: 'task.task',
      at: 500,
      content: { ...content, error: { identifier: 'ENGINE_FAILED', params: {} } },
    });
    expect(endNotice(ended(faces, faces))).toMatchObject({
      content: {
        ...content,
        error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'face', reason: 'several-faces' } },
      },
    });
    expect(endNotice(must(cancel(working(), 600, 'deadline')))).toMatchObject({
      at: 600,
      content: { ...content, error: { identifier: 'TASK_EXPIRED', params: {} } },
    });
  });

  it('is told nothing of what goes on, what they cancelled, and what they have deleted since', () => {
    expect(
      [fresh(), working(), must(cancel(working(), 600, 'user')), must(hide(ended(ready, ready), 700))].map(endNotice),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });
});
