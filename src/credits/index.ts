export type { AccountCommand } from './account.js';
export { accountStream, type AccountKey } from './account.key.js';
export { ChangeCredits, type Changed } from './commands.js';
