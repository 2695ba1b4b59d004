import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import type { ProjectId } from './project.js';
import type { ProjectOrder, ProjectSummary, ProjectView } from './project.shared.js';
import { Projects } from './projects.js';

/** A page of projects; the last page has no `next`. */
export interface ProjectPage {
  readonly projects: readonly ProjectView[];
  readonly next?: string;
}

/** The user's projects, the default one first. VALIDATION_ERROR for an invalid cursor. */
export class ListProjects extends Query<Result<ProjectPage, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly order: ProjectOrder,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** Gets one of the user's projects. Error: PROJECT_NOT_FOUND. */
export class GetProject extends Query<Result<ProjectView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: ProjectId,
  ) {
    super();
  }
}

/** Summaries of these projects; projects that the user does not have are left out. */
export class SummariseProjects extends Query<readonly ProjectSummary[]> {
  constructor(
    readonly owner: UserId,
    readonly ids: readonly ProjectId[],
  ) {
    super();
  }
}

@QueryHandler(ListProjects)
export class ListProjectsHandler implements IQueryHandler<ListProjects> {
  constructor(private readonly projects: Projects) {}

  async execute({ owner, order, limit, cursor }: ListProjects): Promise<Result<ProjectPage, ProductError>> {
    try {
      return ok(await this.projects.list(owner, order, limit, cursor));
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }
}

@QueryHandler(GetProject)
export class GetProjectHandler implements IQueryHandler<GetProject> {
  constructor(private readonly projects: Projects) {}

  execute({ owner, id }: GetProject): Promise<Result<ProjectView, ProductError>> {
    return this.projects.get(owner, id);
  }
}

@QueryHandler(SummariseProjects)
export class SummariseProjectsHandler implements IQueryHandler<SummariseProjects> {
  constructor(private readonly projects: Projects) {}

  execute({ owner, ids }: SummariseProjects): Promise<readonly ProjectSummary[]> {
    return this.projects.summaries(owner, ids);
  }
}
