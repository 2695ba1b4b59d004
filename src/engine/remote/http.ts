import type { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { OUTPUT_BYTES, RemoteFault, type RemoteAddress, type RemoteFaultReason, type RemoteFile } from './port.js';
import { askPatiently } from './patient.js';
import { askOutput, putFile, type RemoteAnswer } from './reach.js';

/** Maximum bytes of a JSON answer; images may be embedded as base64. */
const ANSWER_BYTES = Math.ceil((OUTPUT_BYTES * 4) / 3) + 1_048_576;

export interface RemoteRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly json?: unknown;
  readonly form?: FormData;
  readonly signal: AbortSignal;
  /** The answer may take as long as the signal allows: the usual client ends a call after five minutes without one. */
  readonly patient?: true;
  /** Maximum bytes of a JSON answer; default: that of an image in base64. */
  readonly maxBytes?: number;
}

/** Maps an answer's status and body to a fault; undefined for success. */
export type ReadRefusal = (status: number, body: string) => RemoteFaultReason | undefined;

/** The usual meaning of a status. */
export const usualMeaning: ReadRefusal = (status) => {
  if (status < 400) return undefined;
  if (status === 401 || status === 403) return 'denied';
  if (status === 402) return 'spent';
  if (status === 408 || status === 504) return 'time';
  if (status === 429 || status === 503) return 'busy';
  return status >= 500 ? 'away' : 'rejected';
};

/** HTTP client of an engine. Redirects are not followed. */
export class RemoteHttp {
  /** @param scheme prefix of the key in its header */
  constructor(
    private readonly at: RemoteAddress,
    private readonly meaning: ReadRefusal = usualMeaning,
    private readonly scheme: 'Bearer' | 'Key' | 'Basic' = 'Bearer',
  ) {}

  /** @returns the answer, parsed by the vendor's schema. @throws RemoteFault; the signal's reason */
  async json<T>(path: string, schema: z.ZodType<T>, request: RemoteRequest): Promise<T> {
    return (await this.request(path, schema, request)).data;
  }

  /** As `json`, with the answer's headers and its size in bytes. */
  async request<T>(
    path: string,
    schema: z.ZodType<T>,
    request: RemoteRequest,
  ): Promise<{ readonly data: T; readonly headers: Headers; readonly bytes: number }> {
    const { body, headers } = await this.whole(path, request.signal, request.maxBytes ?? ANSWER_BYTES, () =>
      this.ask(path, request),
    );
    const text = Buffer.from(body).toString('utf8');
    const read = schema.safeParse(parsed(text));
    if (!read.success)
      throw new RemoteFault(
        'misunderstood',
        `${path}: ${read.error.issues[0]?.path.join('.') ?? ''} ${read.error.issues[0]?.message ?? ''}`,
      );
    return { data: read.data, headers, bytes: body.byteLength };
  }

  /** @returns the answer's bytes. @throws RemoteFault, also for more than `max` bytes */
  async bytes(path: string, request: RemoteRequest, max = OUTPUT_BYTES): Promise<Uint8Array> {
    return (await this.whole(path, request.signal, max, () => this.ask(path, request))).body;
  }

  /**
   * @param url address of a result, taken from an answer of the engine; see `askOutput`. @returns its bytes. @throws
   *   RemoteFault; the signal's reason
   */
  async output(url: string, signal: AbortSignal): Promise<Uint8Array> {
    return (await this.whole(url, signal, OUTPUT_BYTES, () => askOutput(url, this.at.address, signal))).body;
  }

  /**
   * Uploads a file to an address taken from an answer of the engine; see `putFile`. @throws RemoteFault; the signal's
   * reason
   */
  async put(url: string, file: RemoteFile, signal: AbortSignal): Promise<void> {
    await this.whole(url, signal, ANSWER_BYTES, () => putFile(url, this.at.address, file, signal));
  }

  private async whole(
    path: string,
    signal: AbortSignal,
    max: number,
    ask: () => Promise<RemoteAnswer>,
  ): Promise<{ readonly body: Uint8Array; readonly headers: Headers }> {
    const answer = await connected(ask, signal);
    const body = await limited(answer, max, signal);
    const reason = this.meaning(answer.status, Buffer.from(body).toString('utf8', 0, 4_096));
    if (reason !== undefined) throw new RemoteFault(reason, `${path} answered ${answer.status}`);
    return { body, headers: answer.headers };
  }

  private ask(path: string, { method = 'GET', json, form, signal, patient }: RemoteRequest): Promise<RemoteAnswer> {
    const headers = new Headers({ accept: 'application/json, image/*;q=0.9, video/*;q=0.9' });
    if (this.at.key !== undefined) headers.set('authorization', `${this.scheme} ${this.at.key}`);
    if (json !== undefined) headers.set('content-type', 'application/json');
    const body = json === undefined ? form : JSON.stringify(json);
    if (patient === true && form === undefined)
      return askPatiently(`${this.at.address}${path}`, {
        method,
        headers: Object.fromEntries(headers),
        signal,
        ...defined({ body: json === undefined ? undefined : JSON.stringify(json) }),
      });
    return fetch(`${this.at.address}${path}`, { method, headers, signal, redirect: 'error', ...defined({ body }) });
  }
}

/** @throws RemoteFault away when unreachable; a fault from the request itself; the signal's reason */
async function connected(ask: () => Promise<RemoteAnswer>, signal: AbortSignal): Promise<RemoteAnswer> {
  try {
    return await ask();
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof RemoteFault) throw cause;
    throw new RemoteFault(
      'away',
      cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause),
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RemoteFault('misunderstood', 'the answer is not JSON');
  }
}

async function limited(answer: RemoteAnswer, max: number, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of answer.body ?? []) {
      size += part.byteLength;
      if (size > max) throw new RemoteFault('misunderstood', `an answer larger than ${max} bytes`);
      parts.push(part);
    }
  } catch (cause) {
    if (cause instanceof RemoteFault) throw cause;
    signal.throwIfAborted();
    throw new RemoteFault('away', 'the answer was cut off');
  }
  return Buffer.concat(parts);
}
