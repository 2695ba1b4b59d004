import { Controller, Get, Headers, Inject, Param, Query, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Blobs } from '../../platform/blobs/port.js';
import { CurrentUser, Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { BLOBS } from '../../platform/tokens.js';
import { SizedImages } from '../media/media.js';
import { serveMedia, type Served } from '../media/media.serve.js';
import type { UploadFile } from './upload.js';
import { Uploads } from './uploads.js';

/** An upload's content never changes, but it may be deleted; only its owner's browser may cache it. */
const CACHING = 'private, max-age=86400, immutable';
/** Prevents scripts and loads, whatever type a browser takes the file for. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox";

/** Serves uploads to their owner alone. Another user's upload gives the same answer as an unknown id. */
@Controller('api/media/upload')
@UseGuards(SessionGuard)
@Needs('ownWorks')
export class UploadController {
  constructor(
    private readonly uploads: Uploads,
    @Inject(BLOBS) private readonly blobs: Blobs,
    private readonly sized: SizedImages,
  ) {}

  /** The stored upload (with ranges), or an image of it as WebP of a given width. */
  @Get(':id')
  async upload(
    @CurrentUser() user: SessionUser,
    @Param('id') id: string,
    @Query('w') width: string | undefined,
    @Query('download') download: string | undefined,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Headers('sec-fetch-dest') destination: string | undefined,
    @Headers('sec-fetch-mode') mode: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.uploads.file(user.id, id);
    if (!found.ok) throw new ProductFault(found.error);
    void reply.header('content-security-policy', SANDBOX).header('x-content-type-options', 'nosniff');
    return serveMedia(
      { blobs: this.blobs, sized: this.sized, whose: user.id },
      reply,
      servedOf(found.value, download !== undefined),
      { width, range, ifRange, known, metadata: { destination, mode } },
      CACHING,
    );
  }
}

function servedOf(file: UploadFile, isSaved: boolean): Served {
  const { hash, bytes, type, poster } = file;
  return {
    held: { hash, bytes },
    type,
    ...(poster === undefined ? {} : { poster: { hash: poster } }),
    ...(isSaved ? { disposition: `attachment; filename="kinora-upload.${extension(file)}"` } : {}),
  };
}

function extension({ type }: UploadFile): string {
  switch (type) {
    case 'image/png':
      return 'png';
    case 'image/jpeg':
      return 'jpg';
    case 'video/mp4':
      return 'mp4';
    case 'video/webm':
      return 'webm';
    case 'audio/mp4':
      return 'm4a';
    default:
      return type satisfies never;
  }
}
