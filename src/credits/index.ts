export type { AccountCommand } from './account.js';
export { accountStream, type AccountKey } from './account.key.js';
export { ChangeCredits, type Changed } from './commands.js';
export { GetBalance, GetStatement, GetStatementLine, GetUsage, type StatementPage, type UsageRecord } from './queries.js';
export { BalanceChanged } from './signals.js';
