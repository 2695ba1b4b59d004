import type { CliGroup } from '../platform/cli.js';
import { adjustmentCommands } from './adjustments/adjustments.cli.js';
import { balanceCommand, trialBalanceCommand } from './books/books.cli.js';
import { exportCommand } from './exports/exports.cli.js';
import { verifyCommand } from './proof/check/verify.cli.js';
import { rootCommand, verifyReceiptCommand } from './proof/cli.js';
import { reconcileCommand } from './reconcile/reconcile.cli.js';

export { verifyLedger } from './proof/check/verify.cli.js';

/** `npm run ledger -- …`: the ledger's own checks, for the operator. */
export const ledgerCli: CliGroup = {
  name: 'ledger',
  commands: [
    verifyCommand,
    verifyReceiptCommand,
    rootCommand,
    trialBalanceCommand,
    balanceCommand,
    exportCommand,
    reconcileCommand,
    ...adjustmentCommands,
  ],
};
