import { Module, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindMembership, Limits } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { CLOCK, DOCUMENTS, RATE_LIMIT } from '../../platform/tokens.js';
import { Authors } from '../publishing/authors.js';
import { TaskStore } from '../tasks/task.store.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { Works } from '../publishing/works.js';
import { Cards } from './cards.js';
import { ExploreController } from './explore.controller.js';
import { marksPart } from './explore.data-export.js';
import {
  ChangeMarkHandler,
  FindAuthorHandler,
  GetLineageHandler,
  GetWorkMarksHandler,
  ListFeedHandler,
  ListOwnFeedHandler,
  SearchWorksHandler,
} from './explore.messages.js';
import { explorePolicies } from './explore.policies.js';
import { Explore } from './explore.js';
import { FeedStore } from './feed.store.js';
import { MarkStore } from './mark.store.js';
import { ExploreRebuild } from './rebuild.js';
import { Search } from './search/search.js';
import { SitemapController } from './sitemap.controller.js';

/** Nest module of Explore. */
@Module({
  imports: [PublishingModule, TasksModule],
  controllers: [ExploreController, SitemapController],
  providers: [
    { provide: FeedStore, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => FeedStore.open(documents) },
    { provide: MarkStore, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => MarkStore.open(documents) },
    {
      provide: Cards,
      inject: [TaskStore, Authors],
      useFactory: (tasks: TaskStore, authors: Authors) => new Cards({ tasks, authors }),
    },
    {
      provide: Explore,
      inject: [FeedStore, MarkStore, Works, Authors, Cards, Limits, RATE_LIMIT, CLOCK, QueryBus],
      useFactory: (
        feed: FeedStore,
        marks: MarkStore,
        works: Works,
        authors: Authors,
        cards: Cards,
        limits: Limits,
        rateLimit: RateLimit,
        clock: Clock,
        queries: QueryBus,
      ) =>
        new Explore({
          feed,
          marks,
          works,
          authors,
          cards,
          limits,
          rateLimit,
          clock,
          memberSince: (id) => queries.execute(new FindMembership(id)),
        }),
    },
    {
      provide: ExploreRebuild,
      inject: [DOCUMENTS, TaskStore, FeedStore, Explore],
      useFactory: (documents: DocumentStore, tasks: TaskStore, feed: FeedStore, explore: Explore) =>
        ExploreRebuild.open(documents, { tasks, feed, explore }),
    },
    {
      provide: Search,
      inject: [FeedStore, Cards, Limits],
      useFactory: (feed: FeedStore, cards: Cards, limits: Limits) => new Search({ feed, cards, limits }),
    },
    ListFeedHandler,
    ListOwnFeedHandler,
    SearchWorksHandler,
    FindAuthorHandler,
    GetLineageHandler,
    GetWorkMarksHandler,
    ChangeMarkHandler,
  ],
  exports: [Explore, FeedStore],
})
export class ExploreModule implements OnModuleInit {
  constructor(
    private readonly explore: Explore,
    private readonly marks: MarkStore,
    private readonly relay: Relay,
    private readonly exports: ExportParts,
  ) {}

  onModuleInit(): void {
    this.exports.register(marksPart({ marks: this.marks }));
    for (const policy of explorePolicies({ explore: this.explore })) this.relay.register(policy);
  }
}
