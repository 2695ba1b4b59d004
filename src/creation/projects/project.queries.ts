import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import type { ProjectId } from './project.js';
import type { ProjectOrder, ProjectSummary, ProjectView } from './project.shared.js';
import { Projects } from './projects.js';

/** A page of projects; no `next` on the last. */
export interface ProjectPage {
  readonly projects: readonly ProjectView[];
  readonly next?: string;
}

/** The user's projects, the default one first; a cursor that is none of this list's is a VALIDATION_ERROR. */
export class ListProjects extends Query<Result<ProjectPage, ProductError>> {
  constructor(readonly owner: UserId, readonly order: ProjectOrder, readonly limit: number, readonly cursor?: string) {
    super();
  }
}

/** One project of the user's; refused with PROJECT_NOT_FOUND. */
export class GetProject extends Query<Result<ProjectView, ProductError>> {
  constructor(readonly owner: UserId, readonly id: ProjectId) {
    super();
  }
}

/** What is in each of these projects; those that the user has not are left out. */
export class SummariseProjects extends Query<readonly ProjectSummary[]> {
  constructor(readonly owner: UserId, readonly ids: readonly ProjectId[]) {
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
