import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { JwtModule, JwtService } from '@nestjs/jwt';
import type { Clock } from '../kernel/clock.js';
import type { DocumentStore } from '../platform/documents/port.js';
import type { Logs } from '../platform/http/logs.js';
import type { NetworkSettings } from '../platform/http/request.js';
import type { Random } from '../platform/random.js';
import { CLOCK, CONFIG, DOCUMENTS, LOGGER, RANDOM, SESSION_READER } from '../platform/tokens.js';
import { AuthController } from './auth.controller.js';
import { ClientLogController } from './client-log.controller.js';
import { RevokeSessionHandler, SignInVisitorHandler } from './commands.js';
import { FindUserHandler } from './queries.js';
import { deriveSecrets, loadOrCreateSecret, type Secrets } from './secrets.js';
import { SessionStrategy } from './session-token.js';
import { sessionDocument, Sessions, SESSIONS } from './sessions.js';
import { SECRETS } from './tokens.js';
import { deviceDocument, DEVICES, userDocument, USERS } from './user.js';
import { Users } from './users.js';
import { VISITOR_GRANTS, VisitorGrants, visitorGrantsDocument } from './visitor-grants.js';

interface IdentityConfig {
  readonly authSecret?: string;
  readonly dataDir: string;
  readonly visitorGrantsPerAddress: number;
}

const SWEEP_EVERY_MS = 3_600_000;

/** Global for `SESSION_READER` alone: every wire asks who is calling. */
@Global()
@Module({
  imports: [JwtModule],
  controllers: [AuthController, ClientLogController],
  providers: [
    { provide: SECRETS, inject: [CONFIG], useFactory: (config: IdentityConfig) => deriveSecrets(config.authSecret ?? loadOrCreateSecret(config.dataDir)) },
    { provide: JwtService, inject: [SECRETS], useFactory: (secrets: Secrets) => new JwtService({ secret: secrets.session }) },
    {
      provide: VisitorGrants,
      inject: [DOCUMENTS, CONFIG, SECRETS],
      useFactory: async (documents: DocumentStore, config: IdentityConfig, secrets: Secrets) =>
        new VisitorGrants(await documents.collection(VISITOR_GRANTS, (stored) => visitorGrantsDocument.parse(stored)), config.visitorGrantsPerAddress, secrets.address),
    },
    {
      provide: Users,
      inject: [DOCUMENTS, VisitorGrants, RANDOM],
      useFactory: async (documents: DocumentStore, grants: VisitorGrants, random: Random) =>
        new Users(
          await documents.collection(USERS, (stored) => userDocument.parse(stored)),
          await documents.collection(DEVICES, (stored) => deviceDocument.parse(stored)),
          grants,
          random,
        ),
    },
    {
      provide: Sessions,
      inject: [DOCUMENTS, Users, RANDOM, CLOCK],
      useFactory: async (documents: DocumentStore, users: Users, random: Random, clock: Clock) =>
        new Sessions(await documents.collection(SESSIONS, (stored) => sessionDocument.parse(stored)), users, random, clock),
    },
    { provide: SessionStrategy, inject: [SECRETS, Sessions, CONFIG], useFactory: (secrets: Secrets, sessions: Sessions, network: NetworkSettings) => new SessionStrategy(secrets.session, sessions, network) },
    { provide: SESSION_READER, useExisting: SessionStrategy },
    SignInVisitorHandler,
    RevokeSessionHandler,
    FindUserHandler,
  ],
  exports: [SESSION_READER],
})
export class IdentityModule implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: Sessions,
    private readonly grants: VisitorGrants,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logs,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.sweep(), SWEEP_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Housekeeping: what it fails to delete is deleted an hour later. */
  private async sweep(): Promise<void> {
    try {
      await this.sessions.sweep();
      await this.grants.sweep(this.clock.now());
    } catch (error) {
      this.logger.warn({ err: error }, 'ended sessions could not be deleted');
    }
  }
}
