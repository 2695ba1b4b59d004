import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { QueryBus, QueryHandler, QueryHandlerNotFoundException, Query, type IQueryHandler } from '@nestjs/cqrs';
import { FindRecipeAuthor, FindWork } from '../../creation/index.js';
import { FindSamePerson } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { ok } from '../../kernel/result.js';
import { PeriodicTask } from '../../platform/concurrency/periodic-task.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { ParkedStreams } from '../../platform/projections/parked.js';
import { PolicyRunner } from '../../platform/projections/policy-runner.js';
import { CLOCK, CONFIG, DOCUMENTS, LOGGER } from '../../platform/tokens.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { sharePolicy } from './share.policy.js';
import { ShareStore } from './share.store.js';
import { Shares } from './shares.js';
import type { EarningsView } from './shares.shared.js';

interface RoleConfig {
  readonly roles: ReadonlySet<string>;
}

const GRANT_EVERY_MS = 10_000;
const WORKS_SHOWN = 5;

/** What a user has earned as an author, by the works with the most creations. */
export class GetEarnings extends Query<EarningsView> {
  constructor(readonly author: UserId) {
    super();
  }
}

@QueryHandler(GetEarnings)
export class GetEarningsHandler implements IQueryHandler<GetEarnings> {
  constructor(
    private readonly shares: Shares,
    private readonly queries: QueryBus,
  ) {}

  async execute({ author }: GetEarnings): Promise<EarningsView> {
    const { works, latestAt: _, ...rest } = await this.shares.earnings(author);
    const titled = works.slice(0, WORKS_SHOWN).map(async (work) => {
      const found = await this.queries.execute(new FindWork(work.workId, { id: author, moderator: false }));
      return { ...work, title: found?.title ?? null };
    });
    return { ...rest, works: await Promise.all(titled) };
  }
}

/** Asks another context. The log is followed from the start, so its handler may not be registered yet. */
async function answerOf<Answer>(queries: QueryBus, query: Query<Answer>): Promise<Answer> {
  try {
    return await queries.execute(query);
  } catch (error) {
    if (error instanceof QueryHandlerNotFoundException)
      throw new StoreUnavailable('rewards_shares', 'unreachable', 'its queries have no handler yet');
    throw error;
  }
}

/** Authors' shares in surcharges: follows the holds of payers, and grants what is due. */
@Module({
  providers: [
    { provide: ShareStore, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => ShareStore.open(documents) },
    {
      provide: Shares,
      inject: [ShareStore, QueryBus, CLOCK],
      useFactory: (store: ShareStore, queries: QueryBus, clock: Clock) =>
        new Shares({
          store,
          clock,
          authorOf: (workId) => answerOf(queries, new FindRecipeAuthor(workId)),
          isSamePerson: (first, second) => answerOf(queries, new FindSamePerson(first, second)),
        }),
    },
    GetEarningsHandler,
  ],
  exports: [ShareStore, Shares],
})
export class SharesModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly grants: PeriodicTask;

  constructor(
    private readonly shares: Shares,
    private readonly runtime: LogRuntime,
    private readonly parked: ParkedStreams,
    @Inject(LOGGER) log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {
    this.grants = new PeriodicTask(() => this.shares.grantDue(), {
      log,
      failure: 'shares of authors could not be granted; retrying soon',
      everyMs: GRANT_EVERY_MS,
      firstMs: GRANT_EVERY_MS,
    });
  }

  onModuleInit(): void {
    this.runtime.add(
      new PolicyRunner(
        sharePolicy,
        async (step) => {
          await this.shares.apply(step);
          return ok(undefined);
        },
        this.parked,
      ),
    );
  }

  onApplicationBootstrap(): void {
    if (this.config.roles.has('projector')) this.grants.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.grants.stop();
  }
}
