import { z } from 'zod';
import { wordsOf } from '../../kernel/thrown.js';
import type { ModelFile } from './catalogue.js';
import { InstallFault } from './fault.js';
import { textWithin, type HttpAnswer, type HttpAsk } from './http.js';

/** Size and checksum of a file, as the hub states them before a download. */
export interface FileDigest {
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

type At = Pick<ModelFile, 'repository' | 'path' | 'revision'>;

const MAX_REDIRECTS = 5;
const ASK_MS = 30_000;
const TREE_BYTES = 8_000_000;
const SHA256 = /^(?:W\/)?"?([0-9a-f]{64})"?$/i;
const tree = z.array(
  z.object({ path: z.string(), lfs: z.object({ oid: z.string(), size: z.int().min(1) }).nullish() }),
);

/** A fault for an answer without the file; undefined for others. @param what for the message */
export function refusalOf(status: number, what: string): InstallFault | undefined {
  if (status === 401 || status === 403) return new InstallFault('denied', `${what} answered ${status}`);
  if (status === 404 || status === 410) return new InstallFault('gone', `${what} answered ${status}`);
  return status >= 400 && status !== 416 ? new InstallFault('away', `${what} answered ${status}`) : undefined;
}

/** Where a redirect leads; undefined for other answers. Never from https to http. @throws InstallFault away */
export function redirectOf(
  { status, headers: { location } }: Pick<HttpAnswer, 'status' | 'headers'>,
  from: URL,
): URL | undefined {
  if (status < 300 || status >= 400 || location === undefined) return undefined;
  const to = URL.parse(location, from.href);
  if (to === null || !(to.protocol === 'https:' || to.protocol === from.protocol))
    throw new InstallFault('away', `${from.host} redirects to an unsafe address`);
  return to;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/**
 * The model hub (huggingface.co) or a mirror with the same addresses (`HF_ENDPOINT`). Size and SHA-256 are in the
 * headers `x-linked-size` and `x-linked-etag` of a file's address, as huggingface_hub reads them (`file_download.py`),
 * otherwise in the list of the folder (`/api/models/…/tree/…`, `lfs.oid`).
 */
export class Hub {
  /** @param endpoint without a slash at the end */
  constructor(
    private readonly endpoint: string,
    private readonly ask: HttpAsk,
  ) {}

  addressOf({ repository, revision, path }: At): URL {
    return new URL(`${this.endpoint}/${repository}/resolve/${encodeURIComponent(revision)}/${encoded(path)}`);
  }

  /** @throws InstallFault away, gone, denied, unstated; the signal's reason */
  async digestOf(file: At, signal: AbortSignal): Promise<FileDigest> {
    const found = (await this.inHeaders(file, signal)) ?? (await this.inTree(file, signal));
    if (found === undefined)
      throw new InstallFault('unstated', `${this.addressOf(file).host} states no SHA-256 of ${file.path}`);
    return found;
  }

  private async inHeaders(file: At, signal: AbortSignal): Promise<FileDigest | undefined> {
    let url = this.addressOf(file);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const { status, headers, body } = await this.answer('HEAD', url, signal);
      body.destroy();
      const bytes = Number(headers['x-linked-size']);
      const sha256 = SHA256.exec(String(headers['x-linked-etag'] ?? ''))?.[1]?.toLowerCase();
      if (Number.isSafeInteger(bytes) && bytes > 0 && sha256 !== undefined) return { bytes, sha256 };
      const refusal = refusalOf(status, url.host);
      if (refusal !== undefined) throw refusal;
      const to = redirectOf({ status, headers }, url);
      // Beyond the hub's own host is storage, which states nothing.
      if (to?.host !== url.host) return undefined;
      url = to;
    }
    return undefined;
  }

  private async inTree({ repository, revision, path }: At, signal: AbortSignal): Promise<FileDigest | undefined> {
    const folder = path.includes('/') ? `/${encoded(path.slice(0, path.lastIndexOf('/')))}` : '';
    const url = new URL(`${this.endpoint}/api/models/${repository}/tree/${encodeURIComponent(revision)}${folder}`);
    const { status, headers, body } = await this.answer('GET', url, signal);
    if (status !== 200) {
      body.destroy();
      return undefined;
    }
    const listed = tree.safeParse(parsed((await textWithin(body, TREE_BYTES).catch(() => undefined)) ?? ''));
    // A mirror may answer with a page for people.
    if (!listed.success)
      throw new InstallFault(
        'unstated',
        `${url.host} answered ${headers['content-type'] ?? 'something else'} instead of its list of files`,
      );
    const lfs = listed.data.find((one) => one.path === path)?.lfs;
    return lfs == null || !SHA256.test(lfs.oid) ? undefined : { bytes: lfs.size, sha256: lfs.oid.toLowerCase() };
  }

  private async answer(method: 'GET' | 'HEAD', url: URL, signal: AbortSignal): Promise<HttpAnswer> {
    try {
      return await this.ask(method, url, {}, AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]));
    } catch (error) {
      signal.throwIfAborted();
      throw new InstallFault('away', `${url.host}: ${wordsOf(error)}`);
    }
  }
}
