import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { DocumentStore } from '../platform/documents/port.js';
import { SpeechProgram } from '../platform/machine/speech-program.js';
import { DOCUMENTS } from '../platform/tokens.js';
import { OfferModelsHandler } from './commands.js';
import { OfferedModels } from './offered.js';
import { FindModelHandler, GetModelsHandler } from './queries.js';

@Module({
  imports: [CqrsModule],
  providers: [
    { provide: OfferedModels, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => OfferedModels.open(documents) },
    { provide: SpeechProgram, useFactory: () => new SpeechProgram() },
    GetModelsHandler, FindModelHandler, OfferModelsHandler,
  ],
})
export class CatalogModule {}
