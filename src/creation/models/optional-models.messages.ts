import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OptionalModelId } from '../../engine/models/catalogue.shared.js';
import { OptionalModels } from './optional-models.js';
import type { OptionalModelView } from './optional-models.shared.js';

/** Starts the installation of an optional model. */
export class InstallOptionalModel extends Command<void> {
  constructor(readonly id: OptionalModelId) {
    super();
  }
}

/** Cancels an installation, or deletes an installed model. */
export class RemoveOptionalModel extends Command<void> {
  constructor(readonly id: OptionalModelId) {
    super();
  }
}

/** Every optional model now, and after each change. */
export class WatchOptionalModels extends Query<AsyncIterable<readonly OptionalModelView[]>> {
  constructor(readonly signal: AbortSignal) {
    super();
  }
}

@CommandHandler(InstallOptionalModel)
export class InstallOptionalModelHandler implements ICommandHandler<InstallOptionalModel> {
  constructor(private readonly models: OptionalModels) {}

  execute({ id }: InstallOptionalModel): Promise<void> {
    this.models.install(id);
    return Promise.resolve();
  }
}

@CommandHandler(RemoveOptionalModel)
export class RemoveOptionalModelHandler implements ICommandHandler<RemoveOptionalModel> {
  constructor(private readonly models: OptionalModels) {}

  execute({ id }: RemoveOptionalModel): Promise<void> {
    return this.models.remove(id);
  }
}

@QueryHandler(WatchOptionalModels)
export class WatchOptionalModelsHandler implements IQueryHandler<WatchOptionalModels> {
  constructor(private readonly models: OptionalModels) {}

  execute({ signal }: WatchOptionalModels): Promise<AsyncIterable<readonly OptionalModelView[]>> {
    return Promise.resolve(this.models.watch(signal));
  }
}
