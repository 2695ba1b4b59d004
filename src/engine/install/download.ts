import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { exponentialBackoff } from '../../platform/concurrency/backoff.js';
import { pause } from '../../platform/pause.js';
import { wordsOf } from '../../kernel/thrown.js';
import { diskFaultOf, InstallFault } from './fault.js';
import type { HttpAnswer, HttpAsk } from './http.js';
import { redirectOf, refusalOf, type FileDigest } from './hub.js';

/** How patient a download is. */
export interface DownloadSettings {
  /** A connection without a byte for this long is given up, milliseconds. */
  readonly stallMs: number;
  /** Attempts in succession that bring no byte. */
  readonly attempts: number;
  /** First and longest pause between attempts, milliseconds. */
  readonly pauseMs: { readonly first: number; readonly max: number };
}
export const DOWNLOAD_DEFAULTS: DownloadSettings = {
  stallMs: 60_000,
  attempts: 8,
  pauseMs: { first: 1_000, max: 60_000 },
};

export interface Download {
  readonly url: URL;
  /** Where the whole file will be. Until then, it is in `.part` beside it. */
  readonly path: string;
  readonly expected: FileDigest;
  /** Bytes that are there now. */
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
  /** Headers for the host of `url`, such as a password; not sent to where it redirects. */
  readonly headers?: Readonly<Record<string, string>>;
}

const MAX_REDIRECTS = 5;
/** What a partial file is a part of, and the version of the source that it comes from (for If-Range). */
const partial = z.object({ sha256: z.string(), etag: z.string().optional() });

/** Size of a file in bytes; undefined if there is none. */
export const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );

/** SHA-256 of a file, lower-case hexadecimal. @throws what the file system says; the signal's reason */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, signal === undefined ? {} : { signal });
  return hash.digest('hex');
}

/**
 * Downloads a file. After an interruption, also of this process, it continues where it stopped (RFC 9110, Range and
 * If-Range). The file appears under its name only when its size and SHA-256 are the stated ones. Memory use does not
 * depend on the size.
 * @throws InstallFault room, unwritable, away, gone, denied, corrupt; the signal's reason
 */
export async function download(
  wanted: Download,
  ask: HttpAsk,
  settings: DownloadSettings = DOWNLOAD_DEFAULTS,
): Promise<void> {
  const part = `${wanted.path}.part`;
  for (let isFirst = true; ; isFirst = false) {
    const wasResumed = await untilComplete(wanted, part, ask, settings);
    const sha256 = await sha256Of(part, wanted.signal);
    if (sha256 === wanted.expected.sha256) break;
    await discard(part);
    // Parts of two versions may have been joined. A whole file that differs will differ again.
    if (!wasResumed || !isFirst)
      throw new InstallFault('corrupt', `${wanted.url.host}: SHA-256 ${sha256} instead of ${wanted.expected.sha256}`);
  }
  await rename(part, wanted.path);
  await rm(`${part}.json`, { force: true });
}

async function discard(part: string): Promise<void> {
  await Promise.all([rm(part, { force: true }), rm(`${part}.json`, { force: true })]);
}

async function readPartial(part: string): Promise<z.infer<typeof partial> | undefined> {
  return readFile(`${part}.json`, 'utf8').then(
    (json) => partial.safeParse(JSON.parse(json)).data,
    () => undefined,
  );
}

/** Usable bytes of a partial file; one of another version is removed. */
export async function resumableBytes(part: string, expected: FileDigest): Promise<number> {
  const [size, known] = [await sizeOf(part), await readPartial(part)];
  if (size !== undefined && known?.sha256 === expected.sha256 && size <= expected.bytes) return size;
  await discard(part);
  return 0;
}

/** @returns whether the part is of several answers, perhaps of earlier runs */
async function untilComplete(
  wanted: Download,
  part: string,
  ask: HttpAsk,
  { attempts, pauseMs, stallMs }: DownloadSettings,
): Promise<boolean> {
  const pauseAfter = exponentialBackoff({ firstMs: pauseMs.first, maxMs: pauseMs.max });
  let failures = 0;
  let wasResumed = false;
  for (;;) {
    const have = await resumableBytes(part, wanted.expected);
    if (have > 0 && have < wanted.expected.bytes) wasResumed = true;
    if (have === wanted.expected.bytes) return wasResumed;
    try {
      await attempt(wanted, part, have, ask, stallMs);
    } catch (error) {
      wanted.signal.throwIfAborted();
      const fault = diskFaultOf(error);
      if (fault !== undefined && fault.reason !== 'away') throw fault;
      const hasMore = ((await sizeOf(part)) ?? 0) > have;
      failures = hasMore ? 1 : failures + 1;
      if (failures >= attempts) throw fault ?? new InstallFault('away', `${wanted.url.host}: ${wordsOf(error)}`);
      await pause(pauseAfter(failures), wanted.signal);
    }
    wanted.signal.throwIfAborted();
  }
}

/** One request for the rest. @throws InstallFault; the connection's or the file system's error */
async function attempt(
  { url, expected, onProgress, signal, headers }: Download,
  part: string,
  have: number,
  ask: HttpAsk,
  stallMs: number,
): Promise<void> {
  const stalled = new AbortController();
  const watch = setTimeout(() => {
    stalled.abort(new InstallFault('away', `${url.host} sent nothing for ${Math.round(stallMs / 1_000)} s`));
  }, stallMs);
  try {
    const etag = (await readPartial(part))?.etag;
    // Without a strong tag a range cannot be conditional; the checksum decides then.
    const range = have === 0 ? {} : { range: `bytes=${have}-`, ...(etag === undefined ? {} : { 'if-range': etag }) };
    const answer = await followed(url, { ...headers, ...range }, ask, AbortSignal.any([signal, stalled.signal]));
    try {
      const from = startOf(answer, have, expected, url);
      if (from === undefined) return await discard(part);
      await writeFile(`${part}.json`, JSON.stringify({ sha256: expected.sha256, etag: strongTag(answer) }));
      const file = await open(part, from === 0 ? 'w' : 'r+');
      try {
        await receive(answer, file, from, expected, (bytes) => {
          watch.refresh();
          onProgress(bytes);
        });
        await file.sync();
      } finally {
        await file.close();
      }
    } finally {
      answer.body.destroy();
    }
  } catch (error) {
    throw stalled.signal.aborted && !signal.aborted ? stalled.signal.reason : error;
  } finally {
    clearTimeout(watch);
  }
}

const strongTag = ({ headers: { etag } }: HttpAnswer): string | undefined =>
  etag === undefined || etag.startsWith('W/') ? undefined : etag;

/**
 * Follows redirects, as to the storage of a file. A password is sent to its own host only. @throws InstallFault away;
 * as `ask`
 */
export async function followed(
  url: URL,
  headers: Readonly<Record<string, string>>,
  ask: HttpAsk,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { authorization: _password, ...others } = headers;
  let at = url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await ask('GET', at, at.origin === url.origin ? headers : others, signal);
    const to = redirectOf(answer, at);
    if (to === undefined) return answer;
    answer.body.destroy();
    at = to;
  }
  throw new InstallFault('away', `${url.host} redirects too often`);
}

/**
 * The position from which an answer's bytes are written; undefined if the part must be thrown away. @throws
 * InstallFault
 */
function startOf(
  { status, headers }: HttpAnswer,
  have: number,
  { bytes }: FileDigest,
  { host }: URL,
): number | undefined {
  const refusal = refusalOf(status, host);
  if (refusal !== undefined) throw refusal;
  if (status === 416 && have === 0) throw new InstallFault('away', `${host} answered 416`);
  if (status === 416) return undefined;
  if (status === 206) {
    const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
    if (Number(from) !== have || (total !== '*' && Number(total) !== bytes))
      throw new InstallFault('corrupt', `${host} sent another part than the requested one`);
    return have;
  }
  if (status !== 200) throw new InstallFault('away', `${host} answered ${status}`);
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== bytes)
    throw new InstallFault('corrupt', `${host}: ${length} bytes instead of ${bytes}`);
  return 0;
}

/**
 * Writes an answer's bytes. A connection that ends early leaves what came. @throws InstallFault corrupt for more than
 * stated
 */
async function receive(
  { body }: HttpAnswer,
  file: FileHandle,
  from: number,
  { bytes }: FileDigest,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let position = from;
  // The stream waits while a piece is written.
  for await (const piece of body as AsyncIterable<Buffer>) {
    // an answer without an encoding yields buffers
    if (position + piece.byteLength > bytes) throw new InstallFault('corrupt', `more than ${bytes} bytes`);
    // A disk that fills up may take a part of a piece.
    for (let written = 0; written < piece.byteLength;)
      written += (await file.write(piece, written, piece.byteLength - written, position + written)).bytesWritten;
    position += piece.byteLength;
    onBytes(position);
  }
  if (position < bytes) throw new InstallFault('away', 'the connection ended early');
}
