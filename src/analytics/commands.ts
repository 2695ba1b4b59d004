import { Inject } from '@nestjs/common';
import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { GetSubLog } from '../billing/index.js';
import { FindUser, Limits, type SessionUser } from '../identity/index.js';
import { userGroupTag } from '../identity/accounts/user-groups.shared.js';
import type { Clock } from '../kernel/clock.js';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { RateLimit } from '../platform/rate-limit/port.js';
import { CLOCK, RATE_LIMIT } from '../platform/tokens.js';
import { countsOf } from './counts.js';
import { DayCounts } from './day-counts.js';
import type { EventBatch } from './events.shared.js';
import { dayOf } from './report.js';
import { statusOf } from './status.shared.js';
import { Visits } from './visits.js';

/** Limit of batches per user: many times what a browser sends with one batch per five seconds, in several tabs. */
export const BATCHES = { limit: 120, windowMs: 60_000 } as const;

/**
 * Counts events of a browser. Answers TOO_MANY_ATTEMPTS {seconds} above the limits of batches and of new visits; then
 * nothing was counted.
 */
export class RecordEvents extends Command<Result<void, ProductError>> {
  constructor(
    readonly batch: EventBatch,
    readonly user: Pick<SessionUser, 'id' | 'email'>,
    /** The caller's address, used only for the limit. */
    readonly ip: string,
  ) {
    super();
  }
}

/**
 * Notes a batch in its visit first, then counts it. If the process or store fails in between, the batch stays
 * uncounted, although a retry is accepted; but a visit is never counted twice. Day, status and group come from the
 * server, not from the browser.
 */
@CommandHandler(RecordEvents)
export class RecordEventsHandler implements ICommandHandler<RecordEvents> {
  constructor(
    private readonly visits: Visits,
    private readonly days: DayCounts,
    private readonly queries: QueryBus,
    private readonly limits: Limits,
    @Inject(RATE_LIMIT) private readonly rateLimit: RateLimit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws StoreUnavailable */
  async execute({ batch, user, ip }: RecordEvents): Promise<Result<void, ProductError>> {
    const answer = await this.rateLimit.take(`analytics:${user.id}`, BATCHES);
    if (!answer.allowed)
      return err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(answer.retryAfterMs / 1_000) }));
    const found = await this.queries.execute(new FindUser(user.id));
    const isMember = user.email !== undefined;
    // Analytics has no status for a plan in force; such users count as having an account.
    const status =
      statusOf(
        isMember,
        isMember ? await this.queries.execute(new GetSubLog(user.id, 'kinora')) : undefined,
        this.clock.now(),
      ) ?? 'free';
    const who = { status, group: userGroupTag(found?.userGroup) };
    const day = dayOf(this.clock.now());
    const noting = await this.visits.note(batch, { day, status: who.status }, () => this.limits.visit(user.id, ip));
    if (!noting.ok) return noting;
    const { value: noted } = noting;
    if (noted === 'repeated') return ok(undefined);
    const events = batch.events.flatMap((placed) => countsOf(placed, who));
    await Promise.all([
      this.days.add(day, events),
      ...(noted.counts.length === 0 ? [] : [this.days.add(noted.day, noted.counts)]),
    ]);
    return ok(undefined);
  }
}
