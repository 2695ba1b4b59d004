import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { changed, earliestRule, problemsOf, type AccountingChange, type AccountingView } from './changes.shared.js';
import { AccountingStore } from './settings.js';

/** The settings of bookkeeping with their version. */
export class GetAccounting extends Query<AccountingView> {}

/**
 * Changes one part of the settings of bookkeeping: ACCOUNTING_CHANGED if somebody else has changed them since they were
 * read, VALIDATION_ERROR {field, reason} (`SettingsProblem`).
 */
export class ChangeAccounting extends Command<Result<AccountingView, ProductError>> {
  /** @param version the version that was read */
  constructor(
    readonly change: AccountingChange,
    readonly version: number,
  ) {
    super();
  }
}

/** Reads and changes the settings by the product's clock. */
export class Accounting {
  constructor(
    private readonly store: AccountingStore,
    private readonly clock: Clock,
  ) {}

  /** @throws StoreUnavailable */
  async view(): Promise<AccountingView> {
    const today = new Date(this.clock.now()).toISOString().slice(0, 10);
    return { ...(await this.store.read()), today, earliest: earliestRule(today) };
  }

  /** See `ChangeAccounting`. @throws StoreUnavailable */
  async change(change: AccountingChange, version: number): Promise<Result<AccountingView, ProductError>> {
    const before = await this.view();
    if (before.version !== version) return err(productError('ACCOUNTING_CHANGED'));
    const [problem] = problemsOf(before.settings, change, before.today);
    if (problem !== undefined)
      return err(productError('VALIDATION_ERROR', { field: problem.field, reason: problem.reason }));
    const settings = changed(before.settings, change);
    return (await this.store.replace(settings, version))
      ? ok({ ...before, settings, version: version + 1 })
      : err(productError('ACCOUNTING_CHANGED'));
  }
}

@QueryHandler(GetAccounting)
export class GetAccountingHandler implements IQueryHandler<GetAccounting> {
  constructor(private readonly accounting: Accounting) {}

  execute(): Promise<AccountingView> {
    return this.accounting.view();
  }
}

@CommandHandler(ChangeAccounting)
export class ChangeAccountingHandler implements ICommandHandler<ChangeAccounting> {
  constructor(private readonly accounting: Accounting) {}

  execute({ change, version }: ChangeAccounting): Promise<Result<AccountingView, ProductError>> {
    return this.accounting.change(change, version);
  }
}
