import { Inject, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import { modelStoreOf, type ModelsSettings } from '../../engine/models/settings.js';
import type { Logs } from '../../platform/http/logs.js';
import { CLOCK, CONFIG, LOGGER } from '../../platform/tokens.js';
import {
  InstallOptionalModelHandler,
  RemoveOptionalModelHandler,
  WatchOptionalModelsHandler,
} from './optional-models.messages.js';
import { OptionalModels } from './optional-models.js';

/** Nest module of optional models (adr/0094). */
@Module({
  providers: [
    {
      provide: OptionalModels,
      inject: [CONFIG, CLOCK, LOGGER],
      useFactory: (settings: ModelsSettings, clock: Clock, log: Logs) =>
        new OptionalModels(
          modelStoreOf(settings, () => clock.now()),
          log,
        ),
    },
    InstallOptionalModelHandler,
    RemoveOptionalModelHandler,
    WatchOptionalModelsHandler,
  ],
})
export class OptionalModelsModule implements BeforeApplicationShutdown {
  constructor(@Inject(OptionalModels) private readonly models: OptionalModels) {}

  beforeApplicationShutdown(): Promise<void> {
    return this.models.close();
  }
}
