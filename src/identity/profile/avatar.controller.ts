import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { productError } from '../../kernel/errors.shared.js';
import { CurrentUser, Needs, SessionGuard } from '../../platform/http/security/session.guard.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { ProductFault } from '../../platform/http/trpc/trpc.js';
import { Avatars } from './avatars.js';

/** The caller's profile image. Another user's image answers as if it did not exist. */
@Controller('api/account/avatar')
@UseGuards(SessionGuard)
@Needs('ownAccount')
export class AvatarController {
  constructor(private readonly avatars: Avatars) {}

  @Get(':name')
  async fetch(
    @CurrentUser() user: SessionUser,
    @Param('name') name: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const content = await this.avatars.read(user.id, name);
    if (content === undefined) throw new ProductFault(productError('IMAGE_NOT_FOUND'));
    // A new image gets a new URL, so this one can be cached for ever.
    return void reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('vary', 'Cookie')
      .type('image/webp')
      .send(Readable.from(content, { objectMode: false }));
  }
}
