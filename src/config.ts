import { isIP } from 'node:net';
import { z } from 'zod';

export const ROLES = ['api', 'worker', 'projector', 'web'] as const;
export type Role = (typeof ROLES)[number];

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
const PROXY_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0) return PROXY_NETWORKS.has(text);
  return more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
};
/** How many proxies stand before the server, or which addresses are theirs: whoever else adds to `X-Forwarded-For` is not believed. */
const proxies = z.string().transform((text, context): false | number | string => {
  if (text === '0' || text === 'false') return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks.join(',');
  context.addIssue({ code: 'custom', message: 'expected the number of proxies before the server (such as 1), or their addresses (such as 10.0.0.0/8,127.0.0.1)' });
  return z.NEVER;
});
const roles = z
  .string()
  .transform((list) => list.split(',').map((name) => name.trim()).filter((name) => name !== ''))
  .pipe(z.array(z.enum(ROLES)).min(1));

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Loopback only, unless the operator opens it. */
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  ROLES: roles.default([...ROLES]),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  /** Where browsers find it when a proxy stands before it, e.g. `https://kinora.example`. */
  PUBLIC_URL: origin.optional(),
  /** Whose `X-Forwarded-*` (and `COUNTRY_HEADER`) is believed: a number of proxies or their addresses. */
  TRUST_PROXY: proxies.default(false),
  /** The header by which the trusted proxy tells the caller's country, e.g. `cf-ipcountry`. */
  COUNTRY_HEADER: z.string().toLowerCase().regex(/^[a-z0-9-]+$/).optional(),
  /** Signs sessions; made and kept in the data folder when not given. The same on every machine of an installation. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** Whom letters are from: an address, or a name and an address in angle brackets. */
  MAIL_FROM: z.string().regex(/^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'expected an address, such as Kinora <no-reply@kinora.example>').default('Kinora <no-reply@localhost>'),
  /** Where FFmpeg and ffprobe are; otherwise those on PATH, else those that came with the packages. */
  FFMPEG_PATH: z.string().min(1).optional(),
  FFPROBE_PATH: z.string().min(1).optional(),
  /** Visitors who are given credits, an address and day; 0 for no cap. */
  VISITOR_GRANTS_PER_ADDRESS: z.coerce.number().int().min(0).default(20),
});

/** Everything that the operator may set, checked. */
export interface Config {
  readonly mode: 'production' | 'development' | 'test';
  /** 0 for any free one. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly roles: ReadonlySet<Role>;
  readonly logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  readonly publicUrl?: string;
  /** As Fastify takes it: a number of proxies, or addresses and networks joined by commas. */
  readonly trustProxy: false | number | string;
  readonly countryHeader?: string;
  readonly authSecret?: string;
  readonly mailFrom: string;
  readonly ffmpegPath?: string;
  readonly ffprobePath?: string;
  readonly visitorGrantsPerAddress: number;
}

/** What the operator set cannot be used; the message says which variable and why, in one line. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration. The only reader of the environment in the server.
 * @param env default: the process's own. @throws ConfigError naming each variable that cannot be used
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const read = environment.safeParse(given);
  if (!read.success) {
    throw new ConfigError(read.error.issues.map((issue) => `${issue.path[0] === undefined ? 'environment' : String(issue.path[0])}: ${issue.message}`).join('; '));
  }
  const value = read.data;
  return {
    mode: value.NODE_ENV,
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    roles: new Set(value.ROLES),
    logLevel: value.LOG_LEVEL,
    ...(value.PUBLIC_URL === undefined ? {} : { publicUrl: value.PUBLIC_URL }),
    trustProxy: value.TRUST_PROXY,
    ...(value.COUNTRY_HEADER === undefined ? {} : { countryHeader: value.COUNTRY_HEADER }),
    ...(value.AUTH_SECRET === undefined ? {} : { authSecret: value.AUTH_SECRET }),
    mailFrom: value.MAIL_FROM,
    ...(value.FFMPEG_PATH === undefined ? {} : { ffmpegPath: value.FFMPEG_PATH }),
    ...(value.FFPROBE_PATH === undefined ? {} : { ffprobePath: value.FFPROBE_PATH }),
    visitorGrantsPerAddress: value.VISITOR_GRANTS_PER_ADDRESS,
  };
}

/** What another program needs in order to start; the rest of the environment holds this server's secrets. */
const PASSED_ON = ['NODE_ENV', 'PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'] as const;

/**
 * The environment of a program that the server runs and does not trust with its secrets.
 * @param env default: the process's own
 */
export function helperEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { NODE_ENV: env.NODE_ENV, ...Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))) };
}
