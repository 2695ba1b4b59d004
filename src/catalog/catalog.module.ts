import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { DocumentStore } from '../platform/documents/port.js';
import { SpeechProgram } from '../platform/machine/speech-program.js';
import { CONFIG, DOCUMENTS } from '../platform/tokens.js';
import { InstalledModels } from '../platform/machine/installed-models.js';
import { LocalModels } from './catalog.js';
import { OfferModelsHandler } from './commands.js';
import { EntriesModule } from './entries/entries.module.js';
import type { BuiltIns } from './entries/content.shared.js';
import type { ModelSeed } from './model.shared.js';
import { OfferedModels } from './offered.js';
import { FindModelHandler, GetModelsHandler, UsableModels } from './queries.js';

@Module({
  imports: [CqrsModule],
  providers: [
    {
      provide: OfferedModels,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => OfferedModels.open(documents),
    },
    { provide: SpeechProgram, useFactory: () => new SpeechProgram() },
    {
      provide: InstalledModels,
      inject: [CONFIG],
      useFactory: ({ modelsDir }: { readonly modelsDir: string }) => new InstalledModels(modelsDir),
    },
    UsableModels,
    GetModelsHandler,
    FindModelHandler,
    OfferModelsHandler,
  ],
})
export class CatalogModule {
  /**
   * @param seed the models of the local engine
   * @param builtIns the effects and templates that the product serves
   * @throws ZodError for an invalid seed
   */
  static forRoot(seed: ModelSeed, builtIns: BuiltIns): DynamicModule {
    return {
      module: CatalogModule,
      imports: [EntriesModule.forRoot(builtIns)],
      providers: [{ provide: LocalModels, useValue: new LocalModels(seed) }],
      exports: [EntriesModule],
    };
  }
}
