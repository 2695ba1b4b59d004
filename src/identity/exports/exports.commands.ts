import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { ok, type Result } from '../../kernel/result.js';
import type { SessionUser, UserId } from '../../platform/http/security/session-user.js';
import { WALL_CLOCK } from '../../platform/tokens.js';
import { Limits } from '../sign-in/limits.js';
import { Exports, exportView, type ExportView } from './exports.js';

/**
 * Requests an export of the caller's data as one file. Returns a pending export if there is one. TOO_MANY_ATTEMPTS
 * {seconds}.
 */
export class RequestExport extends Command<Result<ExportView, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly ip: string,
  ) {
    super();
  }
}

/** The caller's export; null when there is none or it has expired. */
export class GetExport extends Query<ExportView | null> {
  constructor(readonly userId: UserId) {
    super();
  }
}

@CommandHandler(RequestExport)
export class RequestExportHandler implements ICommandHandler<RequestExport> {
  constructor(
    private readonly exports: Exports,
    private readonly limits: Limits,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user: { id: userId, anonymous }, ip }: RequestExport): Promise<Result<ExportView, ProductError>> {
    const waiting = await this.exports.of(userId);
    if (waiting?.state === 'waiting') return ok(exportView(waiting));
    const allowed = await this.limits.export(userId, anonymous ? ip : undefined);
    if (!allowed.ok) return allowed;
    return ok(exportView(await this.exports.request(userId, this.clock.now())));
  }
}

@QueryHandler(GetExport)
export class GetExportHandler implements IQueryHandler<GetExport> {
  constructor(
    private readonly exports: Exports,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ userId }: GetExport): Promise<ExportView | null> {
    const found = await this.exports.of(userId);
    return found === undefined || (found.state === 'ready' && found.until <= this.clock.now())
      ? null
      : exportView(found);
  }
}
