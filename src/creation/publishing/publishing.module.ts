import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindDeparture, FindPublicNames, Notify } from '../../identity/index.js';
import type { UserId } from '../../kernel/ids.js';
import type { Blobs } from '../../platform/blobs/port.js';
import { keyFor, loadOrCreateSecret } from '../../platform/data-folder/installation-secret.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { BLOBS, CONFIG, RATE_LIMIT } from '../../platform/tokens.js';
import { CHECKS, LIFECYCLE } from '../ports.js';
import { CasesModule } from '../reports/cases.module.js';
import { AuthorSanctions } from '../reports/sanctions.js';
import type { LifecycleDeps } from '../tasks/lifecycle.js';
import type { ContentChecks } from '../tasks/submit/media-check.js';
import { TaskStore } from '../tasks/task.store.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { Authors, HOUSE, HOUSE_NAME } from './authors.js';
import {
  AskSurchargeHandler,
  JudgeWorkHandler,
  ListWorkHandler,
  SubmitWorkHandler,
  WithdrawWorkHandler,
} from './work.commands.js';
import { workPolicies } from './work.policies.js';
import { FindRecipeAuthorHandler, FindWorkHandler, GetSurchargeHandler, ListReviewsHandler } from './work.queries.js';
import { WorksController } from './works.controller.js';
import { worksPart } from './works.data-export.js';
import { Works } from './works.js';

const isHere = async (queries: QueryBus, id: UserId): Promise<boolean> =>
  (await queries.execute(new FindDeparture(id))) === 'here';

interface AuthorsConfig {
  readonly dataDir: string;
  readonly authSecret?: string;
}

/** Nest module of publishing. */
@Module({
  imports: [TasksModule, CasesModule],
  controllers: [WorksController],
  providers: [
    {
      provide: Works,
      inject: [LIFECYCLE, CHECKS, RATE_LIMIT, AuthorSanctions],
      useFactory: (lifecycle: LifecycleDeps, checks: ContentChecks, rateLimit: RateLimit, sanctions: AuthorSanctions) =>
        new Works({ ...lifecycle, ...checks, rateLimit, refusalOf: (author) => sanctions.refusal(author) }),
    },
    {
      provide: Authors,
      inject: [QueryBus, CONFIG, AuthorSanctions],
      useFactory: (queries: QueryBus, { authSecret, dataDir }: AuthorsConfig, sanctions: AuthorSanctions) =>
        new Authors({
          bannedAmong: (ids) => sanctions.bannedAmong(ids),
          key: keyFor(authSecret ?? loadOrCreateSecret(dataDir), 'public ids of authors'),
          namesOf: async (ids) => {
            const names = await queries.execute(new FindPublicNames(ids.filter((id) => id !== HOUSE)));
            return new Map([...names, ...(ids.includes(HOUSE) ? [[HOUSE, HOUSE_NAME] as const] : [])]);
          },
        }),
    },
    SubmitWorkHandler,
    WithdrawWorkHandler,
    ListWorkHandler,
    AskSurchargeHandler,
    JudgeWorkHandler,
    FindWorkHandler,
    GetSurchargeHandler,
    FindRecipeAuthorHandler,
    ListReviewsHandler,
  ],
  exports: [Works, Authors],
})
export class PublishingModule implements OnModuleInit {
  constructor(
    private readonly works: Works,
    private readonly tasks: TaskStore,
    private readonly relay: Relay,
    private readonly exports: ExportParts,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  onModuleInit(): void {
    this.exports.register(worksPart({ tasks: this.tasks, blobs: this.blobs }));
    const hasLeft = async (id: UserId): Promise<boolean> => !(await isHere(this.queries, id));
    for (const policy of workPolicies({
      tasks: this.tasks,
      works: this.works,
      hasLeft,
      notify: (notice) => this.commands.execute(new Notify(notice)),
    }))
      this.relay.register(policy);
  }
}
