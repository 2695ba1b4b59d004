import { Module } from '@nestjs/common';
import type { DocumentStore } from '../../platform/documents/port.js';
import { DOCUMENTS } from '../../platform/tokens.js';
import { ACCOUNTING, AccountingStore } from './settings.js';
import { accountingSettings } from './settings.shared.js';

/** The operator's settings of bookkeeping. */
@Module({
  providers: [
    { provide: AccountingStore, inject: [DOCUMENTS], useFactory: async (documents: DocumentStore) => new AccountingStore(await documents.collection(ACCOUNTING, (stored) => accountingSettings.parse(stored))) },
  ],
  exports: [AccountingStore],
})
export class AccountingModule {}
