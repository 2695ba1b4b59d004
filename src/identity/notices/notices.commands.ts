import {
  Command,
  CommandHandler,
  EventBus,
  ofType,
  Query,
  QueryHandler,
  type ICommandHandler,
  type IQueryHandler,
} from '@nestjs/cqrs';
import { filter } from 'rxjs';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import { watching } from '../../platform/watching.js';
import { Notices, type NewNotice } from './notices.js';
import { NOTICES_PAGE, type NoticePage, type NoticesRead } from './notices.shared.js';
import { NoticesChanged } from './signals.js';

/** Notifies a user, once per cause. Called by other contexts, whose messages are delivered at least once. */
export class Notify extends Command<void> {
  constructor(readonly notice: NewNotice) {
    super();
  }
}

/** Marks notifications as read; returns how many are still unread. */
export class ReadNotices extends Command<number> {
  constructor(
    readonly userId: UserId,
    readonly what: NoticesRead,
  ) {
    super();
  }
}

/** A user's notifications, newest first. VALIDATION_ERROR {field: cursor} for an invalid cursor. */
export class ListNotices extends Query<Result<NoticePage, ProductError>> {
  constructor(
    readonly userId: UserId,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** Yields the first page of a user's notifications immediately, then on every change until the signal aborts. */
export class WatchNotices extends Query<AsyncIterable<NoticePage>> {
  constructor(
    readonly userId: UserId,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** Polling interval that catches missed signals. */
const LOOK_AGAIN_MS = 30_000;

@CommandHandler(Notify)
export class NotifyHandler implements ICommandHandler<Notify> {
  constructor(private readonly notices: Notices) {}

  execute({ notice }: Notify): Promise<void> {
    return this.notices.add(notice);
  }
}

@CommandHandler(ReadNotices)
export class ReadNoticesHandler implements ICommandHandler<ReadNotices> {
  constructor(private readonly notices: Notices) {}

  execute({ userId, what }: ReadNotices): Promise<number> {
    return this.notices.read(userId, what);
  }
}

@QueryHandler(ListNotices)
export class ListNoticesHandler implements IQueryHandler<ListNotices> {
  constructor(private readonly notices: Notices) {}

  async execute({ userId, limit, cursor }: ListNotices): Promise<Result<NoticePage, ProductError>> {
    try {
      return ok(await this.notices.page(userId, limit, cursor));
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }
}

@QueryHandler(WatchNotices)
export class WatchNoticesHandler implements IQueryHandler<WatchNotices> {
  constructor(
    private readonly notices: Notices,
    private readonly events: EventBus,
  ) {}

  async execute({ userId, signal }: WatchNotices): Promise<AsyncIterable<NoticePage>> {
    const subscribe = (notify: () => void): (() => void) => {
      const hearing = this.events
        .pipe(
          ofType(NoticesChanged),
          filter((changed) => changed.userId === userId),
        )
        .subscribe(notify);
      return () => hearing.unsubscribe();
    };
    return watching({ read: () => this.notices.page(userId, NOTICES_PAGE), subscribe, everyMs: LOOK_AGAIN_MS }, signal);
  }
}
