import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';
import type { TaskView } from '../../../src/creation/tasks/task.shared.js';
import { signInVisitor, type Visitor } from './visitor.js';

/** A visitor who tries again, at the next door, when asked to or when nobody opens. */
export interface Person {
  /** Asks for so many pictures, until it is taken on. @returns the task's id */
  submit(requestId: string, count: 1 | 2): Promise<string>;
  /** Resolves when the task is being made, or is over already. */
  untilBegun(id: string): Promise<void>;
  /**
   * Waits until these tasks are over, and checks that each was paid for as far as it is there, once, and that nothing
   * is held.
   */
  expectFairEnd(ids: readonly string[]): Promise<void>;
}

const PAUSE_MS = 150;
const GIFT = 10;
const fault = z.object({ identifier: z.string() });
const ended = (task: TaskView): boolean =>
  task.status === 'succeeded' || task.status === 'failed' || task.status === 'canceled';
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** Whether to try again is all that was said. Everything that is no answer of the server is such a case. */
function passes(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return true;
  const said = fault.safeParse(error.data);
  return !said.success || said.data.identifier === 'TRY_AGAIN';
}

/** Arrives at the first of these doors, and has been given credits. @param urls of the api processes */
export async function arrive(urls: readonly string[]): Promise<Person> {
  const deviceId = randomUUID();
  const visitors = new Map<string, Visitor>();
  let door = 0;

  async function steady<T>(ask: (visitor: Visitor) => Promise<T>): Promise<T> {
    for (;;) {
      const url = urls[door % urls.length] ?? '';
      try {
        const visitor = visitors.get(url) ?? (await signInVisitor(url, deviceId));
        visitors.set(url, visitor);
        return await ask(visitor);
      } catch (error) {
        if (!passes(error)) throw error;
        door += 1;
        await pause();
      }
    }
  }
  async function until<T>(ask: (visitor: Visitor) => Promise<T>, satisfied: (answer: T) => boolean): Promise<T> {
    for (;;) {
      const answer = await steady(ask);
      if (satisfied(answer)) return answer;
      await pause();
    }
  }
  const balance = ({ api }: Visitor) => api.credits.balance.query({});

  await until(balance, ({ available }) => available === GIFT);
  return {
    submit: async (requestId, count) =>
      (
        await steady(({ api }) =>
          api.text2Image.create.mutate({
            requestId,
            prompt: 'sunset over mountains and a lake',
            model: 'preview',
            aspect: '16:9',
            count,
            seed: 7,
            price: { amount: count, priceVersion: 1 },
          }),
        )
      ).id,
    untilBegun: async (id) => {
      await until(
        ({ api }) => api.task.get.query({ id }),
        (task) => task.status === 'processing' || ended(task),
      );
    },
    expectFairEnd: async (ids) => {
      let paid = 0;
      for (const id of ids) {
        const task = await until(
          ({ api }) => api.task.get.query({ id }),
          (one) => ended(one) && one.captured !== undefined,
        );
        const ready = task.outputs.flatMap((output) => (output.state === 'ready' ? [output] : []));
        expect({ status: task.status, captured: task.captured }).toEqual({
          status: 'succeeded',
          captured: ready.length,
        });
        for (const output of ready) {
          const bytes = await until(
            async (visitor) =>
              (await (await visitor.fetch(`/api/media/${id}/${output.index}`)).arrayBuffer()).byteLength,
            (size) => size > 1_000,
          );
          expect(bytes).toBe(output.bytes);
        }
        paid += ready.length;
      }
      const { available } = await until(balance, (one) => one.held === 0 && one.available <= GIFT - paid);
      expect(available).toBe(GIFT - paid);
      const { lines } = await until(
        ({ api }) => api.credits.statement.query({}),
        (one) => one.lines.length > ids.length,
      );
      expect(
        lines
          .filter(({ kind }) => kind === 'creation')
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...ids].sort());
    },
  };
}
