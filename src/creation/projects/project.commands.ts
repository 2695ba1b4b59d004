import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { TaskView } from '../tasks/task.shared.js';
import { TaskViewer } from '../tasks/viewer.js';
import type { ProjectId } from './project.js';
import type { ProjectView } from './project.shared.js';
import { Projects } from './projects.js';

/** Creates a project of this name, one per request id; see `Projects.create`. */
export class CreateProject extends Command<Result<ProjectView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly requestId: string,
    readonly projectName: string,
  ) {
    super();
  }
}

/** Renames one of the user's projects. Error: PROJECT_NOT_FOUND. */
export class RenameProject extends Command<Result<ProjectView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: ProjectId,
    readonly projectName: string,
  ) {
    super();
  }
}

/** Deletes a project; its creations move to the default one. See `Projects.delete`. */
export class DeleteProject extends Command<Result<ProjectId, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: ProjectId,
  ) {
    super();
  }
}

/** Moves creations into a project and returns those that were moved; see `Projects.move`. */
export class MoveTasks extends Command<Result<readonly TaskView[], ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly ids: readonly TaskId[],
    readonly to: ProjectId,
  ) {
    super();
  }
}

@CommandHandler(CreateProject)
export class CreateProjectHandler implements ICommandHandler<CreateProject> {
  constructor(private readonly projects: Projects) {}

  execute({ owner, requestId, projectName }: CreateProject): Promise<Result<ProjectView, ProductError>> {
    return this.projects.create(owner, requestId, projectName);
  }
}

@CommandHandler(RenameProject)
export class RenameProjectHandler implements ICommandHandler<RenameProject> {
  constructor(private readonly projects: Projects) {}

  execute({ owner, id, projectName }: RenameProject): Promise<Result<ProjectView, ProductError>> {
    return this.projects.rename(owner, id, projectName);
  }
}

@CommandHandler(DeleteProject)
export class DeleteProjectHandler implements ICommandHandler<DeleteProject> {
  constructor(private readonly projects: Projects) {}

  execute({ owner, id }: DeleteProject): Promise<Result<ProjectId, ProductError>> {
    return this.projects.delete(owner, id);
  }
}

@CommandHandler(MoveTasks)
export class MoveTasksHandler implements ICommandHandler<MoveTasks> {
  constructor(
    private readonly projects: Projects,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ owner, ids, to }: MoveTasks): Promise<Result<readonly TaskView[], ProductError>> {
    const moved = await this.projects.move(owner, ids, to);
    return moved.ok ? ok(await this.viewer.show(moved.value)) : moved;
  }
}
