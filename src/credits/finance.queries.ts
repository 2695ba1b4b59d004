import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import { err, ok, type Result } from '../kernel/result.js';
import { ParkedStreams } from '../platform/projections/parked.js';
import { dayOf } from './books.entries.js';
import { BooksFollower } from './books.follower.js';
import type { BooksPage } from './books.projection.js';
import { dayAfter, sumLiability, sumRollForward, sumTrialBalance } from './books.sums.js';
import type { Liability, RollForward, TrialBalance } from './finance.shared.js';

const PAGE = 1_000;

/** The books, for whoever asks. */
export class Books {
  constructor(
    readonly follower: BooksFollower,
    private readonly parked: ParkedStreams,
    private readonly clock: Clock,
  ) {}

  /** @returns a day that has begun, today without one; AS_OF_IN_FUTURE for one that has not */
  day(asked: string | undefined): Result<string, ProductError> {
    const today = dayOf(this.clock.now());
    return asked !== undefined && asked > today ? err(productError('AS_OF_IN_FUTURE', { today })) : ok(asked ?? today);
  }

  /** Every page up to a day, that day included. @throws StoreUnavailable */
  async upTo(day: string): Promise<readonly BooksPage[]> {
    const pages: BooksPage[] = [];
    let after: string | undefined;
    do {
      const found = await this.follower.pages.find({ range: { field: 'day', below: dayAfter(day) }, order: { field: 'day', direction: 'ascending' }, limit: PAGE, ...(after === undefined ? {} : { after }) });
      pages.push(...found.items);
      after = found.next;
    } while (after !== undefined);
    return pages;
  }

  /** What the books have left out. @throws StoreUnavailable */
  async incomplete(): Promise<TrialBalance['incomplete']> {
    const aside = await this.parked.list();
    return aside.filter(({ reader }) => reader === this.follower.name).map(({ stream, position, type, reason, at }) => ({ stream, position, type, reason, at }));
  }
}

/** The trial balance over all accounts at the end of a day, today so far without one. */
export class GetTrialBalance extends Query<Result<TrialBalance, ProductError>> {
  /** @param day `YYYY-MM-DD`, UTC */
  constructor(readonly day?: string) {
    super();
  }
}

@QueryHandler(GetTrialBalance)
export class GetTrialBalanceHandler implements IQueryHandler<GetTrialBalance> {
  constructor(private readonly books: Books) {}

  async execute({ day: asked }: GetTrialBalance): Promise<Result<TrialBalance, ProductError>> {
    const day = this.books.day(asked);
    return day.ok ? ok({ ...sumTrialBalance(await this.books.upTo(day.value), day.value), incomplete: await this.books.incomplete() }) : day;
  }
}

const MOST_DAYS = 3_700;

/** Opening, movements and closing of each day; VALIDATION_ERROR {field: 'from'} when it is after `to` or more than ten years before. */
export class GetRollForward extends Query<Result<RollForward, ProductError>> {
  /** @param from first day, @param to last day, `YYYY-MM-DD`, UTC */
  constructor(
    readonly from: string,
    readonly to: string,
  ) {
    super();
  }
}

@QueryHandler(GetRollForward)
export class GetRollForwardHandler implements IQueryHandler<GetRollForward> {
  constructor(private readonly books: Books) {}

  async execute({ from, to }: GetRollForward): Promise<Result<RollForward, ProductError>> {
    const day = this.books.day(to);
    if (!day.ok) return day;
    if (from > to || Date.parse(to) - Date.parse(from) > MOST_DAYS * 86_400_000) return err(productError('VALIDATION_ERROR', { field: 'from' }));
    return ok({ ...sumRollForward(await this.books.upTo(to), from, to), incomplete: await this.books.incomplete() });
  }
}

/** What could still be spent at the end of a day, today so far without one. */
export class GetLiability extends Query<Result<Liability, ProductError>> {
  /** @param day `YYYY-MM-DD`, UTC */
  constructor(readonly day?: string) {
    super();
  }
}

@QueryHandler(GetLiability)
export class GetLiabilityHandler implements IQueryHandler<GetLiability> {
  constructor(private readonly books: Books) {}

  async execute({ day: asked }: GetLiability): Promise<Result<Liability, ProductError>> {
    const day = this.books.day(asked);
    return day.ok ? ok({ ...sumLiability(await this.books.upTo(day.value), day.value), incomplete: await this.books.incomplete() }) : day;
  }
}
