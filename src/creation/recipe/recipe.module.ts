import { Module, type DynamicModule } from '@nestjs/common';
import { join, resolve } from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import { CLOCK, CONFIG } from '../../platform/tokens.js';
import { ContentCredential } from './credential/credential.js';

/** What signs results, given to Nest: `ContentCredential` may be injected anywhere. */
@Module({})
export class RecipeModule {
  static forRoot(): DynamicModule {
    return {
      module: RecipeModule,
      global: true,
      providers: [{
        provide: ContentCredential, inject: [CONFIG, CLOCK],
        useFactory: ({ dataDir }: { readonly dataDir: string }, clock: Clock) => new ContentCredential(join(resolve(dataDir), 'credential'), clock),
      }],
      exports: [ContentCredential],
    };
  }
}
