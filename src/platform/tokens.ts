/**
 * Injection tokens of the ports' implementations. Each is provided once, by the composition (`src/app.module.ts`), and
 * may be injected anywhere: `@Inject(DOCUMENTS) documents: DocumentStore`. The type next to each is that of the
 * provided value.
 *
 * Classes built on them are injected by class (projections/background.module.ts): `LogRuntime` (projections and
 * policies register in `onModuleInit`), `Relay` (message consumers register there too), `Checkpoints`, `ParkedStreams`.
 */

/** `EventStore` of platform/event-store/port.ts */
export const EVENT_STORE = Symbol('EVENT_STORE');
/** `DocumentStore` of platform/documents/port.ts */
export const DOCUMENTS = Symbol('DOCUMENTS');
/** `Jobs` of platform/jobs/port.ts */
export const JOBS = Symbol('JOBS');
/** `Blobs` of platform/blobs/port.ts */
export const BLOBS = Symbol('BLOBS');
/** `MailPort` of platform/mail/port.ts */
export const MAIL = Symbol('MAIL');
/** `RateLimit` of platform/rate-limit/port.ts */
export const RATE_LIMIT = Symbol('RATE_LIMIT');
/** `Signals` of platform/signals/port.ts */
export const SIGNALS = Symbol('SIGNALS');
/** `Clock` of kernel/clock.ts: the product's time, which the sandbox may have moved forward (adr/0035) */
export const CLOCK = Symbol('CLOCK');
/** `Clock` of kernel/clock.ts: the time of day, for sessions, links in mails, and pauses between retries */
export const WALL_CLOCK = Symbol('WALL_CLOCK');
/** `Random` of this folder's random.ts: the only source of randomness */
export const RANDOM = Symbol('RANDOM');
/** The pino logger of platform/telemetry */
export const LOGGER = Symbol('LOGGER');
/** The metrics registry of platform/telemetry */
export const METRICS = Symbol('METRICS');
/** `HealthRegistry` of platform/telemetry */
export const HEALTH = Symbol('HEALTH');
/** `Config` of src/config.ts */
export const CONFIG = Symbol('CONFIG');
/** `SessionReader` of platform/http/session-user.ts */
export const SESSION_READER = Symbol('SESSION_READER');
/** `ApiKeyReader` of platform/http/security/api-key.ts */
export const API_KEY_READER = Symbol('API_KEY_READER');
/** `OperatorLog` of platform/http/operator-log.ts */
export const OPERATOR_LOG = Symbol('OPERATOR_LOG');
/** `TierReader` of platform/http/session-user.ts */
export const TIER_READER = Symbol('TIER_READER');
