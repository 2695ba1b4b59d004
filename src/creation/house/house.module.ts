import { Inject, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { Blobs } from '../../platform/blobs/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { BLOBS, CLOCK, CONFIG, LOGGER } from '../../platform/tokens.js';
import { ExploreModule } from '../explore/explore.module.js';
import { FeedStore } from '../explore/feed.store.js';
import { TaskStore } from '../tasks/task.store.js';
import { publishHousePosts } from './house.js';
import { HOUSE_POSTS } from './posts.js';

interface HouseConfig {
  readonly housePosts: boolean;
  readonly roles: ReadonlySet<string>;
}

/** Nest module of the posts of the house (adr/0112). They are published after the start, which does not wait for it. */
@Module({ imports: [ExploreModule] })
export class HouseModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** The publishing of this start; ends with the last post. */
  running: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly tasks: TaskStore,
    private readonly feed: FeedStore,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logs,
    @Inject(CONFIG) private readonly config: HouseConfig,
  ) {}

  onApplicationBootstrap(): void {
    // Together with what delivers the messages of published works.
    if (this.config.housePosts && this.config.roles.has('projector')) this.running = this.publish();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async publish(): Promise<void> {
    try {
      await publishHousePosts(
        {
          tasks: this.tasks,
          blobs: this.blobs,
          clock: this.clock,
          // Loaded when a post is new: later starts decode nothing.
          read: async (post) => (await import('./files.js')).readHouseFile(post),
          isEmpty: async () => (await this.feed.page('new', {}, 1)).items.length === 0,
          isStopping: () => this.isStopping,
        },
        HOUSE_POSTS,
      );
    } catch (err) {
      this.log.warn({ err }, 'the posts of the house could not be published; the next start tries again');
    }
  }
}
