import type { Clock } from '../kernel/clock.js';
import type { DocumentStore } from '../platform/documents/port.js';
import type { Random } from '../platform/random.js';
import { DOCUMENTS, CONFIG, RANDOM, WALL_CLOCK } from '../platform/tokens.js';
import { Addresses, EMAILS, emailDocument } from './accounts/addresses.js';
import { USERS, userDocument, DEVICES, deviceDocument } from './accounts/user.js';
import { Users } from './accounts/users.js';
import { GrantCaps, GRANT_COUNTERS, grantCounter } from './grants/grant-caps.js';
import { SignUpGrants, MAILBOXES, mailboxDocument } from './grants/sign-up-grants.js';
import { HumanGate } from './human-check/gate.js';
import type { IdentityConfig } from './identity.config.js';
import { OperatorChain } from './operators/operator-log/log.js';
import { Operators, ADMIN_LINKS, adminLinkDocument } from './operators/operators.js';
import { Attempts, ATTEMPTS, attemptDocument } from './providers/attempts.js';
import { Identities, IDENTITIES, identityDocument } from './providers/identities.js';
import { Sessions, SESSIONS, sessionDocument } from './sessions/sessions.js';
import { SECRETS } from './sessions/tokens.js';
import { KnownOrigins, KNOWN_ORIGINS, knownOrigin } from './sign-in/known-origins.js';
import { Resets, RESETS, resetDocument } from './sign-in/resets.js';
import type { Secrets } from './sign-in/secrets.js';
import { SignUps, SIGN_UPS, signUpDocument } from './sign-in/sign-ups.js';

export const stores = [
  {
    provide: GrantCaps,
    inject: [DOCUMENTS, CONFIG, SECRETS],
    useFactory: async (documents: DocumentStore, config: IdentityConfig, secrets: Secrets) =>
      new GrantCaps(
        await documents.collection(GRANT_COUNTERS, (stored) => grantCounter.parse(stored)),
        config.grantCaps,
        secrets.address,
      ),
  },
  {
    provide: SignUpGrants,
    inject: [DOCUMENTS, GrantCaps, SECRETS],
    useFactory: async (documents: DocumentStore, caps: GrantCaps, secrets: Secrets) =>
      new SignUpGrants(
        await documents.collection(MAILBOXES, (stored) => mailboxDocument.parse(stored)),
        caps,
        secrets.grants,
      ),
  },
  {
    provide: KnownOrigins,
    inject: [DOCUMENTS, SECRETS, RANDOM],
    useFactory: async (documents: DocumentStore, secrets: Secrets, random: Random) =>
      new KnownOrigins(
        await documents.collection(KNOWN_ORIGINS, (stored) => knownOrigin.parse(stored)),
        secrets.address,
        random,
      ),
  },
  {
    provide: Users,
    inject: [DOCUMENTS, GrantCaps, RANDOM, HumanGate],
    useFactory: async (documents: DocumentStore, grants: GrantCaps, random: Random, human: HumanGate) =>
      new Users(
        await documents.collection(USERS, (stored) => userDocument.parse(stored)),
        await documents.collection(DEVICES, (stored) => deviceDocument.parse(stored)),
        grants,
        random,
        human,
      ),
  },
  {
    provide: Sessions,
    inject: [DOCUMENTS, Users, RANDOM, WALL_CLOCK],
    useFactory: async (documents: DocumentStore, users: Users, random: Random, clock: Clock) =>
      new Sessions(
        await documents.collection(SESSIONS, (stored) => sessionDocument.parse(stored)),
        users,
        random,
        clock,
      ),
  },
  {
    provide: Identities,
    inject: [DOCUMENTS],
    useFactory: async (documents: DocumentStore) =>
      new Identities(await documents.collection(IDENTITIES, (stored) => identityDocument.parse(stored))),
  },
  {
    provide: Attempts,
    inject: [DOCUMENTS, SECRETS, RANDOM],
    useFactory: async (documents: DocumentStore, secrets: Secrets, random: Random) =>
      new Attempts(
        await documents.collection(ATTEMPTS, (stored) => attemptDocument.parse(stored)),
        secrets.attempts,
        random,
      ),
  },
  {
    provide: Addresses,
    inject: [DOCUMENTS, Users, Sessions, Identities, RANDOM],
    useFactory: async (
      documents: DocumentStore,
      users: Users,
      sessions: Sessions,
      identities: Identities,
      random: Random,
    ) =>
      new Addresses(
        await documents.collection(EMAILS, (stored) => emailDocument.parse(stored)),
        users,
        identities,
        random,
        (user) => sessions.forget(user),
      ),
  },
  {
    provide: SignUps,
    inject: [DOCUMENTS, SECRETS, RANDOM],
    useFactory: async (documents: DocumentStore, secrets: Secrets, random: Random) =>
      new SignUps(
        await documents.collection(SIGN_UPS, (stored) => signUpDocument.parse(stored)),
        secrets.links,
        random,
      ),
  },
  {
    provide: Resets,
    inject: [DOCUMENTS, SECRETS, RANDOM],
    useFactory: async (documents: DocumentStore, secrets: Secrets, random: Random) =>
      new Resets(await documents.collection(RESETS, (stored) => resetDocument.parse(stored)), secrets.links, random),
  },
  {
    provide: Operators,
    inject: [DOCUMENTS, Users, Sessions, RANDOM, SECRETS, OperatorChain],
    useFactory: async (
      documents: DocumentStore,
      users: Users,
      sessions: Sessions,
      random: Random,
      secrets: Secrets,
      log: OperatorChain,
    ) =>
      new Operators(
        await documents.collection(ADMIN_LINKS, (stored) => adminLinkDocument.parse(stored)),
        users,
        sessions,
        random,
        secrets.links,
        log,
      ),
  },
];
