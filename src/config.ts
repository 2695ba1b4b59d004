import { join } from 'node:path';
import { z } from 'zod';
import { installsOf, type InstallSettings } from './config-values.js';
import type { GatewaySettings } from './billing/gateways/settings.shared.js';
import type { VideoTemplate } from './engine/options.shared.js';
import type { RootsSettings } from './credits/proof/deliver/settings.shared.js';
import type { Caps, GrantKind } from './identity/grants/grant-caps.shared.js';
import type { ModerationApiSettings } from './moderation/external/settings.shared.js';
import { VERIFY_URLS, type HumanCheckSettings } from './identity/human-check/settings.shared.js';
import type { CountryLimit } from './kernel/countries.shared.js';
import { defined } from './kernel/defined.shared.js';
import { processEnvironment } from './platform/environment.js';
import { type Role, environment } from './config-variables.js';

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
  /** External moderation API, beside the local checks. */
  readonly moderationApi?: ModerationApiSettings;
  /** Address of an ad network's keys; ads give no credits without it. */
  readonly adRewardKeysUrl?: string;
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
  /** Whether a new installation begins with the posts of the house. */
  readonly housePosts: boolean;
  /** Webhooks may be sent to addresses of this machine, also without TLS. */
  readonly webhooksToLoopback: boolean;
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
    ...defined({ adRewardKeysUrl: value.AD_REWARD_KEYS_URL }),
    humanCheck: humanCheckOf(value),
    ...moderationApiOf(value),
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
    housePosts: (value.HOUSE_POSTS ?? (value.NODE_ENV === 'test' ? '0' : '1')) === '1',
    webhooksToLoopback: value.WEBHOOKS_TO_LOOPBACK === '1',
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

function moderationApiOf({
  MODERATION_API_URL: url,
  MODERATION_API_KEY: key,
  MODERATION_API_MODEL: model,
  MODERATION_API_LIMIT_MS: limitMs,
}: z.infer<typeof environment>): Pick<Config, 'moderationApi'> {
  return url === undefined ? {} : { moderationApi: { url, model, limitMs, ...defined({ key }) } };
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
