import { createParamDecorator, Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { productError } from '../../kernel/errors.shared.js';
import { SESSION_READER } from '../tokens.js';
import type { SessionReader, SessionUser } from './session-user.js';
import { ProductFault } from './trpc.js';

const users = new WeakMap<FastifyRequest, SessionUser>();

/** Lets a controller's route be called with a session only, anonymous ones too; others are answered NOT_SIGNED_IN, 401. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(@Inject(SESSION_READER) private readonly sessions: SessionReader) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const user = await this.sessions.read(request);
    if (user === undefined) throw new ProductFault(productError('NOT_SIGNED_IN'));
    users.set(request, user);
    return true;
  }
}

/** The caller, in a route behind `SessionGuard`: `@CurrentUser() user: SessionUser`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): SessionUser => {
  const user = users.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (user === undefined) throw new ProductFault(productError('NOT_SIGNED_IN'));
  return user;
});
