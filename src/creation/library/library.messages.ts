import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { TaskView } from '../tasks/task.shared.js';
import { TaskViewer } from '../tasks/viewer.js';
import type { LibraryChange } from './library.input.js';
import { Library, type Wanted } from './library.js';

/** A page of tasks; the last one has no `next`. */
export interface TaskPage {
  readonly tasks: readonly TaskView[];
  readonly next?: string;
  /** Nothing has the searched words; these have words with one letter different. */
  readonly isNear: boolean;
}

/** What became of a change; see `Library.change`. */
export interface ChangedTasks {
  readonly tasks: readonly TaskView[];
  readonly deleted: readonly TaskId[];
  readonly refused: number;
}

/** Lists or searches the user's creations; see `Library.find`. */
export class ListTasks extends Query<Result<TaskPage, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly wanted: Wanted,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** Changes several of the user's creations; see `Library.change`. */
export class ChangeTasks extends Command<Result<ChangedTasks, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly ids: readonly TaskId[],
    readonly change: LibraryChange,
  ) {
    super();
  }
}

@QueryHandler(ListTasks)
export class ListTasksHandler implements IQueryHandler<ListTasks> {
  constructor(
    private readonly library: Library,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ owner, wanted, limit, cursor }: ListTasks): Promise<Result<TaskPage, ProductError>> {
    const page = await this.library.find(owner, wanted, limit, cursor);
    if (!page.ok) return page;
    const { items, next, isNear } = page.value;
    return ok({ tasks: await this.viewer.show(items), isNear, ...defined({ next }) });
  }
}

@CommandHandler(ChangeTasks)
export class ChangeTasksHandler implements ICommandHandler<ChangeTasks> {
  constructor(
    private readonly library: Library,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ owner, ids, change }: ChangeTasks): Promise<Result<ChangedTasks, ProductError>> {
    const changed = await this.library.change(owner, ids, change);
    return changed.ok ? ok({ ...changed.value, tasks: await this.viewer.show(changed.value.tasks) }) : changed;
  }
}
