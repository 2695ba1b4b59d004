import { Controller, Get, Headers, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defined } from '../../kernel/defined.shared.js';
import { productError } from '../../kernel/errors.shared.js';
import { may, callerKindsOf } from '../../kernel/permissions.shared.js';
import type { Blobs } from '../../platform/blobs/port.js';
import { addressGroup } from '../../platform/http/security/address.js';
import { publicOrigin, type NetworkSettings } from '../../platform/http/request.js';
import type { SessionReader } from '../../platform/http/security/session-user.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { BLOBS, CONFIG, SESSION_READER } from '../../platform/tokens.js';
import { SizedImages } from '../media/media.js';
import { servedOf, serveMedia, servePoster, type MediaParts } from '../media/media.serve.js';
import { Authors } from './authors.js';
import { FindWork } from './work.queries.js';
import type { WorkPage } from './work.view.shared.js';
import type { FoundWork } from './work.view.js';
import { Works, type Viewer } from './works.js';

/** A published work may be withdrawn at any time, so caches must revalidate. */
const PUBLISHED = 'public, no-cache';
const UNPUBLISHED = 'private, no-store';

/**
 * Serves works to whoever may see them: published ones to everybody, more to owners and moderators. A caller without a
 * session counts as anybody. A work that the caller may not see gives the same answer as an unknown id.
 */
@Controller('api/works')
export class WorksController {
  constructor(
    private readonly works: Works,
    private readonly authors: Authors,
    private readonly sized: SizedImages,
    private readonly queries: QueryBus,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(SESSION_READER) private readonly sessions: SessionReader,
    @Inject(CONFIG) private readonly network: NetworkSettings,
  ) {}

  /** Data for the page of a work. */
  @Get(':id')
  async work(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const work = await this.queries.execute(new FindWork(id, await this.viewer(request)));
    if (work === undefined) throw new ProductFault(productError('TASK_NOT_FOUND'));
    const page: WorkPage = { work, origin: publicOrigin(request, this.network) };
    return void reply.header('cache-control', 'private, no-store').send(page);
  }

  /** The original file (with ranges), or an image of it as WebP of a given width. */
  @Get(':id/media')
  async media(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Query('w') width: string | undefined,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Headers('sec-fetch-dest') destination: string | undefined,
    @Headers('sec-fetch-mode') mode: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.found(id, request);
    return serveMedia(
      this.parts(request),
      reply,
      servedOf(found.made),
      { width, range, ifRange, known, metadata: { destination, mode } },
      cachingOf(found),
    );
  }

  /** A preview for sites that link to it; JPEG has the widest support there. */
  @Get(':id/poster.jpg')
  async poster(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.found(id, request);
    return servePoster(this.parts(request), reply, found.made.poster ?? found.made, known, cachingOf(found));
  }

  /** The route needs no session, so its limits apply per address. */
  private parts({ ip }: FastifyRequest): MediaParts {
    return { blobs: this.blobs, sized: this.sized, whose: addressGroup(ip) };
  }

  private async found(id: string, request: FastifyRequest): Promise<FoundWork> {
    const viewer = await this.viewer(request);
    const found = await this.works.find(id, viewer);
    // A user who has left has no visible works, even before they are withdrawn.
    if (found === undefined || (await this.authors.find(found.task.owner, found.by)) === undefined)
      throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    return found;
  }

  private async viewer(request: FastifyRequest): Promise<Viewer> {
    const user = await this.sessions.read(request);
    return { ...defined({ id: user?.id }), moderator: may('reviewWorks', callerKindsOf(user)) };
  }
}

const cachingOf = ({ publication }: FoundWork): string =>
  publication.status === 'published' ? PUBLISHED : UNPUBLISHED;
