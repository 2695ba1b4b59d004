import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { wordsOf } from '../../kernel/thrown.js';
import { Relay } from '../../platform/documents/relay.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { Logs } from '../../platform/http/logs.js';
import type { MailPort } from '../../platform/mail/port.js';
import { loadOrCreateSecret } from '../../platform/data-folder/installation-secret.js';
import { ProductClock } from '../../platform/product-clock.js';
import type { HealthRegistry } from '../../platform/telemetry/health.js';
import { Leadership } from '../../platform/leases/leadership.js';
import { Leases } from '../../platform/leases/leases.js';
import type { Random } from '../../platform/random.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { PeriodicTask } from '../../platform/concurrency/periodic-task.js';
import {
  CLOCK,
  CONFIG,
  DOCUMENTS,
  EVENT_STORE,
  HEALTH,
  LOGGER,
  MAIL,
  RANDOM,
  WALL_CLOCK,
} from '../../platform/tokens.js';
import { LedgerModule } from '../ledger.module.js';
import { COPIES, newestInEach, openCopies, type RootsCopy } from './deliver/copies.js';
import { RootDeliveries } from './deliver/deliveries.js';
import { RecipientLanguages } from './deliver/recipient-languages.js';
import type { RootsSettings } from './deliver/settings.shared.js';
import { openStamps } from './stamp/open.js';
import { stampAndDeliver } from './stamp/stamp-and-deliver.js';
import { RootStamps } from './stamp/stamps.js';
import { LedgerRewritten, makeDailyRoots, SettledElsewhere, type DailyRootsParts } from './daily-roots.js';
import { CoveredStreams } from './ledger-streams.js';
import { KeptHeads } from './kept-heads.js';
import { ProofController } from './proof.controller.js';
import { GetNewestRootHandler, GetRootsHandler } from './roots.queries.js';
import { GetPublishedHandler, GetReceiptHandler } from './receipts.js';
import { RootStore, type ReadRoot } from './root-store.js';
import { DocumentSigner, GetRootDaysHandler, GetSigningKeysHandler, SignDocumentHandler } from './signed-documents.js';
import { signingKey } from './signing-key.js';
import { checkStart, RootsLost } from './start/check-start.js';
import { RootLog } from './start/root-log.js';

/** Configuration of roots: the role that creates them, and the secret that their key is derived from. */
interface ProofConfig {
  readonly roles: ReadonlySet<string>;
  readonly authSecret?: string;
  readonly dataDir: string;
  readonly publicUrl?: string;
  /** Where signed roots are delivered; nowhere when absent. */
  readonly roots?: RootsSettings;
}

const NOWHERE: RootsSettings = { mailTo: [] };

/** `DailyRootsParts` of this installation. */
export const DAILY_ROOTS = Symbol('DAILY_ROOTS');
const LOOK_EVERY_MS = 60_000;
/** Soon after the start, so that lost roots are reported at once. */
const FIRST_LOOK_MS = 1_000;
/** Pause after the log failed to match its roots: another walk would find the same. */
const REST_MS = 3_600_000;

/** Pause after a time-stamp authority failed. */
const STAMP_REST_MS = 300_000;

/**
 * Lease for creating daily roots, so that usually one process walks the log. Two processes at once would still create
 * the same roots.
 */
const ROOTS_LEASE = 'daily-roots';
const ROOTS_LEASE_MS = 30_000;

/** Daily roots, their publication, and receipts. */
@Module({
  imports: [LedgerModule],
  controllers: [ProofController],
  providers: [
    { provide: RootStore, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => RootStore.open(documents) },
    {
      provide: DAILY_ROOTS,
      inject: [EVENT_STORE, RootStore, DOCUMENTS, CONFIG, CoveredStreams, ProductClock, COPIES],
      useFactory: (
        log: EventStore,
        store: RootStore,
        documents: DocumentStore,
        { authSecret, dataDir }: ProofConfig,
        covered: CoveredStreams,
        clock: ProductClock,
        outside: readonly RootsCopy[],
      ): DailyRootsParts => {
        const key = signingKey(authSecret ?? loadOrCreateSecret(dataDir));
        const copies = async (): Promise<readonly ReadRoot[]> => {
          const keys = [...(await store.published()), key.publicKey];
          return newestInEach(outside, keys);
        };
        return {
          log,
          store,
          heads: new KeptHeads(documents),
          key,
          covered,
          ahead: () => clock.ahead,
          rootLog: new RootLog(log),
          copies,
        };
      },
    },
    {
      provide: COPIES,
      inject: [CONFIG, RANDOM, WALL_CLOCK],
      useFactory: ({ roots = NOWHERE }: ProofConfig, random: Random, clock: Clock) =>
        openCopies(roots, { random, clock }),
    },
    {
      provide: RootStamps,
      inject: [DOCUMENTS, RootStore, CONFIG, RANDOM, WALL_CLOCK],
      useFactory: (
        documents: DocumentStore,
        store: RootStore,
        { roots = NOWHERE }: ProofConfig,
        random: Random,
        clock: Clock,
      ) => openStamps(documents, roots.stamps, { store, random, clock }),
    },
    {
      provide: RootDeliveries,
      inject: [DOCUMENTS, RootStore, RootStamps, COPIES, MAIL, LOGGER, RecipientLanguages, CONFIG],
      useFactory: (
        documents: DocumentStore,
        store: RootStore,
        stamps: RootStamps,
        copies: readonly RootsCopy[],
        mail: MailPort,
        log: Logs,
        languages: RecipientLanguages,
        { roots = NOWHERE, publicUrl }: ProofConfig,
      ) =>
        RootDeliveries.open(documents, {
          store,
          stamps,
          copies,
          mail,
          mailTo: roots.mailTo,
          languages,
          origin: publicUrl,
          log,
        }),
    },
    {
      provide: DocumentSigner,
      inject: [DAILY_ROOTS],
      useFactory: ({ key, store }: DailyRootsParts) => new DocumentSigner(key, store),
    },
    CoveredStreams,
    RecipientLanguages,
    GetReceiptHandler,
    GetPublishedHandler,
    GetRootsHandler,
    GetNewestRootHandler,
    SignDocumentHandler,
    GetSigningKeysHandler,
    GetRootDaysHandler,
  ],
  exports: [CoveredStreams, RecipientLanguages],
})
export class ProofModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly looks: PeriodicTask;
  private leadership: Leadership | undefined;
  private restUntil = 0;
  private isChecked = false;
  /** Why no root is signed, in words for operators. */
  private refusal: string | undefined;
  /** Why a root has no time stamp, in words for operators. */
  private unstamped: string | undefined;
  private stampAgainAt = 0;

  constructor(
    @Inject(DAILY_ROOTS) private readonly parts: DailyRootsParts,
    private readonly deliveries: RootDeliveries,
    private readonly stamps: RootStamps,
    private readonly relay: Relay,
    @Inject(COPIES) private readonly copies: readonly RootsCopy[],
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logs,
    @Inject(HEALTH) health: HealthRegistry,
    @Inject(CONFIG) private readonly config: ProofConfig,
  ) {
    this.looks = new PeriodicTask(() => this.look(), {
      log,
      failure: 'the daily ledger root could not be signed; retrying at the next check',
      everyMs: LOOK_EVERY_MS,
      firstMs: FIRST_LOOK_MS,
    });
    if (!config.roles.has('projector')) return;
    health.register('ledger roots', () => this.state());
    if (stamps.isConfigured) health.register('ledger time stamps', () => Promise.resolve(this.unstamped));
  }

  onModuleInit(): void {
    this.relay.register(this.deliveries.consumer);
  }

  /** Among processes that share their documents, only one walks the log. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.roles.has('projector')) return;
    if (!this.documents.shared) return this.looks.start();
    // A monotonic clock: the time of day can be adjusted.
    const clock = { now: () => performance.now() };
    this.leadership = new Leadership({
      leases: await Leases.open(this.documents, clock),
      clock,
      log: this.log,
      name: ROOTS_LEASE,
      holder: this.random.uuid(),
      forMs: ROOTS_LEASE_MS,
      job: { start: async () => this.looks.start(), stop: () => this.looks.stop() },
    });
    this.leadership.begin();
  }

  async onModuleDestroy(): Promise<void> {
    await this.leadership?.end();
    await this.looks.stop();
    for (const { files } of this.copies) await files.close();
  }

  /** Reports that no root is signed, without failing the health check: the product works without new roots. */
  private state(): Promise<string | void> {
    return Promise.resolve(this.refusal);
  }

  private async look(): Promise<void> {
    const now = this.clock.now();
    if (now < this.restUntil) return;
    try {
      // Roots that are lost are reported at the start, also on a day that has its root.
      const isFirst = !this.isChecked;
      if (isFirst) await checkStart(this.parts, now);
      const made = await makeDailyRoots(this.parts, now, 'on');
      this.refusal = undefined;
      if (isFirst || made.length > 0) await this.deliveries.requestAll();
      this.isChecked = true;
      for (const { body } of made)
        this.log.info({ day: body.day, events: body.events, streams: body.streams }, 'signed the daily ledger root');
      await this.stampDue(now);
    } catch (error) {
      if (error instanceof SettledElsewhere) return;
      this.refusal = wordsOf(error);
      // Anything else, such as a copy outside that cannot be read, is tried again at the next look.
      if (!(error instanceof LedgerRewritten) && !(error instanceof RootsLost)) throw error;
      this.restUntil = now + REST_MS;
      this.log.error(
        { err: error },
        error instanceof RootsLost
          ? 'signed ledger roots are missing; no root is signed'
          : 'the ledger differs from its signed root',
      );
    }
  }

  /** A failure is reported and tried again later. It keeps no root from being signed. */
  private async stampDue(now: Millis): Promise<void> {
    if (now < this.stampAgainAt) return;
    try {
      const days = await stampAndDeliver(this.stamps, this.deliveries);
      this.unstamped = undefined;
      if (days.length > 0) this.log.info({ days }, 'time-stamped ledger roots');
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.unstamped = error.message;
      this.stampAgainAt = now + STAMP_REST_MS;
      this.log.warn({ err: error }, 'a ledger root could not be time-stamped; retrying later');
    }
  }
}
