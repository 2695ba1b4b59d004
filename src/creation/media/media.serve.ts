import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { productError } from '../../kernel/errors.shared.js';
import type { Blobs } from '../../platform/blobs/port.js';
import { isUnchanged } from '../../platform/http/pages/entity-tag.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { linkTo, parseRange, WIDTHS, type FetchMetadata, type SizedImages, type Width } from './media.js';
import type { Made } from '../tasks/task.state.js';

const isWidth = (value: number): value is Width => WIDTHS.some((width) => width === value);

/** A stored blob. */
type Kept = Pick<Made, 'hash' | 'bytes'>;

/** Media to serve: a blob, and its poster if it is not an image. */
export interface Served {
  readonly held: Kept;
  readonly type: string;
  readonly poster?: Pick<Kept, 'hash'>;
  /** `Content-Disposition` of a download. */
  readonly disposition?: string;
}

/** What of a result is served. */
export const servedOf = (made: Made): Served => ({
  held: made,
  type: made.type,
  ...(made.poster ? { poster: made.poster } : {}),
});

/** How a request wants its media. */
export interface Wanted {
  readonly width: string | undefined;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly known: string | undefined;
  readonly metadata: FetchMetadata;
}

export interface MediaParts {
  readonly blobs: Blobs;
  readonly sized: SizedImages;
  /** The user, or a visitor's address. */
  readonly whose: string;
}

/**
 * The requested width; undefined for the original.
 * @throws ProductFault VALIDATION_ERROR {field: 'w'} for an unsupported width
 */
export function widthOf({ width: said }: Wanted): Width | undefined {
  const width = said === undefined ? undefined : Number(said);
  if (width !== undefined && !isWidth(width)) throw new ProductFault(productError('VALIDATION_ERROR', { field: 'w' }));
  return width;
}

/**
 * Sends media: the original (with ranges, or by redirect to the store), or an image of it as WebP of a given width.
 * @param caching the `Cache-Control` of the answer
 * @throws ProductFault VALIDATION_ERROR {field: 'w'}, IMAGE_NOT_FOUND; StoreUnavailable; QueueFull
 */
export async function serveMedia(
  parts: MediaParts,
  reply: FastifyReply,
  { held, type, poster, disposition }: Served,
  wanted: Wanted,
  caching: string,
): Promise<void> {
  const width = widthOf(wanted);
  const shown = width === undefined ? held : (poster ?? held);
  const tag = `"${shown.hash.slice(0, 32)}${width === undefined ? '' : `-${width}`}"`;
  void reply.header('cache-control', caching).header('etag', tag).header('vary', 'Cookie');
  if (isUnchanged(wanted.known, tag)) return void reply.status(304).send();
  if (width !== undefined) return small(parts, reply, shown, width);
  const link = await linkTo(parts.blobs, { ...held, type }, wanted.metadata, disposition);
  if (link !== undefined) return void reply.header('cache-control', 'private, no-store').redirect(link, 302);
  if (disposition !== undefined) void reply.header('content-disposition', disposition);
  return whole(
    parts,
    reply,
    held,
    type,
    wanted.ifRange === undefined || wanted.ifRange === tag ? wanted.range : undefined,
  );
}

async function whole(
  { blobs }: MediaParts,
  reply: FastifyReply,
  held: Kept,
  type: string,
  header: string | undefined,
): Promise<void> {
  const range = parseRange(header, held.bytes);
  void reply.header('accept-ranges', 'bytes').type(type);
  if (range === 'unsatisfiable')
    return void reply
      .status(416)
      .header('content-range', `bytes */${held.bytes}`)
      .header('cache-control', 'no-store')
      .send();
  const content = await blobs.read(held.hash, range);
  if (content === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
  if (range !== undefined)
    void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${held.bytes}`);
  return void reply
    .header('content-length', range === undefined ? held.bytes : range.end - range.start + 1)
    .send(Readable.from(content, { objectMode: false }));
}

async function small(
  { sized, whose }: MediaParts,
  reply: FastifyReply,
  { hash }: Pick<Kept, 'hash'>,
  width: Width,
): Promise<void> {
  const made = await sized.get(hash, width, whose);
  if (made === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
  return void reply.type('image/webp').send(Buffer.from(made));
}

/**
 * Sends an image for sites that link to it, as JPEG.
 * @param caching the `Cache-Control` of the answer
 * @throws ProductFault IMAGE_NOT_FOUND; StoreUnavailable; QueueFull
 */
export async function servePoster(
  { sized, whose }: MediaParts,
  reply: FastifyReply,
  { hash }: Pick<Kept, 'hash'>,
  known: string | undefined,
  caching: string,
): Promise<void> {
  const tag = `"${hash.slice(0, 32)}-poster"`;
  void reply.header('cache-control', caching).header('etag', tag).header('vary', 'Cookie');
  if (isUnchanged(known, tag)) return void reply.status(304).send();
  const made = await sized.get(hash, 'poster', whose);
  if (made === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
  return void reply.type('image/jpeg').send(Buffer.from(made));
}
