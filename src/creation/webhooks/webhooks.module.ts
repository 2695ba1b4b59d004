import { Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Notify, USER_PURGED, userLeftData } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import { PeriodicTask } from '../../platform/concurrency/periodic-task.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import type { Logs } from '../../platform/http/logs.js';
import type { Random } from '../../platform/random.js';
import { keyFor, loadOrCreateSecret } from '../../platform/data-folder/installation-secret.js';
import { CLOCK, CONFIG, DOCUMENTS, LOGGER, RANDOM } from '../../platform/tokens.js';
import { Sealer } from '../engines/connections.js';
import { finishedTask } from '../tasks/policies.js';
import { TASK_FINISHED, TASK_RELEASED, TaskStore } from '../tasks/task.store.js';
import { WebhookSender } from './sender.js';
import { webhooksPart } from './webhooks.data-export.js';
import {
  ChangeWebhookHandler,
  CreateWebhookHandler,
  ListDeliveriesHandler,
  ListWebhooksHandler,
} from './webhooks.messages.js';
import { Webhooks } from './webhooks.js';

const HOUR_MS = 3_600_000;
/** How often due deliveries are looked for, milliseconds. */
const ROUND_MS = 1_000;

interface WebhooksConfig {
  readonly dataDir: string;
  readonly authSecret?: string;
  readonly roles: ReadonlySet<string>;
  readonly webhooksToLoopback: boolean;
}

/** Nest module of webhooks: events of creations, sent to addresses of their owners. */
@Module({
  providers: [
    {
      provide: Webhooks,
      inject: [DOCUMENTS, TaskStore, RANDOM, CLOCK, CONFIG],
      useFactory: (
        documents: DocumentStore,
        tasks: TaskStore,
        random: Random,
        clock: Clock,
        { authSecret, dataDir, webhooksToLoopback }: WebhooksConfig,
      ) =>
        Webhooks.open(documents, {
          tasks,
          random,
          clock,
          toLoopback: webhooksToLoopback,
          sealer: new Sealer(keyFor(authSecret ?? loadOrCreateSecret(dataDir), 'secrets of webhooks')),
        }),
    },
    CreateWebhookHandler,
    ChangeWebhookHandler,
    ListWebhooksHandler,
    ListDeliveriesHandler,
  ],
})
export class WebhooksModule implements OnModuleInit, OnModuleDestroy {
  private readonly sender: WebhookSender;
  private readonly rounds: PeriodicTask;
  private readonly sweeps: PeriodicTask;

  constructor(
    private readonly webhooks: Webhooks,
    private readonly relay: Relay,
    private readonly exports: ExportParts,
    commands: CommandBus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: WebhooksConfig,
    @Inject(LOGGER) log: Logs,
  ) {
    this.sender = new WebhookSender({
      webhooks,
      clock,
      toLoopback: config.webhooksToLoopback,
      notify: (notice) => commands.execute(new Notify(notice)),
      onFault: (err) => log.warn({ err }, 'a webhook delivery could not be recorded; it is sent again'),
    });
    this.rounds = new PeriodicTask(() => this.sender.round(), {
      log,
      failure: 'webhook deliveries could not be read; retrying in a second',
      everyMs: ROUND_MS,
    });
    this.sweeps = new PeriodicTask(() => webhooks.sweep(), {
      log,
      failure: 'old webhook deliveries could not be deleted; retrying in an hour',
      everyMs: HOUR_MS,
      firstMs: HOUR_MS / 60,
    });
  }

  onModuleInit(): void {
    this.exports.register(webhooksPart({ webhooks: this.webhooks, now: () => this.clock.now() }));
    this.relay.register({
      name: 'creation.webhooks',
      types: [TASK_FINISHED, TASK_RELEASED],
      handle: ({ type, data }) =>
        this.webhooks.announce(finishedTask(data), type === TASK_RELEASED ? 'released' : 'ended'),
    });
    this.relay.register({
      name: 'creation.purge-webhooks',
      types: [USER_PURGED],
      handle: ({ data }) => this.webhooks.clear(userLeftData.parse(data).userId),
    });
    if (!this.config.roles.has('projector')) return;
    this.rounds.start();
    this.sweeps.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.rounds.stop(), this.sweeps.stop()]);
    await this.sender.idle();
  }
}
