import {
  Global,
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';
import type { Clock } from '../kernel/clock.js';
import type { Blobs } from '../platform/blobs/port.js';
import type { DocumentStore } from '../platform/documents/port.js';
import { Relay } from '../platform/documents/relay.js';
import { ExportParts } from '../platform/export-parts.js';
import { hostCheck } from '../platform/http/security/known-hosts.js';
import type { Logs } from '../platform/http/logs.js';
import type { NetworkSettings } from '../platform/http/request.js';
import type { Jobs } from '../platform/jobs/port.js';
import type { MailPort } from '../platform/mail/port.js';
import { loadOrCreateSecret } from '../platform/data-folder/installation-secret.js';
import type { Random } from '../platform/random.js';
import type { RateLimit } from '../platform/rate-limit/port.js';
import { PeriodicTask } from '../platform/concurrency/periodic-task.js';
import {
  BLOBS,
  CONFIG,
  DOCUMENTS,
  JOBS,
  LOGGER,
  MAIL,
  RANDOM,
  RATE_LIMIT,
  SESSION_READER,
  WALL_CLOCK,
} from '../platform/tokens.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { SessionIssuer } from './sessions/session-issuer.js';
import { Addresses } from './accounts/addresses.js';
import { AuthController } from './sessions/auth.controller.js';
import { CorrespondenceModule } from './correspondence.module.js';
import { ClientLogController } from './client-log.controller.js';
import {
  RevokeSessionHandler,
  SignInVisitorHandler,
  SignInWithPasswordHandler,
  SignOutEverywhereHandler,
} from './commands.js';
import { SignUpGate } from './accounts/countries.js';
import { ExportController } from './exports/export.controller.js';
import { GetExportHandler, RequestExportHandler } from './exports/exports.commands.js';
import { exportDocument, Exports, EXPORTS } from './exports/exports.js';
import { profilePart } from './exports/profile.data-export.js';
import { ExportWorker } from './exports/worker.js';
import { GrantCaps } from './grants/grant-caps.js';
import { FindSamePersonHandler } from './grants/same-person.query.js';
import { Housekeeping } from './accounts/housekeeping.js';
import { Captcha } from './human-check/captcha.js';
import { HumanGate } from './human-check/gate.js';
import { GetHumanChallengeHandler } from './human-check/queries.js';
import { ClaimVisitorGrantHandler } from './human-check/visitor-grant.command.js';
import { ProofOfWork } from './human-check/proof-of-work.js';
import { KnownOrigins } from './sign-in/known-origins.js';
import { Leaving } from './accounts/leaving.js';
import { DeleteAccountHandler, DeleteVisitorHandler, GetSignInWaysHandler } from './accounts/leaving.commands.js';
import { letterOrigin } from './letters/letter-origin.js';
import { Letters } from './letters/letters.js';
import { Limits } from './sign-in/limits.js';
import {
  ADDRESS_CLAIMED,
  addressClaimedData,
  ADMIN_CLAIMED,
  adminClaimedData,
  LETTER_DUE,
  letterDueData,
  USER_DELETED_MESSAGE,
  userLeftData,
} from './messages.js';
import { OperatorChain } from './operators/operator-log/log.js';
import { OperatorLogModule } from './operators/operator-log/operator-log.module.js';
import {
  ClaimAdminHandler,
  IssueAdminLinkHandler,
  OfferAdministrationHandler,
} from './operators/operators.commands.js';
import { FindOperatorsHandler } from './operators/find-operators.js';
import { NotifyOperatorsHandler } from './operators/notify-operators.js';
import { Operators } from './operators/operators.js';
import { ChangePasswordHandler, ForgotPasswordHandler, ResetPasswordHandler } from './sign-in/password.commands.js';
import { Passwords } from './sign-in/password.js';
import { PasswordTries } from './sign-in/password-tries.js';
import { Attempts } from './providers/attempts.js';
import { ProfileModule } from './profile/profile.module.js';
import { federatedProviders } from './providers/clients.js';
import { Federation } from './providers/federation.js';
import { Identities } from './providers/identities.js';
import { SignInWithProviderHandler } from './providers/sign-in.command.js';
import {
  FindAddressLanguageHandler,
  FindMembershipHandler,
  FindCallerHandler,
  FindDepartureHandler,
  FindPublicNamesHandler,
  FindUserByAddressHandler,
  FindUserHandler,
  GetMailHandler,
  ListMailsHandler,
  ListSessionsHandler,
} from './queries.js';
import { Resets } from './sign-in/resets.js';
import { deriveSecrets, type Secrets } from './sign-in/secrets.js';
import { SessionStrategy } from './sessions/session-token.js';
import { Sessions } from './sessions/sessions.js';
import { ResendVerificationHandler, SignUpHandler, VerifyEmailHandler } from './sign-in/sign-up.commands.js';
import { SignUpGrants } from './grants/sign-up-grants.js';
import { SignUps } from './sign-in/sign-ups.js';
import { SECRETS } from './sessions/tokens.js';
import { Users } from './accounts/users.js';
import type { IdentityConfig } from './identity.config.js';
import { stores } from './identity.stores.js';

const DAY_MS = 86_400_000;
const SWEEP_EVERY_MS = 3_600_000;
const FIRST_SWEEP_MS = 60_000;

/**
 * Global for `SESSION_READER`, because every router identifies its caller. `Users` and `Sessions` are for other modules
 * of this context, `Limits` for other contexts too.
 */
@Global()
@Module({
  imports: [JwtModule, OperatorLogModule, CorrespondenceModule, ProfileModule, ApiKeysModule],
  controllers: [AuthController, ClientLogController, ExportController],
  providers: [
    {
      provide: SECRETS,
      inject: [CONFIG],
      useFactory: (config: IdentityConfig) => deriveSecrets(config.authSecret ?? loadOrCreateSecret(config.dataDir)),
    },
    {
      provide: JwtService,
      inject: [SECRETS],
      useFactory: (secrets: Secrets) => new JwtService({ secret: secrets.session }),
    },
    { provide: Passwords, inject: [RANDOM], useFactory: (random: Random) => Passwords.create(random.hex(32)) },
    {
      provide: SignUpGate,
      inject: [CONFIG],
      useFactory: (config: IdentityConfig) => new SignUpGate(config.signUpRefusedTo),
    },
    {
      provide: Limits,
      inject: [RATE_LIMIT, SECRETS],
      useFactory: (rateLimit: RateLimit, secrets: Secrets) => new Limits(rateLimit, secrets.address),
    },
    ...stores,
    {
      provide: PasswordTries,
      inject: [Limits, KnownOrigins, HumanGate, WALL_CLOCK],
      useFactory: (limits: Limits, knownOrigins: KnownOrigins, human: HumanGate, clock: Clock) =>
        new PasswordTries(limits, knownOrigins, human, clock),
    },
    {
      provide: HumanGate,
      inject: [CONFIG, SECRETS, RANDOM, WALL_CLOCK, RATE_LIMIT],
      useFactory: (
        config: IdentityConfig,
        { human: key }: Secrets,
        random: Random,
        clock: Clock,
        rateLimit: RateLimit,
      ) => {
        const { humanCheck } = config;
        if (humanCheck.provider !== 'work') return new HumanGate(new Captcha(humanCheck, hostCheck(config)));
        return new HumanGate(
          humanCheck.bits === 0 ? undefined : new ProofOfWork({ bits: humanCheck.bits, key, random, clock, rateLimit }),
        );
      },
    },
    {
      provide: Exports,
      inject: [DOCUMENTS, JOBS, BLOBS],
      useFactory: async (documents: DocumentStore, jobs: Jobs, blobs: Blobs) =>
        new Exports({
          documents: await documents.collection(EXPORTS, (stored) => exportDocument.parse(stored)),
          jobs,
          blobs,
        }),
    },
    {
      provide: ExportWorker,
      inject: [Exports, ExportParts, JOBS, BLOBS, WALL_CLOCK, LOGGER, RANDOM],
      useFactory: (
        exports: Exports,
        parts: ExportParts,
        jobs: Jobs,
        blobs: Blobs,
        clock: Clock,
        log: Logs,
        random: Random,
      ) => new ExportWorker({ exports, parts, jobs, blobs, clock, log, name: random.uuid() }),
    },
    {
      provide: Leaving,
      inject: [Users, Sessions, Addresses, Identities, Exports, OperatorChain],
      useFactory: (
        users: Users,
        sessions: Sessions,
        addresses: Addresses,
        identities: Identities,
        exports: Exports,
        roles: OperatorChain,
      ) => new Leaving({ users, sessions, addresses, identities, exports, roles }),
    },
    {
      provide: SessionIssuer,
      inject: [Users, Sessions, Leaving, WALL_CLOCK],
      useFactory: (users: Users, sessions: Sessions, leaving: Leaving, clock: Clock) =>
        new SessionIssuer(users, sessions, leaving, clock),
    },
    {
      provide: Federation,
      inject: [Attempts, CONFIG, WALL_CLOCK, LOGGER],
      useFactory: (attempts: Attempts, config: IdentityConfig, clock: Clock, log: Logs) =>
        new Federation({ providers: federatedProviders(config), attempts, clock, log }),
    },
    {
      provide: Letters,
      inject: [MAIL, SignUps, Resets, Addresses, Users, WALL_CLOCK, LOGGER, SECRETS, CONFIG, HttpAdapterHost],
      useFactory: (
        mail: MailPort,
        signUps: SignUps,
        resets: Resets,
        addresses: Addresses,
        users: Users,
        clock: Clock,
        log: Logs,
        secrets: Secrets,
        config: IdentityConfig,
        host: HttpAdapterHost,
      ) =>
        new Letters({
          mail,
          signUps,
          resets,
          addresses,
          users,
          clock,
          log,
          key: secrets.links,
          origin: () => letterOrigin(config, host),
        }),
    },
    {
      provide: Housekeeping,
      inject: [
        Sessions,
        GrantCaps,
        SignUpGrants,
        KnownOrigins,
        SignUps,
        Resets,
        Operators,
        Attempts,
        Exports,
        Leaving,
        MAIL,
        WALL_CLOCK,
        CONFIG,
      ],
      useFactory: (
        sessions: Sessions,
        grants: GrantCaps,
        signUpGrants: SignUpGrants,
        knownOrigins: KnownOrigins,
        signUps: SignUps,
        resets: Resets,
        operators: Operators,
        attempts: Attempts,
        exports: Exports,
        leaving: Leaving,
        mail: MailPort,
        clock: Clock,
        { visitorsKeptDays }: IdentityConfig,
      ) =>
        new Housekeeping({
          sessions,
          grants,
          signUpGrants,
          knownOrigins,
          signUps,
          resets,
          operators,
          attempts,
          exports,
          leaving,
          mail,
          clock,
          visitorsKeptMs: visitorsKeptDays * DAY_MS,
        }),
    },
    {
      provide: SessionStrategy,
      inject: [SECRETS, Sessions, CONFIG],
      useFactory: (secrets: Secrets, sessions: Sessions, network: NetworkSettings) =>
        new SessionStrategy(secrets.session, sessions, network),
    },
    { provide: SESSION_READER, useExisting: SessionStrategy },
    SignInVisitorHandler,
    SignInWithPasswordHandler,
    SignInWithProviderHandler,
    RevokeSessionHandler,
    SignOutEverywhereHandler,
    SignUpHandler,
    VerifyEmailHandler,
    ResendVerificationHandler,
    ForgotPasswordHandler,
    ResetPasswordHandler,
    ChangePasswordHandler,
    DeleteAccountHandler,
    DeleteVisitorHandler,
    GetSignInWaysHandler,
    RequestExportHandler,
    GetExportHandler,
    ClaimAdminHandler,
    NotifyOperatorsHandler,
    FindOperatorsHandler,
    IssueAdminLinkHandler,
    OfferAdministrationHandler,
    GetHumanChallengeHandler,
    ClaimVisitorGrantHandler,
    FindAddressLanguageHandler,
    FindMembershipHandler,
    FindSamePersonHandler,
    FindCallerHandler,
    FindDepartureHandler,
    FindPublicNamesHandler,
    FindUserByAddressHandler,
    FindUserHandler,
    ListSessionsHandler,
    ListMailsHandler,
    GetMailHandler,
  ],
  exports: [SESSION_READER, Users, Sessions, Limits, GrantCaps],
})
export class IdentityModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeps: PeriodicTask;

  constructor(
    private readonly addresses: Addresses,
    private readonly operators: Operators,
    private readonly letters: Letters,
    housekeeping: Housekeeping,
    private readonly relay: Relay,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly identities: Identities,
    private readonly parts: ExportParts,
    private readonly exporter: ExportWorker,
    private readonly leaving: Leaving,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) log: Logs,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {
    this.sweeps = new PeriodicTask(() => housekeeping.sweep(), {
      log,
      failure: 'expired sessions and tokens could not be deleted; retrying in an hour',
      everyMs: SWEEP_EVERY_MS,
      firstMs: FIRST_SWEEP_MS,
    });
  }

  onModuleInit(): void {
    this.parts.register(profilePart({ users: this.users, sessions: this.sessions, identities: this.identities }));
    this.relay.register({
      name: 'identity.addresses',
      types: [ADDRESS_CLAIMED],
      handle: async ({ data }) => void (await this.addresses.complete(addressClaimedData.parse(data).emailKey)),
    });
    this.relay.register({
      name: 'identity.operators',
      types: [ADMIN_CLAIMED],
      handle: ({ data }) => this.operators.makeOperator(adminClaimedData.parse(data).userId),
    });
    this.relay.register({
      name: 'identity.letters',
      types: [LETTER_DUE],
      handle: ({ id, data }) => this.letters.write(id, letterDueData.parse(data)),
    });
    this.relay.register({
      name: 'identity.leaving',
      types: [USER_DELETED_MESSAGE],
      handle: ({ data }) => this.leaving.finishVisitor(userLeftData.parse(data).userId, this.clock.now()),
    });
    this.sweeps.start();
  }

  onApplicationBootstrap(): void {
    if (this.config.roles.has('worker')) this.exporter.start();
  }

  /** Finishes or returns work in progress before the stores close. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.sweeps.stop(), this.exporter.stop()]);
  }
}
