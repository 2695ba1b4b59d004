import { Controller, Delete, Head, Inject, Options, Param, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { productError } from '../../kernel/errors.shared.js';
import { isSameOrigin, type NetworkSettings } from '../../platform/http/request.js';
import { CurrentUser, Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { cutUnreadBody } from '../../platform/http/unread-body.js';
import { CONFIG } from '../../platform/tokens.js';
import { TUS_PATH, TusUploads } from './tus.js';
import { Uploads } from './uploads.js';

/** Resumable uploads (tus 1.0.0) for callers with a session, from this server's own pages. */
@Controller(TUS_PATH.slice(1))
@UseGuards(SessionGuard)
@Needs('ownWorks')
export class TusController {
  private readonly tus: TusUploads;

  constructor(
    private readonly uploads: Uploads,
    @Inject(CONFIG) private readonly network: NetworkSettings,
  ) {
    this.tus = new TusUploads(uploads);
  }

  @Post()
  async begin(
    @CurrentUser() user: SessionUser,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.pass(user, request, reply);
  }

  @Options()
  async abilities(
    @CurrentUser() user: SessionUser,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.pass(user, request, reply);
  }

  @Head(':id')
  async offset(
    @CurrentUser() user: SessionUser,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.pass(user, request, reply);
  }

  @Patch(':id')
  async goOn(
    @CurrentUser() user: SessionUser,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.pass(user, request, reply);
  }

  /** Cancels an upload. The library's own deletion would only remove its file. */
  @Delete(':id')
  async giveUp(
    @CurrentUser() user: SessionUser,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.checkOrigin(request);
    const deleted = await this.uploads.delete(user.id, id);
    if (!deleted.ok) throw new ProductFault(deleted.error);
    return void reply.status(204).header('tus-resumable', '1.0.0').send();
  }

  private async pass(user: SessionUser, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    cutUnreadBody(request, reply);
    this.checkOrigin(request);
    const { method, headers, raw } = request;
    const hasBody = method === 'POST' || method === 'PATCH';
    // Only the path is used; the host that the caller names may be invalid.
    const {
      status,
      headers: answered,
      error,
    } = await this.tus.handle(
      user.id,
      new Request(new URL(request.url, 'http://localhost'), {
        method,
        headers: Object.entries(headers).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value] satisfies [string, string]] : [],
        ),
        // Node's web stream type and that of `fetch` differ in name only.
        ...(hasBody ? { body: Readable.toWeb(raw) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
      }),
    );
    void reply
      .status(status)
      .headers({
        ...Object.fromEntries(answered),
        'cache-control': 'no-store',
        ...(error === undefined ? {} : { connection: 'close' }),
      });
    return void reply.send(error === undefined || method === 'HEAD' ? undefined : { error });
  }

  private checkOrigin(request: FastifyRequest): void {
    if (!isSameOrigin(request, this.network)) throw new ProductFault(productError('PERMISSION_ERROR'));
  }
}
