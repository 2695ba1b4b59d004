import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor, type Page } from '../../platform/documents/port.js';
import type { PromptView } from './prompts.shared.js';
import type { Task } from '../tasks/task.js';
import { TaskStore } from '../tasks/task.store.js';

/** Words that were used before, newest first; no `next` where there are no older ones. */
export interface PromptPage {
  readonly prompts: readonly PromptView[];
  readonly next?: string;
}

/**
 * The words of the user's own creations, each once for a call; only those with every word of `search` in them. They are
 * kept nowhere else: what is deleted is remembered no more. A cursor that is none of ours is a VALIDATION_ERROR.
 */
export class ListPrompts extends Query<Result<PromptPage, ProductError>> {
  constructor(readonly owner: UserId, readonly search: string, readonly cursor?: string) {
    super();
  }
}

/** Tasks read at once; prompts that make a page; tasks read for one question at most, so that a search for what was never written ends. */
const [AT_ONCE, ENOUGH, MAX_SUGGESTIONS] = [100, 20, 500] as const;

const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** Whether every word that is looked for is somewhere in a text, whatever its case. */
export function says(text: string, search: string): boolean {
  const said = plain(text);
  return plain(search).split(/\s+/).every((word) => said.includes(word));
}

/** The words of some tasks, in their order, each once for a call: the first of those that say the same. What was found before stays. */
export function addPrompts(found: Map<string, PromptView>, tasks: readonly Task[], search: string): void {
  for (const { id, input, params, createdAt } of tasks) {
    const key = `${params.procedure} ${input.prompt} ${input.negativePrompt}`;
    if (input.prompt !== '' && !found.has(key) && says(input.prompt, search)) found.set(key, { taskId: id, procedure: params.procedure, input, params, createdAt });
  }
}

/**
 * Reads tasks until there are prompts for a page, no older task or enough were read; each task is looked at once.
 * @param list a page of so many tasks, from a cursor on
 */
export async function collectPrompts(list: (limit: number, after: string | undefined) => Promise<Page<Task>>, search: string, cursor?: string): Promise<PromptPage> {
  const found = new Map<string, PromptView>();
  let after = cursor;
  let read = 0;
  do {
    const page = await list(AT_ONCE, after);
    addPrompts(found, page.items.map(({ document }) => document), search);
    read += page.items.length;
    after = page.next;
  } while (after !== undefined && read < MAX_SUGGESTIONS && found.size < ENOUGH);
  return { prompts: [...found.values()], ...defined({ next: after }) };
}

@QueryHandler(ListPrompts)
export class ListPromptsHandler implements IQueryHandler<ListPrompts> {
  constructor(private readonly tasks: TaskStore) {}

  async execute({ owner, search, cursor }: ListPrompts): Promise<Result<PromptPage, ProductError>> {
    try {
      return ok(await collectPrompts((limit, after) => this.tasks.list(owner, limit, after), search, cursor));
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }
}
