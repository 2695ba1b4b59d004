import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { DocumentStore } from '../platform/documents/port.js';
import { SpeechProgram } from '../platform/machine/speech-program.js';
import { CONFIG, DOCUMENTS } from '../platform/tokens.js';
import { InstalledModels } from '../platform/machine/installed-models.js';
import { OfferModelsHandler } from './commands.js';
import { OfferedModels } from './offered.js';
import { FindModelHandler, GetModelsHandler } from './queries.js';

@Module({
  imports: [CqrsModule],
  providers: [
    { provide: OfferedModels, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => OfferedModels.open(documents) },
    { provide: SpeechProgram, useFactory: () => new SpeechProgram() },
    { provide: InstalledModels, inject: [CONFIG], useFactory: ({ modelsDir }: { readonly modelsDir: string }) => new InstalledModels(modelsDir) },
    GetModelsHandler, FindModelHandler, OfferModelsHandler,
  ],
})
export class CatalogModule {}
