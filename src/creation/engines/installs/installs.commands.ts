import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../../kernel/errors.shared.js';
import type { Result } from '../../../kernel/result.js';
import { Installs } from './installs.js';

/**
 * Installs or starts a model on this machine, in the background. Errors: CONFIG_NOT_FOUND, INSTALL_REFUSED {reason}.
 */
export class InstallModel extends Command<Result<void, ProductError>> {
  constructor(readonly modelId: string) {
    super();
  }
}

/** Stops a model or its installation. Error: CONFIG_NOT_FOUND. */
export class StopModel extends Command<Result<void, ProductError>> {
  constructor(readonly modelId: string) {
    super();
  }
}

/** Removes a model, its files and its engine. Errors: CONFIG_NOT_FOUND, TRY_AGAIN. */
export class RemoveModel extends Command<Result<void, ProductError>> {
  constructor(readonly modelId: string) {
    super();
  }
}

/** Whether to tell the operator that models can be installed: once, where no engine is connected. */
export class MentionModels extends Command<boolean> {}

@CommandHandler(InstallModel)
export class InstallModelHandler implements ICommandHandler<InstallModel> {
  constructor(private readonly installs: Installs) {}

  execute({ modelId }: InstallModel): Promise<Result<void, ProductError>> {
    return this.installs.install(modelId);
  }
}

@CommandHandler(StopModel)
export class StopModelHandler implements ICommandHandler<StopModel> {
  constructor(private readonly installs: Installs) {}

  execute({ modelId }: StopModel): Promise<Result<void, ProductError>> {
    return this.installs.stop(modelId);
  }
}

@CommandHandler(RemoveModel)
export class RemoveModelHandler implements ICommandHandler<RemoveModel> {
  constructor(private readonly installs: Installs) {}

  execute({ modelId }: RemoveModel): Promise<Result<void, ProductError>> {
    return this.installs.remove(modelId);
  }
}

@CommandHandler(MentionModels)
export class MentionModelsHandler implements ICommandHandler<MentionModels> {
  constructor(private readonly installs: Installs) {}

  execute(): Promise<boolean> {
    return this.installs.shouldMention();
  }
}
