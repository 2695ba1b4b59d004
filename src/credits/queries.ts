import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { ConsistencyToken } from '../kernel/event.js';
import type { LogRuntime } from '../platform/projections/log-runtime.js';
import type { ProjectionRunner } from '../platform/projections/projection-runner.js';
import { CLOCK } from '../platform/tokens.js';
import { accountStream, type AccountKey } from './account.key.js';
import { balanceView, type BalanceDocument } from './balance.projection.js';
import { USAGE_TYPES, type AppName, type BalanceView, type StatementLine, type UsageType } from './credits.shared.js';
import type { AccountEvent } from './events.js';
import { grantLineKeys, lineKey, statementLine, type LineDocument } from './statement.projection.js';
import type { UserId } from '../kernel/ids.js';

/** How long a query waits for the write that its token names, before it answers with what is there. */
const PATIENCE_MS = 3_000;

/** The projections of this context and who keeps them up with the log. */
export class CreditsReads {
  constructor(
    readonly balance: ProjectionRunner<BalanceDocument, AccountEvent>,
    readonly statement: ProjectionRunner<LineDocument, AccountEvent>,
    private readonly runtime: LogRuntime,
  ) {}

  /** Waits until a projection has seen a write of this account; a token of another stream is none of its business. */
  async seen(projection: { readonly name: string }, account: AccountKey, after: ConsistencyToken | undefined): Promise<void> {
    if (after === undefined || after.stream !== accountStream(account)) return;
    await this.runtime.waitFor(projection.name, after, PATIENCE_MS);
  }
}

/** What an account has. @param after "read your own writes": waits a little for that write */
export class GetBalance extends Query<BalanceView> {
  constructor(
    readonly account: AccountKey,
    readonly after?: ConsistencyToken,
  ) {
    super();
  }
}

@QueryHandler(GetBalance)
export class GetBalanceHandler implements IQueryHandler<GetBalance> {
  constructor(
    private readonly reads: CreditsReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ account, after }: GetBalance): Promise<BalanceView> {
    await this.reads.seen(this.reads.balance, account, after);
    const { appName, usageType } = account;
    return balanceView((await this.reads.balance.get(accountStream(account))) ?? { appName, usageType, held: 0, revision: -1, grants: [] }, this.clock.now());
  }
}

export interface StatementPage {
  readonly lines: readonly StatementLine[];
  /** Absent on the last page. */
  readonly next?: string;
}

/** An account's statement, newest line first. @param page limit 1 to 1,000 and the cursor that the page before gave */
export class GetStatement extends Query<StatementPage> {
  constructor(
    readonly account: AccountKey,
    readonly page: { readonly limit: number; readonly cursor?: string },
    readonly after?: ConsistencyToken,
  ) {
    super();
  }
}

@QueryHandler(GetStatement)
export class GetStatementHandler implements IQueryHandler<GetStatement> {
  constructor(private readonly reads: CreditsReads) {}

  /** @throws InvalidCursor for a cursor of another list */
  async execute({ account, page, after }: GetStatement): Promise<StatementPage> {
    const { statement } = this.reads;
    await this.reads.seen(statement, account, after);
    const { items, next } = await statement.find({
      where: { account: accountStream(account) }, order: { field: 'opened', direction: 'descending' }, limit: page.limit, ...(page.cursor === undefined ? {} : { after: page.cursor }),
    });
    const lines = await withGrants(this.reads, items);
    return next === undefined ? { lines } : { lines, next };
  }
}

/** One line by the id of its creation, free work, grant or adjustment. */
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
  constructor(private readonly reads: CreditsReads) {}

  async execute({ account, id }: GetStatementLine): Promise<StatementLine | undefined> {
    const kinds = ['creation', 'usage', 'grant', 'adjustment'] as const;
    const found = await this.reads.statement.getMany(kinds.map((kind) => lineKey(accountStream(account), kind, id)));
    const [line] = await withGrants(this.reads, found.slice(0, 1));
    return line;
  }
}

async function withGrants({ statement }: CreditsReads, lines: readonly LineDocument[]): Promise<readonly StatementLine[]> {
  const found = await statement.getMany([...new Set(lines.flatMap(grantLineKeys))]);
  const grants = new Map(found.map((line) => [lineKey(line.account, line.kind, line.id), line]));
  return lines.map((line) => statementLine(line, grants));
}

/** How much of each usage type a user was given and has used (specification section 3, "Usage record"). */
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

  /** totalCount = granted + adjusted − expired − revoked, useCount = spent + held; the difference is what is available. */
  async execute({ userId, appName }: GetUsage): Promise<readonly UsageRecord[]> {
    const found = await this.reads.balance.getMany(USAGE_TYPES.map((usageType) => accountStream({ userId, appName, usageType })));
    return USAGE_TYPES.map((usageType) => {
      const document = found.find((one) => one.usageType === usageType);
      if (document === undefined) return { appName, usageType, totalCount: 0, useCount: 0 };
      const useCount = document.spent + document.held;
      return { appName, usageType, totalCount: useCount + balanceView(document, this.clock.now()).available, useCount };
    });
  }
}
