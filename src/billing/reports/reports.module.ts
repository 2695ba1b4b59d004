import { Module } from '@nestjs/common';
import type { DocumentStore } from '../../platform/documents/port.js';
import { DOCUMENTS } from '../../platform/tokens.js';
import { ChangeReportsHandler, GetReportsHandler } from './reports.commands.js';
import { Reports, REPORTS, storedReports } from './reports.js';

/** Saved reports of finance. */
@Module({
  providers: [
    {
      provide: Reports,
      inject: [DOCUMENTS],
      useFactory: async (documents: DocumentStore) =>
        new Reports(await documents.collection(REPORTS, (stored) => storedReports.parse(stored))),
    },
    GetReportsHandler,
    ChangeReportsHandler,
  ],
})
export class ReportsModule {}
