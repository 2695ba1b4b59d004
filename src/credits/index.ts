import { projectionCollection } from '../kernel/event-sourcing/projection.js';
import { balanceProjection } from './account/balance.projection.js';
import { BOOKS } from './books/books.projection.js';
import { statementProjection } from './statement/statement.projection.js';

export { accountCodec, type AccountEvent, type Allocation } from './account/events.js';
export type { AccountCommand } from './account/account.commands.js';
export { ACCOUNT_PREFIX, accountOf, accountStream, type AccountKey } from './account/account.key.js';
export { Adjustments } from './adjustments/adjustments.js';
export { GetAdjustments } from './adjustments/adjustments.queries.js';
export { ForgetAdjustmentNotes, RestoreCredits, TakeBackCredits } from './adjustments/adjustments.commands.js';
export { ChangeCredits, type Changed } from './commands.js';
export { RecordDueExpiries } from './account/sweep.js';
export { daysOf, FinanceExports, type ExportPeriod } from './exports/finance-exports.js';
export { FindExpiring, type ExpiringSoon } from './account/expiring.js';
export {
  GetFirstBooksDay,
  GetLiability,
  GetParked,
  GetReconciliation,
  GetTrialBalance,
} from './books/finance.queries.js';
export { GetReturnedForFailures } from './books/returned.queries.js';
export { GetGrantStories, type GrantUse } from './statement/grant-stories.js';
export { grantUseKey, readGrantUses, type DailyGrantUse } from './grant-use/grant-use.js';
export { GrantUseFollower, type FollowedGrants } from './grant-use/grant-use.follower.js';
export { GrantOwners, type GrantOwner, type GrantRef, type PaidGrant } from './statement/grant-owners.js';
export { FindLines, type FoundLine } from './statement/find-lines.js';
export { HoldOwners, type HoldOwner, type HoldSubject as Work } from './statement/hold-owners.js';
export { DifferenceAlarm } from './reconcile/alarm.js';
export { catchUp } from './reconcile/reconcile.cli.js';
export {
  CauseOwners,
  ModelOwners,
  type CausedEvent,
  type CauseOwner,
  type ModelComparison,
  type ModelOwner,
} from './reconcile/owners.js';
export { compareDocuments, pagesOf } from './reconcile/reconcile.documents.js';
export type { Difference } from './books/finance.shared.js';
export { keysOf } from './proof/cli.js';
export { readJson } from './proof/check/root-files.js';
export {
  GetRootDays,
  GetSigningKeys,
  isKeyItself,
  SignDocument,
  signatureOf,
  type RootDays,
} from './proof/signed-documents.js';
export { GetNewestRoot, type RootFacts } from './proof/roots.queries.js';
export { RecipientLanguages } from './proof/deliver/recipient-languages.js';
export { CoveredStreams, type LedgerStreams } from './proof/ledger-streams.js';
export { ofThisList, readPage, type PageOf } from './movements/pages.js';
export {
  GetAccounts,
  GetBalance,
  GetStatement,
  GetStatementLine,
  GetUsage,
  type StatementPage,
  type UsageRecord,
} from './queries.js';
export { BalanceChanged } from './account/signals.js';
export { SubjectNames as WorkNames, type NamesWorks } from './statement/subject-names.js';

/** Collections that are folded from the log, so they need no copy elsewhere. */
export const CREDITS_PROJECTIONS: readonly string[] = [
  ...[projectionCollection(balanceProjection), projectionCollection(statementProjection)].map(({ name }) => name),
  `${BOOKS.name}_v${BOOKS.version}`,
];
