import { Module } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { CLOCK, DOCUMENTS } from '../../platform/tokens.js';
import { Accounting, ChangeAccountingHandler, GetAccountingHandler } from './accounting.commands.js';
import { ACCOUNTING, AccountingStore } from './settings.js';
import { accountingSettings } from './settings.shared.js';

/** The operator's settings of bookkeeping. */
@Module({
  providers: [
    {
      provide: AccountingStore,
      inject: [DOCUMENTS],
      useFactory: async (documents: DocumentStore) =>
        new AccountingStore(await documents.collection(ACCOUNTING, (stored) => accountingSettings.parse(stored))),
    },
    {
      provide: Accounting,
      inject: [AccountingStore, CLOCK],
      useFactory: (store: AccountingStore, clock: Clock) => new Accounting(store, clock),
    },
    GetAccountingHandler,
    ChangeAccountingHandler,
  ],
  exports: [AccountingStore],
})
export class AccountingModule {}
