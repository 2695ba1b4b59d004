import {
  createParamDecorator,
  Inject,
  Injectable,
  SetMetadata,
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { productError } from '../../../kernel/errors.shared.js';
import {
  refusalOf,
  type Permission,
  type SessionPermission,
  type MemberPermission,
} from '../../../kernel/permissions.shared.js';
import { API_KEY_READER, OPERATOR_LOG, SESSION_READER, TIER_READER } from '../../tokens.js';
import { keepOperatorCall, type OperatorLog } from '../operator-log.js';
import { isApiKey, type ApiKeyReader } from './api-key.js';
import type { ApiScope } from '../../../kernel/api-scopes.shared.js';
import { callerKindsFor, type SessionReader, type SessionUser, type TierReader } from './session-user.js';
import { ProductFault } from '../trpc/trpc.js';

const users = new WeakMap<FastifyRequest, SessionUser>();
const PERMISSION = Symbol('PERMISSION');
const SCOPE = Symbol('SCOPE');

/** Permission for a controller's routes, or for one route: `@Needs('ownWorks')`. Read by `SessionGuard`. */
export const Needs = (permission: SessionPermission | MemberPermission): CustomDecorator<symbol> =>
  SetMetadata(PERMISSION, permission);

/** Also admits callers with an API key of this scope. Without it, a route is for sessions only. */
export const ForApiKeys = (scope: ApiScope): CustomDecorator<symbol> => SetMetadata(SCOPE, scope);

/** The permission of a route, otherwise of its controller. */
function permissionOf(context: ExecutionContext): Permission | undefined {
  const named: unknown =
    Reflect.getMetadata(PERMISSION, context.getHandler()) ?? Reflect.getMetadata(PERMISSION, context.getClass());
  return named as Permission | undefined; // only `Needs` writes it
}

/**
 * Admits callers with the permission of the route; a route without one is denied to everyone. NOT_SIGNED_IN is 401,
 * other refusals are 403.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    @Inject(SESSION_READER) private readonly sessions: SessionReader,
    @Inject(TIER_READER) private readonly tiers: TierReader,
    @Inject(OPERATOR_LOG) private readonly operators: OperatorLog,
    @Inject(API_KEY_READER) private readonly keys: ApiKeyReader,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const user = (await this.byKey(context, request)) ?? (await this.sessions.read(request));
    if (user === undefined) throw new ProductFault(productError('NOT_SIGNED_IN'));
    const permission = permissionOf(context);
    const refused =
      permission === undefined
        ? productError('PERMISSION_ERROR')
        : refusalOf(permission, await callerKindsFor(permission, user, (id) => this.tiers.tierOf(id)));
    if (refused !== undefined) throw new ProductFault(refused);
    if (permission !== undefined) {
      const unkept = await keepOperatorCall(this.operators, {
        permission,
        user,
        what: `${request.method} ${request.routeOptions.url ?? ''}`,
        input: () => ({ params: request.params, query: request.query, body: request.body }),
      });
      if (unkept !== undefined) throw new ProductFault(unkept);
    }
    users.set(request, user);
    return true;
  }

  /**
   * @returns undefined for a request without a key, and for a route that takes none
   * @throws ProductFault API_KEY_INVALID, API_SCOPE_MISSING {scope}
   */
  private async byKey(context: ExecutionContext, { headers }: FastifyRequest): Promise<SessionUser | undefined> {
    const scope: unknown = Reflect.getMetadata(SCOPE, context.getHandler());
    if (scope === undefined || !isApiKey(headers.authorization)) return undefined;
    const caller = await this.keys.read(headers.authorization);
    if (caller === undefined) throw new ProductFault(productError('API_KEY_INVALID'));
    const needed = scope as ApiScope; // only `ForApiKeys` writes it
    if (!caller.scopes.includes(needed)) throw new ProductFault(productError('API_SCOPE_MISSING', { scope: needed }));
    return caller.user;
  }
}

/** The caller, in a route with `SessionGuard`: `@CurrentUser() user: SessionUser`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): SessionUser => {
  const user = users.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (user === undefined) throw new ProductFault(productError('NOT_SIGNED_IN'));
  return user;
});
