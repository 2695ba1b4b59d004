import { describe, expect, it } from '@jest/globals';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { Page } from '../../platform/documents/port.js';
import { addPrompts, collectPrompts, says } from './prompts.js';
import type { PromptView } from './prompts.shared.js';
import { reserve } from '../tasks/task.js';
import type { Task } from '../tasks/task.state.js';

/** Test names stand for generated ids. */
const task = (id: string, prompt: string, createdAt: number, style: 'ink' | 'oil' = 'ink'): Task =>
  reserve({
    id: id as TaskId,
    owner: 'ann' as UserId,
    payer: 'ann' as UserId,
    fingerprint: 'f',
    input: { prompt, negativePrompt: '', model: 'preview', count: 1, seed: 5 },
    params: { procedure: 'text2Image.create', style, aspect: '1:1' },
    sources: [],
    media: 'image',
    seconds: 0,
    width: 1024,
    height: 1024,
    price: { amount: 1, base: 1, perOutput: 0, version: 1 },
    eligibility: 'any',
    parallel: 1,
    lane: 'free',
    marked: false,
    createdAt,
    deadlineAt: createdAt + 1,
  });

function promptsOf(tasks: readonly Task[], search: string): readonly PromptView[] {
  const found = new Map<string, PromptView>();
  addPrompts(found, tasks, search);
  return [...found.values()];
}

/**
 * Lists tasks like a store; the cursor is the next index.
 * @returns also how many tasks were read
 */
function listed(tasks: readonly Task[]) {
  let read = 0;
  const list = async (limit: number, after = '0'): Promise<Page<Task>> => {
    const from = Number(after);
    const items = tasks.slice(from, from + limit).map((document) => ({ id: document.id, version: 1, document }));
    read += items.length;
    return { items, ...(from + limit < tasks.length ? { next: String(from + limit) } : {}) };
  };
  return { list, read: () => read };
}

describe('words that were used before', () => {
  it('stand once for a call, as they were set last, in their order; what had none is left out', () => {
    const found = promptsOf(
      [task('c', 'a lake', 3, 'oil'), task('b', '', 2), task('a', 'a lake', 1), task('z', 'a car', 0)],
      '',
    );
    expect(found.map(({ taskId, input, params }) => [taskId, input.prompt, params])).toEqual([
      ['c', 'a lake', { procedure: 'text2Image.create', style: 'oil', aspect: '1:1' }],
      ['z', 'a car', { procedure: 'text2Image.create', style: 'ink', aspect: '1:1' }],
    ]);
  });

  it('are found by all of the words that are looked for, wherever they stand and in any case', () => {
    expect(says('A Lighthouse in the fog', 'FOG light')).toBe(true);
    expect(says('A Lighthouse in the fog', 'fog sea')).toBe(false);
    expect(says('Ｌａｋｅ', 'lake')).toBe(true);
    expect(promptsOf([task('a', 'a lake', 1), task('b', 'a car', 2)], 'car').map(({ taskId }) => taskId)).toEqual([
      'b',
    ]);
  });

  it('are collected page by page: each once over all pages, no more read than a page of them needs', async () => {
    const rare = listed(
      Array.from({ length: 350 }, (_, at) =>
        task(`t${at}`, at % 100 === 50 ? `a lake ${at % 200}` : `a car ${at}`, 1_000 - at),
      ),
    );
    const found = await collectPrompts(rare.list, 'lake');
    expect(found.next).toBeUndefined();
    expect(found.prompts.map(({ taskId }) => taskId)).toEqual(['t50', 't150']);
    const many = listed(Array.from({ length: 350 }, (_, at) => task(`t${at}`, `a car ${at}`, 1_000 - at)));
    expect(await collectPrompts(many.list, 'car', '100')).toMatchObject({ next: '200' });
    expect(many.read()).toBe(100);
    const none = listed(Array.from({ length: 900 }, (_, at) => task(`t${at}`, `a car ${at}`, 1_000 - at)));
    expect(await collectPrompts(none.list, 'sea')).toEqual({ prompts: [], next: '500' });
  });
});
