import { Module, type OnModuleInit } from '@nestjs/common';
import { ExportParts } from '../../platform/export-parts.js';
import type { Logs } from '../../platform/http/logs.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { LOGGER, RATE_LIMIT } from '../../platform/tokens.js';
import { BoardsModule } from '../boards/boards.module.js';
import { BoardServices } from '../boards/services.js';
import { LIFECYCLE, SETTINGS } from '../ports.js';
import type { LifecycleDeps } from '../tasks/lifecycle.js';
import { Sweeper } from '../tasks/run/sweeper.js';
import type { CreationSettings } from '../tasks/settings.js';
import { TaskStore } from '../tasks/task.store.js';
import { TasksModule } from '../tasks/tasks.module.js';
import {
  CreateProjectHandler,
  DeleteProjectHandler,
  MoveTasksHandler,
  RenameProjectHandler,
} from './project.commands.js';
import { GetProjectHandler, ListProjectsHandler, SummariseProjectsHandler } from './project.queries.js';
import { ProjectStore } from './project.store.js';
import { projectsPart } from './projects.data-export.js';
import { Projects } from './projects.js';

/** Nest module of projects. */
@Module({
  imports: [TasksModule, BoardsModule],
  providers: [
    {
      provide: Projects,
      inject: [ProjectStore, LIFECYCLE, BoardServices, RATE_LIMIT, SETTINGS, LOGGER],
      useFactory: (
        projects: ProjectStore,
        lifecycle: LifecycleDeps,
        { runs }: BoardServices,
        rateLimit: RateLimit,
        settings: CreationSettings,
        log: Logs,
      ) => new Projects({ ...lifecycle, projects, boards: runs, rateLimit, settings, log }),
    },
    CreateProjectHandler,
    DeleteProjectHandler,
    RenameProjectHandler,
    MoveTasksHandler,
    ListProjectsHandler,
    GetProjectHandler,
    SummariseProjectsHandler,
  ],
  exports: [Projects],
})
export class ProjectsModule implements OnModuleInit {
  constructor(
    private readonly projects: Projects,
    private readonly tasks: TaskStore,
    private readonly sweeper: Sweeper,
    private readonly exports: ExportParts,
  ) {}

  onModuleInit(): void {
    this.exports.register(projectsPart({ projects: this.projects, tasks: this.tasks }));
    this.sweeper.add(this.projects);
  }
}
