import { setTimeout as pause } from 'node:timers/promises';
import { TRPCError } from '@trpc/server';
import type { z } from 'zod';
import { ERRORS, productError, type ErrorIdentifier } from '../../kernel/errors.shared.js';
import { toTrpcError } from '../../platform/http/trpc/trpc.js';
import type { taskView } from '../views.js';

export type Task = z.infer<ReturnType<typeof taskView>>;

/** Time between two looks at a task: at first, and at most; milliseconds. */
const LOOK_MS = { first: 200, most: 2_000 } as const;

const isOver = ({ status }: Task): boolean => status === 'succeeded' || status === 'failed' || status === 'canceled';
const isIdentifier = (text: string): text is ErrorIdentifier => Object.hasOwn(ERRORS, text);

/**
 * The task when it has ended.
 * @param look reads it
 * @param signal ends the wait
 * @returns the last one that was read, if the signal came first
 */
export async function whenOver(task: Task, look: () => Promise<Task>, signal: AbortSignal): Promise<Task> {
  let [last, ms]: [Task, number] = [task, LOOK_MS.first];
  while (!isOver(last) && !signal.aborted) {
    await pause(ms, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return last;
    last = await look();
    ms = Math.min(ms * 1.3, LOOK_MS.most);
  }
  return last;
}

/**
 * The finished outputs of a task.
 * @throws TRPCError TIMEOUT if it has not ended; its own error if it has none
 */
export function readyOutputs(task: Task): readonly (Task['outputs'][number] & { readonly url: string })[] {
  if (!isOver(task)) throw new TRPCError({ code: 'TIMEOUT' });
  const ready = task.outputs.flatMap((output) => {
    const { url } = output;
    return output.state === 'ready' && url !== undefined ? [{ ...output, url }] : [];
  });
  if (ready.length > 0) return ready;
  const { identifier = '', params = {} } = task.error ?? {};
  throw isIdentifier(identifier)
    ? toTrpcError(productError(identifier, params))
    : new TRPCError({ code: 'INTERNAL_SERVER_ERROR' });
}
