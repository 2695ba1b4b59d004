import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ModelView } from './model.shared.js';
import { OfferedModels } from './offered.js';

/**
 * Replaces the models that a connected engine offers; an empty list removes the engine from the catalogue. Idempotent.
 */
export class OfferModels extends Command<void> {
  constructor(
    readonly offeredBy: string,
    readonly models: readonly ModelView[],
  ) {
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
