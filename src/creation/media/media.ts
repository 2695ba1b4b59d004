import sharp from 'sharp';
import { defined } from '../../kernel/defined.shared.js';
import type { BlobHash, Blobs } from '../../platform/blobs/port.js';
import { FairSemaphore } from '../../platform/concurrency/semaphore.js';

/** Widths at which an image may be requested, pixels. */
export const WIDTHS = [320, 640, 1_024] as const;
export type Width = (typeof WIDTHS)[number];

/** Bytes of sized images kept in memory at most. */
const KEPT_BYTES = 48 * 1_048_576;
/** Of images made smaller for a page, WebP. */
const QUALITY = 75;
/** Of images for other sites, JPEG. */
const POSTER_QUALITY = 82;
/** Of the image that other sites show of a work, pixels. */
const POSTER_WIDTH = 1_024;
/**
 * Whole images that are worked on at once: of the largest, each takes some hundreds of megabytes. Half of Node's pool of four threads stays
 * free for passwords and files.
 */
const LIMITS = { permits: 2, maxWaitingPerKey: 100, maxWaiting: 400 } as const;

/** A range of bytes requested: both ends inclusive, cut to what there is; or one that cannot be had. */
export type ByteRange = { readonly start: number; readonly end: number } | 'unsatisfiable';

/**
 * Reads a `Range` header (RFC 9110, section 14.2). One range of bytes is served; anything else is as if none was asked.
 * @param size bytes of the whole
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return Number(first) >= size ? 'unsatisfiable' : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

/**
 * The name a downloaded image gets: the prompt's first words, and the seed.
 * @returns a `Content-Disposition` (RFC 6266), with the name in plain letters and, for those who read it, in full
 */
export function disposition(prompt: string, seed: number, type = 'image/png'): string {
  const words = prompt.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, ' ').trim().split(/\s+/u).slice(0, 8).join('-').slice(0, 60);
  const [kind, ending] = type.startsWith('video/') ? ['video', type === 'video/webm' ? 'webm' : 'mp4'] : ['picture', type === 'image/jpeg' ? 'jpg' : 'png'];
  const whole = `kinora-${words === '' ? kind : words}-${seed}.${ending}`.replace(/\.{2,}/g, '.');
  const plain = whole.normalize('NFKD').replace(/[^A-Za-z0-9._-]+/g, '').replace(/-{2,}/g, '-');
  const full = encodeURIComponent(whole).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** Of fewer bytes than this nothing is gained by sending a browser elsewhere. */
const LINKED_BYTES = 1_048_576;
/** Long enough to begin to read it; a video that is wound back later asks here again. */
const LINK_MS = 300_000;

/** What a browser says a request is for (Fetch Metadata), as far as it says. */
export interface FetchMetadata {
  readonly destination: string | undefined;
  readonly mode: string | undefined;
}

/**
 * Where a browser may get a file by itself, without these bytes going through this server: for what it only shows, plays or
 * saves. Pages that read a file get it from here, as what comes from elsewhere is not theirs to read.
 * @returns undefined when it is to be sent from here
 */
export async function linkTo(blobs: Pick<Blobs, 'link'>, file: { readonly hash: BlobHash; readonly bytes: number; readonly type: string }, asked: FetchMetadata, disposition?: string): Promise<string | undefined> {
  const shown = asked.destination === 'video' || asked.destination === 'audio' || asked.destination === 'document';
  if (!shown || asked.mode === 'cors' || file.bytes < LINKED_BYTES) return undefined;
  return blobs.link?.(file.hash, { type: file.type, ...defined({ disposition }), forMs: LINK_MS });
}

/** What is made of an image: WebP of a width, or a JPEG for other sites, most of which know that best. */
export type ImageForm = Width | 'poster';

/** Images in smaller sizes, made when first requested and kept in memory as long as there is room. One for the whole process. */
export class SizedImages {
  /** For all work here that holds a whole image or video in memory, by whose work it is: making smaller ones, and whoever else gives them away. */
  readonly semaphore = new FairSemaphore(LIMITS);
  private readonly kept = new Map<string, Promise<Uint8Array | undefined>>();
  private readonly sizes = new Map<string, number>();
  private bytes = 0;

  constructor(private readonly blobs: Pick<Blobs, 'read'>) {}

  /**
   * An image in the form that is requested, never enlarged; undefined when there is no such blob.
   * @param whose a user, or the address of a visitor: permits are shared fairly among them
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
    const image = sharp(Buffer.concat(parts)).resize({ width: form === 'poster' ? POSTER_WIDTH : form, withoutEnlargement: true });
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
