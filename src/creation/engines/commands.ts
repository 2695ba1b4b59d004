import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { Logs } from '../../platform/http/logs.js';
import { LOGGER } from '../../platform/tokens.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { Engines } from './engines.js';
import { Loras } from './loras/loras.js';
import type { connectInput, EngineView, updateInput } from './engines.shared.js';

/** Connects an engine and adds its models to the catalogue at once. Errors: see `Engines.connect`. */
export class ConnectEngine extends Command<Result<EngineView, ProductError>> {
  constructor(readonly input: z.infer<typeof connectInput>) {
    super();
  }
}

/** Enables or disables an engine, or changes its key or its offers. Errors: CONFIG_NOT_FOUND, TRY_AGAIN. */
export class UpdateEngine extends Command<Result<EngineView, ProductError>> {
  constructor(readonly input: z.infer<typeof updateInput>) {
    super();
  }
}

/** Removes an engine. Creations that wait for it fail at no cost. Error: TRY_AGAIN. */
export class RemoveEngine extends Command<Result<void, ProductError>> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(ConnectEngine)
export class ConnectEngineHandler implements ICommandHandler<ConnectEngine> {
  constructor(
    private readonly engines: Engines,
    private readonly loras: Loras,
    @Inject(LOGGER) private readonly logs: Logs,
  ) {}

  async execute({
    input: { kind, address, key, name, offers },
  }: ConnectEngine): Promise<Result<EngineView, ProductError>> {
    const connected = await this.engines.connect({ kind, address, ...defined({ key }) }, name, offers);
    if (connected.ok) await this.look(connected.value.id);
    return connected;
  }

  /** The engine is connected, whether its LoRAs can be listed or not; an administrator can look again. */
  private async look(engineId: string): Promise<void> {
    try {
      await this.loras.refresh(engineId);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.logs.warn({ err: error }, 'the LoRAs of a new engine could not be stored');
    }
  }
}

@CommandHandler(UpdateEngine)
export class UpdateEngineHandler implements ICommandHandler<UpdateEngine> {
  constructor(private readonly engines: Engines) {}

  execute({ input: { id, ...change } }: UpdateEngine): Promise<Result<EngineView, ProductError>> {
    return this.engines.update(id, change);
  }
}

@CommandHandler(RemoveEngine)
export class RemoveEngineHandler implements ICommandHandler<RemoveEngine> {
  constructor(private readonly engines: Engines) {}

  execute({ id }: RemoveEngine): Promise<Result<void, ProductError>> {
    return this.engines.remove(id);
  }
}
