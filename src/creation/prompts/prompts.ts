import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor, type Page } from '../../platform/documents/port.js';
import type { PromptView } from './prompts.shared.js';
import type { Task } from '../tasks/task.state.js';
import { TaskStore } from '../tasks/task.store.js';

/** Earlier prompts, newest first; no `next` on the last page. */
export interface PromptPage {
  readonly prompts: readonly PromptView[];
  readonly next?: string;
}

/**
 * The prompts of the user's creations, once per procedure, filtered to those that contain every word of `search`. They
 * are not stored separately, so deleting a creation removes its prompt. VALIDATION_ERROR for an invalid cursor.
 */
export class ListPrompts extends Query<Result<PromptPage, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly search: string,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** Tasks per read; prompts per page; maximum tasks per request, so that a search without matches ends. */
const [AT_ONCE, ENOUGH, MAX_SUGGESTIONS] = [100, 20, 500] as const;

const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** Whether a text contains every word of a search, ignoring case. */
export function says(text: string, search: string): boolean {
  const said = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => said.includes(word));
}

/**
 * Adds the prompts of tasks in order, once per procedure; the first of equal prompts wins. Prompts found earlier stay.
 */
export function addPrompts(found: Map<string, PromptView>, tasks: readonly Task[], search: string): void {
  for (const { id, input, params, createdAt } of tasks) {
    const key = `${params.procedure} ${input.prompt} ${input.negativePrompt}`;
    if (input.prompt !== '' && !found.has(key) && says(input.prompt, search))
      found.set(key, { taskId: id, procedure: params.procedure, input, params, createdAt });
  }
}

/**
 * Reads tasks until a page is full, the tasks are exhausted, or the maximum is reached. No task is read twice.
 * @param list a page of this many tasks after a cursor
 */
export async function collectPrompts(
  list: (limit: number, after: string | undefined) => Promise<Page<Task>>,
  search: string,
  cursor?: string,
): Promise<PromptPage> {
  const found = new Map<string, PromptView>();
  let after = cursor;
  let read = 0;
  do {
    const page = await list(AT_ONCE, after);
    addPrompts(
      found,
      page.items.map(({ document }) => document),
      search,
    );
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
