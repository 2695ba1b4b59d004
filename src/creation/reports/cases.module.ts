import { Module } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { CLOCK, DOCUMENTS } from '../../platform/tokens.js';
import { CaseStore } from './case.store.js';
import { AuthorSanctions } from './sanctions.js';

/** Nest module of the stored cases and of what they allow authors, which publishing asks for. */
@Module({
  providers: [
    { provide: CaseStore, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => CaseStore.open(documents) },
    {
      provide: AuthorSanctions,
      inject: [CaseStore, CLOCK],
      useFactory: (cases: CaseStore, clock: Clock) => new AuthorSanctions(cases, clock),
    },
  ],
  exports: [CaseStore, AuthorSanctions],
})
export class CasesModule {}
