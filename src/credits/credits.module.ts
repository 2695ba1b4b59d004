import { Module } from '@nestjs/common';
import { AdjustmentsController } from './adjustments/adjustments.controller.js';
import { FinanceController } from './books/finance.controller.js';
import { LedgerModule } from './ledger.module.js';
import { ProofModule } from './proof/proof.module.js';
import { ReconcileModule } from './reconcile/reconcile.module.js';
import { StatementController } from './statement/statement.controller.js';

@Module({
  imports: [LedgerModule, ProofModule, ReconcileModule],
  controllers: [AdjustmentsController, FinanceController, StatementController],
  exports: [LedgerModule, ProofModule],
})
export class CreditsModule {}
