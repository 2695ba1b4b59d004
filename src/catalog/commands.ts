import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ModelView } from './model.shared.js';
import { OfferedModels } from './offered.js';

/** Makes `models` all that a connected engine offers; none takes it out of the catalogue. May be sent again. */
export class OfferModels extends Command<void> {
  constructor(readonly offeredBy: string, readonly models: readonly ModelView[]) {
    super();
  }
}

@CommandHandler(OfferModels)
export class OfferModelsHandler implements ICommandHandler<OfferModels> {
  constructor(private readonly offered: OfferedModels) {}

  execute({ offeredBy, models }: OfferModels): Promise<void> {
    return this.offered.replace(offeredBy, models);
  }
}
