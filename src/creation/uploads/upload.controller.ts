import { Controller, Get, Headers, Inject, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { productError } from '../../kernel/errors.shared.js';
import type { Blobs } from '../../platform/blobs/port.js';
import { CurrentUser, Needs, SessionGuard } from '../../platform/http/session.guard.js';
import type { SessionUser } from '../../platform/http/session-user.js';
import { ProductFault } from '../../platform/http/trpc.js';
import { BLOBS } from '../../platform/tokens.js';
import { isUnchanged, linkTo, parseRange, SizedPictures, WIDTHS, type Width } from '../media.js';
import type { UploadFile } from './upload.js';
import { Uploads } from './uploads.js';

/** An upload never changes under its address, but it may be deleted; only its owner's own cache may keep it. */
const CACHING = 'private, max-age=86400, immutable';
/** Whatever a browser takes it for, it runs no script and loads nothing. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox";

const isWidth = (value: number): value is Width => WIDTHS.some((width) => width === value);
const notFound = (): ProductFault => new ProductFault(productError('IMAGE_NOT_FOUND'));

/** What users brought along, for its owner alone. Somebody else's is as if there were none. */
@Controller('api/media/upload')
@UseGuards(SessionGuard)
@Needs('ownWorks')
export class UploadController {
  constructor(private readonly uploads: Uploads, @Inject(BLOBS) private readonly blobs: Blobs, private readonly sized: SizedPictures) {}

  /** The upload as it is kept (with ranges), or a picture of it as WebP of a given width. */
  @Get(':id')
  async upload(
    @CurrentUser() user: SessionUser, @Param('id') id: string, @Query('w') width: string | undefined, @Query('download') download: string | undefined,
    @Headers('range') range: string | undefined, @Headers('if-range') ifRange: string | undefined, @Headers('if-none-match') known: string | undefined,
    @Headers('sec-fetch-dest') destination: string | undefined, @Headers('sec-fetch-mode') mode: string | undefined, @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.uploads.file(user.id, id);
    if (!found.ok) throw new ProductFault(found.error);
    const wanted = width === undefined ? undefined : Number(width);
    if (wanted !== undefined && !isWidth(wanted)) throw new ProductFault(productError('VALIDATION_ERROR', { field: 'w' }));
    const tag = `"${found.value.hash.slice(0, 32)}${wanted === undefined ? '' : `-${wanted}`}"`;
    void reply.header('cache-control', CACHING).header('etag', tag).header('vary', 'Cookie').header('content-security-policy', SANDBOX).header('x-content-type-options', 'nosniff');
    if (isUnchanged(known, tag)) return void reply.status(304).send();
    const disposition = download === undefined ? undefined : `attachment; filename="kinora-upload.${extension(found.value)}"`;
    const link = wanted === undefined ? await linkTo(this.blobs, found.value, { destination, mode }, disposition) : undefined;
    if (link !== undefined) return void reply.header('cache-control', 'private, no-store').redirect(link, 302);
    if (disposition !== undefined) void reply.header('content-disposition', disposition);
    return wanted === undefined ? this.whole(reply, found.value, ifRange === undefined || ifRange === tag ? range : undefined) : this.small(reply, found.value, wanted);
  }

  private async whole(reply: FastifyReply, { hash, type, bytes }: UploadFile, header: string | undefined): Promise<void> {
    const range = parseRange(header, bytes);
    void reply.header('accept-ranges', 'bytes').type(type);
    if (range === 'unsatisfiable') return void reply.status(416).header('content-range', `bytes */${bytes}`).header('cache-control', 'no-store').send();
    const content = await this.blobs.read(hash, range);
    if (content === undefined) throw notFound();
    if (range !== undefined) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
    return void reply.header('content-length', range === undefined ? bytes : range.end - range.start + 1).send(Readable.from(content, { objectMode: false }));
  }

  private async small(reply: FastifyReply, file: UploadFile, width: Width): Promise<void> {
    const made = await this.sized.get(file.poster ?? file.hash, width);
    if (made === undefined) throw notFound();
    return void reply.type('image/webp').send(Buffer.from(made));
  }
}

function extension({ type }: UploadFile): string {
  switch (type) {
    case 'image/png': return 'png';
    case 'image/jpeg': return 'jpg';
    case 'video/mp4': return 'mp4';
    case 'video/webm': return 'webm';
    case 'audio/mp4': return 'm4a';
    default: return type satisfies never;
  }
}
