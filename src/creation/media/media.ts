import sharp from 'sharp';
import { defined } from '../../kernel/defined.shared.js';
import type { BlobHash, Blobs } from '../../platform/blobs/port.js';
import { FairSemaphore } from '../../platform/concurrency/semaphore.js';

/** Supported widths of resized images, in pixels. */
export const WIDTHS = [320, 640, 1_024] as const;
export type Width = (typeof WIDTHS)[number];

/** Maximum bytes of resized images kept in memory. */
const KEPT_BYTES = 48 * 1_048_576;
/** WebP quality of resized images. */
const QUALITY = 75;
/** JPEG quality of posters for other sites. */
const POSTER_QUALITY = 82;
/** Width of posters for other sites, in pixels. */
const POSTER_WIDTH = 1_024;
/**
 * Maximum images in process at once: the largest take some hundreds of megabytes each. Half of Node's pool of four
 * threads stays free for passwords and files.
 */
const LIMITS = { permits: 2, maxWaitingPerKey: 100, maxWaiting: 400 } as const;

/** A requested range of bytes, both ends inclusive and clamped to the size; or one that cannot be satisfied. */
export type ByteRange = { readonly start: number; readonly end: number } | 'unsatisfiable';

/**
 * Parses a `Range` header (RFC 9110, section 14.2). Only one range of bytes is supported; anything else is ignored.
 * @param size bytes of the whole
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return Number(first) >= size
    ? 'unsatisfiable'
    : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/**
 * File name of a download: the prompt's first words, and the seed.
 * @returns a `Content-Disposition` (RFC 6266), with the name in ASCII and, for clients that support it, in full
 */
export function disposition(prompt: string, seed: number, type = 'image/png'): string {
  const words = prompt
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .split(/\s+/u)
    .slice(0, 8)
    .join('-')
    .slice(0, 60);
  const [kind, ending] = type.startsWith('video/')
    ? ['video', type === 'video/webm' ? 'webm' : 'mp4']
    : ['picture', type === 'image/jpeg' ? 'jpg' : 'png'];
  const whole = `kinora-${words === '' ? kind : words}-${seed}.${ending}`.replace(/\.{2,}/g, '.');
  const plain = whole
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '')
    .replace(/-{2,}/g, '-');
  const full = encodeURIComponent(whole).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** For smaller files, a redirect gains nothing. */
const LINKED_BYTES = 1_048_576;
/** Long enough to start reading; seeking back later requests a new link. */
const LINK_MS = 300_000;

/** The purpose of a request as the browser states it (Fetch Metadata). */
export interface FetchMetadata {
  readonly destination: string | undefined;
  readonly mode: string | undefined;
}

/**
 * A direct link to the store, so that the bytes do not pass through this server; for files that the browser displays,
 * plays or saves. Pages that read a file get it from here, because a page may not read other origins.
 * @returns undefined if the file must be sent from here
 */
export async function linkTo(
  blobs: Pick<Blobs, 'link'>,
  file: { readonly hash: BlobHash; readonly bytes: number; readonly type: string },
  metadata: FetchMetadata,
  disposition?: string,
): Promise<string | undefined> {
  const shown =
    metadata.destination === 'video' || metadata.destination === 'audio' || metadata.destination === 'document';
  if (!shown || metadata.mode === 'cors' || file.bytes < LINKED_BYTES) return undefined;
  return blobs.link?.(file.hash, { type: file.type, ...defined({ disposition }), forMs: LINK_MS });
}

/** Form of a resized image: WebP of a width, or a JPEG for other sites, where it has the widest support. */
export type ImageForm = Width | 'poster';

/** Resized images, made on first request and cached in memory. One instance per process. */
export class SizedImages {
  /** Limits all work that holds a whole image or video in memory, fairly by user: resizing, and downloads. */
  readonly semaphore = new FairSemaphore(LIMITS);
  private readonly kept = new Map<string, Promise<Uint8Array | undefined>>();
  private readonly sizes = new Map<string, number>();
  private bytes = 0;

  constructor(private readonly blobs: Pick<Blobs, 'read'>) {}

  /**
   * An image in the requested form, never enlarged; undefined if the blob does not exist.
   * @param whose the user, or a visitor's address: permits are shared fairly among them
   * @throws QueueFull; StoreUnavailable
   */
  async get(hash: BlobHash, form: ImageForm, whose: string): Promise<Uint8Array | undefined> {
    const key = `${hash} ${form}`;
    const known = this.kept.get(key);
    if (known !== undefined) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const resized = this.semaphore.run(whose, () => this.resize(hash, form));
    this.kept.set(key, resized);
    try {
      const made = await resized;
      if (made === undefined) this.kept.delete(key);
      else this.keep(key, made.byteLength);
      return made;
    } catch (error) {
      this.kept.delete(key);
      throw error;
    }
  }

  private async resize(hash: BlobHash, form: ImageForm): Promise<Uint8Array | undefined> {
    const content = await this.blobs.read(hash);
    if (content === undefined) return undefined;
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    const image = sharp(Buffer.concat(parts)).resize({
      width: form === 'poster' ? POSTER_WIDTH : form,
      withoutEnlargement: true,
    });
    if (form !== 'poster') return image.webp({ quality: QUALITY }).toBuffer();
    return image.flatten({ background: '#ffffff' }).jpeg({ quality: POSTER_QUALITY, mozjpeg: true }).toBuffer();
  }

  private keep(key: string, size: number): void {
    this.sizes.set(key, size);
    this.bytes += size;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= KEPT_BYTES) return;
      const freed = this.sizes.get(oldest);
      if (freed === undefined) continue;
      this.kept.delete(oldest);
      this.sizes.delete(oldest);
      this.bytes -= freed;
    }
  }
}
