import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { USER_PURGED, VISITOR_MERGED, userLeftData, visitorMergedData } from '../identity/index.js';
import type { UserId } from '../kernel/ids.js';
import { Relay } from '../platform/documents/relay.js';
import { BoardsModule } from './boards/boards.module.js';
import { BoardStore } from './boards/board.store.js';
import { mergeVisitorBoards, purgeBoards, type MergeVisitorDeps } from './boards/merge-visitor.js';
import { BoardServices } from './boards/services.js';
import { InstallsModule } from './engines/installs/installs.module.js';
import { MediaModule } from './media/media.module.js';
import { OptionalModelsModule } from './models/optional-models.module.js';
import { ExploreModule } from './explore/explore.module.js';
import { HouseModule } from './house/house.module.js';
import { LibraryModule } from './library/library.module.js';
import { LIFECYCLE } from './ports.js';
import { CreationPortsModule } from './ports.module.js';
import { Projects } from './projects/projects.js';
import { ProjectsModule } from './projects/projects.module.js';
import { PublishingModule } from './publishing/publishing.module.js';
import type { LifecycleDeps } from './tasks/lifecycle.js';
import { mergeVisitorTasks } from './tasks/merge-visitor.js';
import { purgeOwner } from './tasks/purge.js';
import { DailyQuotas } from './tasks/submit/daily-quota.js';
import { RefusalsModule } from './refusals/refusals.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { TasksModule } from './tasks/tasks.module.js';
import { TrustModule } from './trust/trust.module.js';
import { Uploads } from './uploads/uploads.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/**
 * Nest module of the creation context. It holds what concerns all parts: merging visitors into accounts, and purging
 * deleted users.
 */
@Module({
  imports: [
    CreationPortsModule,
    UploadsModule,
    TasksModule,
    BoardsModule,
    ProjectsModule,
    PublishingModule,
    ExploreModule,
    HouseModule,
    LibraryModule,
    ReportsModule,
    RefusalsModule,
    MediaModule,
    InstallsModule,
    OptionalModelsModule,
    TrustModule,
    WebhooksModule,
  ],
  exports: [TasksModule],
})
export class CreationModule implements OnModuleInit {
  constructor(
    private readonly uploads: Uploads,
    private readonly projects: Projects,
    private readonly quotas: DailyQuotas,
    private readonly boards: BoardStore,
    private readonly services: BoardServices,
    private readonly relay: Relay,
    @Inject(LIFECYCLE) private readonly lifecycle: LifecycleDeps,
  ) {}

  onModuleInit(): void {
    this.relay.register({
      name: 'creation.hand-over',
      types: [VISITOR_MERGED],
      handle: ({ data }) => {
        const { from, to } = visitorMergedData.parse(data);
        return this.transfer(from, to);
      },
    });
    this.relay.register({
      name: 'creation.purge',
      types: [USER_PURGED],
      handle: ({ data }) => this.purge(userLeftData.parse(data).userId),
    });
  }

  private async transfer(from: UserId, to: UserId): Promise<void> {
    await this.uploads.adopt(from, to);
    await this.projects.transfer(from, to);
    await this.quotas.freeVideos.transfer(from, to);
    await this.quotas.drafts.transfer(from, to);
    await this.quotas.defectReleases.transfer(from, to);
    await mergeVisitorTasks(this.lifecycle, from, to);
    await mergeVisitorBoards(this.boardDeps(), from, to);
  }

  private async purge(user: UserId): Promise<void> {
    await this.uploads.purge(user);
    await purgeOwner(this.lifecycle, user);
    await purgeBoards(this.boardDeps(), user);
    await this.projects.purge(user);
    await this.quotas.forget(user);
  }

  private boardDeps(): MergeVisitorDeps {
    return { boards: this.boards, boardRuns: this.services.runs, clock: this.lifecycle.clock };
  }
}
