import { Module, type OnModuleInit } from '@nestjs/common';
import type { Logs } from '../../platform/http/logs.js';
import { LOGGER } from '../../platform/tokens.js';
import { LIFECYCLE } from '../ports.js';
import { ProjectStore } from '../projects/project.store.js';
import type { LifecycleDeps } from '../tasks/lifecycle.js';
import { Sweeper } from '../tasks/run/sweeper.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { LibraryController } from './library.controller.js';
import { ChangeTasksHandler, ListTasksHandler } from './library.messages.js';
import { Library } from './library.js';

/** Nest module of the library. */
@Module({
  imports: [TasksModule],
  controllers: [LibraryController],
  providers: [
    {
      provide: Library,
      inject: [LIFECYCLE, ProjectStore, LOGGER],
      useFactory: (lifecycle: LifecycleDeps, projects: ProjectStore, log: Logs) =>
        new Library({ ...lifecycle, projects, log }),
    },
    ListTasksHandler,
    ChangeTasksHandler,
  ],
  exports: [Library],
})
export class LibraryModule implements OnModuleInit {
  constructor(
    private readonly library: Library,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.add(this.library);
  }
}
