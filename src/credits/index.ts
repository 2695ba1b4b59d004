import { projectionCollection } from '../kernel/projection.js';
import { balanceProjection } from './balance.projection.js';
import { BOOKS } from './books.projection.js';
import { statementProjection } from './statement.projection.js';

export type { AccountCommand } from './account.js';
export { accountStream, type AccountKey } from './account.key.js';
export { ChangeCredits, type Changed } from './commands.js';
export { FindExpiring, type ExpiringSoon } from './expiring.js';
export { GetTrialBalance } from './finance.queries.js';
export { GetGrantStories, type GrantUse } from './grant-stories.js';
export { GrantOwners, type GrantOwner, type GrantRef, type PaidGrant } from './grant-owners.js';
export { HoldOwners, type HoldOwner, type Work } from './hold-owners.js';
export { GetBalance, GetStatement, GetStatementLine, GetUsage, type StatementPage, type UsageRecord } from './queries.js';
export { BalanceChanged } from './signals.js';
export { WorkNames, type NamesWorks } from './work-names.js';

/** Names of the collections that are folded from the log and need not be kept elsewhere. */
export const CREDITS_PROJECTIONS: readonly string[] = [...[projectionCollection(balanceProjection), projectionCollection(statementProjection)].map(({ name }) => name), `${BOOKS.name}_v${BOOKS.version}`];
