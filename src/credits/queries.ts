import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock, Millis } from '../kernel/clock.js';
import type { ConsistencyToken } from '../kernel/event-sourcing/event.js';
import type { UserId } from '../kernel/ids.js';
import { InvalidCursor } from '../platform/documents/port.js';
import type { LogRuntime } from '../platform/projections/log-runtime.js';
import type { ProjectionRunner } from '../platform/projections/projection-runner.js';
import { pause } from '../platform/pause.js';
import { CLOCK, WALL_CLOCK } from '../platform/tokens.js';
import { accountStream, type AccountKey } from './account/account.key.js';
import { balanceView, type BalanceDocument } from './account/balance.projection.js';
import {
  APP_NAMES,
  USAGE_TYPES,
  type AppName,
  type BalanceView,
  type ExpiriesView,
  type OwnAccount,
  type StatementFilter,
  type StatementLine,
  type UsageType,
} from './credits.shared.js';
import type { AccountEvent } from './account/events.js';
import { expiriesView } from './account/expiries.js';
import { isFound, runningLines, withWorks, type NamedLine, type StatementCursor } from './statement/statement.lines.js';
import { grantLineKeys, lineKey, statementLine, type LineDocument } from './statement/statement.projection.js';
import { SubjectNames } from './statement/subject-names.js';

/** How long a query waits for the write named by its token before it answers with what is visible. */
const PATIENCE_MS = 3_000;
/**
 * How long after a promise an account's first event is waited for: a grant that has not come by then may never come.
 */
const PROMISE_MS = 30_000;
/** Interval at which a query looks for an account's first event. */
const FIRST_EVENT_POLL_MS = 25;

/** The projections of this context and the runner that keeps them up to date. */
export class CreditsReads {
  constructor(
    readonly balance: ProjectionRunner<BalanceDocument, AccountEvent>,
    readonly statement: ProjectionRunner<LineDocument, AccountEvent>,
    private readonly runtime: LogRuntime,
  ) {}

  /** Who waits for the first event of an account: however many ask, one looks. */
  private readonly firsts = new Map<string, Promise<BalanceDocument | undefined>>();

  /** Waits until a projection has applied a write to this account. Ignores a token of another stream. */
  async seen(
    projection: { readonly name: string },
    account: AccountKey,
    after: ConsistencyToken | undefined,
  ): Promise<void> {
    if (after === undefined || after.stream !== accountStream(account)) return;
    await this.runtime.waitFor(projection.name, after, PATIENCE_MS);
  }

  /**
   * Available credits according to recorded events; does not deduct grants that are already due.
   * @throws StoreUnavailable
   */
  async availableOf(account: AccountKey, after?: ConsistencyToken): Promise<number> {
    await this.seen(this.balance, account, after);
    return (await this.balance.get(accountStream(account)))?.available ?? 0;
  }

  /**
   * Waits until an account has its first event.
   * @returns undefined if it has none in time
   * @throws StoreUnavailable
   */
  firstBalance(account: AccountKey): Promise<BalanceDocument | undefined> {
    const stream = accountStream(account);
    const waiting = this.firsts.get(stream) ?? this.waitForFirst(stream).finally(() => this.firsts.delete(stream));
    this.firsts.set(stream, waiting);
    return waiting;
  }

  /**
   * What a query has to include: the given write, or else the first event of an account to which credits were promised
   * recently.
   * @param promisedAt when they were promised, if ever
   * @throws StoreUnavailable
   */
  async tokenFor(
    account: AccountKey,
    after: ConsistencyToken | undefined,
    promisedAt: Millis | undefined,
    now: Millis,
  ): Promise<ConsistencyToken | undefined> {
    if (after !== undefined || promisedAt === undefined || now - promisedAt >= PROMISE_MS) return after;
    const first = await this.firstBalance(account);
    return first === undefined ? undefined : { stream: accountStream(account), revision: first.revision };
  }

  private async waitForFirst(stream: string): Promise<BalanceDocument | undefined> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const document = await this.balance.get(stream);
      if (document !== undefined || performance.now() >= deadline) return document;
      await pause(FIRST_EVENT_POLL_MS);
    }
  }
}

/**
 * Balance of an account.
 * @param after read-your-own-writes token: waits briefly for that write
 * @param promisedAt when the owner was promised the first credits: an account without events waits briefly for them
 */
export class GetBalance extends Query<BalanceView> {
  constructor(
    readonly account: AccountKey,
    readonly after?: ConsistencyToken,
    readonly promisedAt?: Millis,
  ) {
    super();
  }
}

@QueryHandler(GetBalance)
export class GetBalanceHandler implements IQueryHandler<GetBalance> {
  constructor(
    private readonly reads: CreditsReads,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wallClock: Clock,
  ) {}

  async execute({ account, after, promisedAt }: GetBalance): Promise<BalanceView> {
    await this.reads.seen(
      this.reads.balance,
      account,
      await this.reads.tokenFor(account, after, promisedAt, this.wallClock.now()),
    );
    const { appName, usageType } = account;
    const document = await this.reads.balance.get(accountStream(account));
    return balanceView(document ?? { appName, usageType, held: 0, revision: -1, grants: [] }, this.clock.now());
  }
}

export interface StatementPage {
  readonly lines: readonly StatementLine[];
  /** Absent on the last page. With a text filter, a page may be short or empty and still not be the last. */
  readonly next?: string;
}

/**
 * An account's statement, newest line first.
 * @param page limit 1 to 1,000, and the cursor from the previous page; it stays valid while new lines are written
 * @param promisedAt as for `GetBalance`
 */
export class GetStatement extends Query<StatementPage> {
  constructor(
    readonly account: AccountKey,
    readonly page: { readonly limit: number; readonly cursor?: string },
    readonly after?: ConsistencyToken,
    readonly filter: StatementFilter = {},
    readonly promisedAt?: Millis,
  ) {
    super();
  }
}

/** Maximum number of lines scanned for one page, including lines that the text filter rejects. */
const LOOKED_AT = 2_000;
const READ_AT_ONCE = 200;

@QueryHandler(GetStatement)
export class GetStatementHandler implements IQueryHandler<GetStatement> {
  constructor(
    private readonly reads: CreditsReads,
    private readonly works: SubjectNames,
    @Inject(WALL_CLOCK) private readonly wallClock: Clock,
  ) {}

  /** @throws InvalidCursor when the cursor is malformed */
  async execute({
    account,
    page: { limit, cursor },
    after: given,
    filter,
    promisedAt,
  }: GetStatement): Promise<StatementPage> {
    const begin = cursorIn(cursor);
    const { statement } = this.reads;
    const after = await this.reads.tokenFor(account, given, promisedAt, this.wallClock.now());
    await this.reads.seen(statement, account, after);
    const found: NamedLine[] = [];
    let looked = 0;
    let last: NamedLine | undefined;
    const running = runningLines(
      statement,
      accountStream(account),
      filter,
      () => this.reads.availableOf(account, after),
      begin,
    );
    // Reads one line more than the page shows, to learn whether another page exists.
    const atOnce = filter.text === undefined ? limit + 1 : READ_AT_ONCE;
    for await (const one of withWorks(running, (ids) => this.works.of(account.userId, ids), atOnce)) {
      if (last !== undefined && (found.length === limit || looked === LOOKED_AT)) {
        return { lines: await withGrants(this.reads, found), next: cursorBefore(one, last) };
      }
      looked += 1;
      last = one;
      if (isFound(one, filter)) found.push(one);
    }
    return { lines: await withGrants(this.reads, found) };
  }
}

/** A cursor holds the log position of a page's last line and the running balance of the line after it. */
const cursorBefore = (next: NamedLine, { line }: NamedLine): string =>
  next.availableAfter === undefined ? String(line.opened) : `${line.opened}.${next.availableAfter}`;

function cursorIn(cursor: string | undefined): StatementCursor | undefined {
  if (cursor === undefined) return undefined;
  const [, place, available] = /^(\d{1,16})(?:\.(-?\d{1,16}))?$/.exec(cursor) ?? [];
  const before = Number(place);
  if (!Number.isSafeInteger(before)) throw new InvalidCursor();
  return { before, ...(available === undefined ? {} : { available: Number(available) }) };
}

/** Every statement line that passes a filter, newest first, read lazily. Suits files of any length. */
export class ReadStatement extends Query<AsyncIterable<StatementLine>> {
  constructor(
    readonly account: AccountKey,
    readonly filter: StatementFilter,
  ) {
    super();
  }
}

@QueryHandler(ReadStatement)
export class ReadStatementHandler implements IQueryHandler<ReadStatement> {
  constructor(
    private readonly reads: CreditsReads,
    private readonly works: SubjectNames,
  ) {}

  async execute({ account, filter }: ReadStatement): Promise<AsyncIterable<StatementLine>> {
    return this.lines(account, filter);
  }

  private async *lines(account: AccountKey, filter: StatementFilter): AsyncGenerator<StatementLine, void, undefined> {
    let some: NamedLine[] = [];
    const running = runningLines(this.reads.statement, accountStream(account), filter, () =>
      this.reads.availableOf(account),
    );
    for await (const one of withWorks(running, (ids) => this.works.of(account.userId, ids), READ_AT_ONCE)) {
      if (isFound(one, filter)) some.push(one);
      if (some.length < READ_AT_ONCE) continue;
      yield* await withGrants(this.reads, some);
      some = [];
    }
    yield* await withGrants(this.reads, some);
  }
}

/**
 * Expiry schedule of an account.
 * @param months how many calendar months to cover, starting now
 */
export class GetExpiries extends Query<ExpiriesView> {
  constructor(
    readonly account: AccountKey,
    readonly months: number,
    readonly after?: ConsistencyToken,
    /** As for `GetBalance`. */
    readonly promisedAt?: Millis,
  ) {
    super();
  }
}

@QueryHandler(GetExpiries)
export class GetExpiriesHandler implements IQueryHandler<GetExpiries> {
  constructor(
    private readonly reads: CreditsReads,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wallClock: Clock,
  ) {}

  async execute({ account, months, after, promisedAt }: GetExpiries): Promise<ExpiriesView> {
    await this.reads.seen(
      this.reads.balance,
      account,
      await this.reads.tokenFor(account, after, promisedAt, this.wallClock.now()),
    );
    const { appName, usageType } = account;
    return expiriesView(
      (await this.reads.balance.get(accountStream(account))) ?? { appName, usageType, grants: [] },
      this.clock.now(),
      months,
    );
  }
}

/** The accounts of a user that have at least one event. */
export class GetAccounts extends Query<readonly OwnAccount[]> {
  constructor(readonly userId: UserId) {
    super();
  }
}

@QueryHandler(GetAccounts)
export class GetAccountsHandler implements IQueryHandler<GetAccounts> {
  constructor(
    private readonly reads: CreditsReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ userId }: GetAccounts): Promise<readonly OwnAccount[]> {
    const streams = APP_NAMES.flatMap((appName) =>
      USAGE_TYPES.map((usageType) => accountStream({ userId, appName, usageType })),
    );
    return (await this.reads.balance.getMany(streams)).map((document) => {
      const { appName, usageType, available, held } = balanceView(document, this.clock.now());
      return { appName, usageType, available, held };
    });
  }
}

/** One statement line, by the id of its creation, free work, grant or adjustment. */
export class GetStatementLine extends Query<StatementLine | undefined> {
  constructor(
    readonly account: AccountKey,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetStatementLine)
export class GetStatementLineHandler implements IQueryHandler<GetStatementLine> {
  constructor(
    private readonly reads: CreditsReads,
    private readonly works: SubjectNames,
  ) {}

  async execute({ account, id }: GetStatementLine): Promise<StatementLine | undefined> {
    const kinds = ['creation', 'usage', 'grant', 'adjustment'] as const;
    const [line] = await this.reads.statement.getMany(kinds.map((kind) => lineKey(accountStream(account), kind, id)));
    if (line === undefined) return undefined;
    const work = (await this.works.of(account.userId, [id])).get(id);
    const [shown] = await withGrants(this.reads, [work === undefined ? { line } : { line, work }]);
    return shown;
  }
}

async function withGrants({ statement }: CreditsReads, lines: readonly NamedLine[]): Promise<readonly StatementLine[]> {
  const found = await statement.getMany([...new Set(lines.flatMap(({ line }) => grantLineKeys(line)))]);
  const grants = new Map(found.map((line) => [lineKey(line.account, line.kind, line.id), line]));
  return lines.map(({ line, ...more }) => ({ ...statementLine(line, grants), ...more }));
}

/** Granted and used amounts of one usage type. */
export interface UsageRecord {
  readonly appName: AppName;
  readonly usageType: UsageType;
  readonly totalCount: number;
  readonly useCount: number;
}

/** The usage records of a user in one app, one for each usage type. */
export class GetUsage extends Query<readonly UsageRecord[]> {
  constructor(
    readonly userId: UserId,
    readonly appName: AppName,
  ) {
    super();
  }
}

@QueryHandler(GetUsage)
export class GetUsageHandler implements IQueryHandler<GetUsage> {
  constructor(
    private readonly reads: CreditsReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * totalCount = granted + adjusted − expired − revoked, useCount = spent + held; totalCount − useCount is available.
   */
  async execute({ userId, appName }: GetUsage): Promise<readonly UsageRecord[]> {
    const found = await this.reads.balance.getMany(
      USAGE_TYPES.map((usageType) => accountStream({ userId, appName, usageType })),
    );
    return USAGE_TYPES.map((usageType) => {
      const document = found.find((one) => one.usageType === usageType);
      if (document === undefined) return { appName, usageType, totalCount: 0, useCount: 0 };
      const useCount = document.spent + document.held;
      return { appName, usageType, totalCount: useCount + balanceView(document, this.clock.now()).available, useCount };
    });
  }
}
