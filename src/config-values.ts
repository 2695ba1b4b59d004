import { isIP } from 'node:net';
import { z } from 'zod';
import type { ProxySettings } from './engine/install/proxy.shared.js';
import { defined } from './kernel/defined.shared.js';

/** Origin of an http or https address. */
export const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
const PROXY_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0) return PROXY_NETWORKS.has(text);
  return (
    more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
};
/** Number of trusted proxies, or their addresses; `X-Forwarded-For` from anyone else is ignored. */
export const proxies = z.string().transform((text, context): false | number | string => {
  if (text === '0' || text === 'false') return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks.join(',');
  context.addIssue({
    code: 'custom',
    message:
      'expected the number of proxies before the server (such as 1), or their addresses (such as 10.0.0.0/8,127.0.0.1)',
  });
  return z.NEVER;
});

/** A server address with a given scheme. It may contain a secret, so no message repeats it. */
export const server = (schemes: RegExp, example: string) =>
  z.string().refine((text) => {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^\s/]/.exec(text)?.[1];
    return scheme !== undefined && schemes.test(scheme);
  }, `expected an address such as ${example}`);

/** An http or https address that is shown in messages, so it may contain no credentials. No message repeats it. */
export const openAddress = z.url({ protocol: /^https?$/ }).refine((url) => {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.username === '' && parsed.password === '';
}, 'expected an address without a user name and a password');

/** Origins, separated by commas. */
export const apiOrigins = z
  .string()
  .transform((list) => [
    ...new Set(
      list
        .split(',')
        .map((url) => url.trim())
        .filter((url) => url !== ''),
    ),
  ])
  .pipe(z.array(origin).min(1));

/** An address to fetch tokens from; unencrypted only on this machine. */
export const federated = z
  .url({ protocol: /^https?$/ })
  .refine(
    (url) => url.startsWith('https:') || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname),
    'expected an https address',
  );

/** Pages' prefixes by host, such as `studio=/studio,video.example=/video`. */
export const prefixes = z.string().transform((text, context): ReadonlyMap<string, string> => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => /^([a-z0-9.-]+)=((?:\/[a-z0-9-]+)+)$/.exec(entry));
  if (entries.every((entry) => entry !== null))
    return new Map(entries.map(([, host = '', prefix = '']) => [host, prefix]));
  context.addIssue({
    code: 'custom',
    message: 'expected hosts with the prefix of their pages, such as studio=/studio,film.example=/film',
  });
  return z.NEVER;
});

/** Host names without a port, such as `kinora.example,videos.example`. */
export const hosts = z
  .string()
  .toLowerCase()
  .transform((list) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  .pipe(z.array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'expected names such as kinora.example')));

/** A daily limit; 0 for no limit. */
export const cap = z.coerce.number().int().min(0);

/** The name of a bucket of S3. */
export const bucket = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'expected the name of a bucket');

/** Email addresses, separated by commas. */
export const addresses = z
  .string()
  .transform((list) => [
    ...new Set(
      list
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    ),
  ])
  .pipe(z.array(z.email()).max(20));

/**
 * Variables of models on this machine. The proxies are the usual ones of every program; what is no address is ignored.
 */
export const INSTALL_VARIABLES = {
  /** Address of a mirror of the model hub. */
  HF_ENDPOINT: openAddress.default('https://huggingface.co').transform((url) => url.replace(/\/+$/, '')),
  /** Folder with model files that were brought along; used instead of the hub. */
  MODELS_FOLDER: z.string().min(1).optional(),
  /** stable-diffusion.cpp's sd-server; otherwise it is built from its source package. */
  SD_SERVER_PATH: z.string().min(1).optional(),
  HTTP_PROXY: z.string().optional(),
  HTTPS_PROXY: z.string().optional(),
  NO_PROXY: z.string().optional(),
} as const;

type InstallValues = { readonly [Name in keyof typeof INSTALL_VARIABLES]?: string | undefined } & {
  readonly HF_ENDPOINT: string;
};

/** Settings of models on this machine. */
export interface InstallSettings {
  readonly hub: string;
  readonly modelsFolder?: string;
  readonly sdServerPath?: string;
  readonly proxies: ProxySettings;
}

export const installsOf = (value: InstallValues): InstallSettings => ({
  hub: value.HF_ENDPOINT,
  ...defined({ modelsFolder: value.MODELS_FOLDER, sdServerPath: value.SD_SERVER_PATH }),
  proxies: defined({ http: value.HTTP_PROXY, https: value.HTTPS_PROXY, none: value.NO_PROXY }),
});
