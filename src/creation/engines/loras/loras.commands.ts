import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { ProductError } from '../../../kernel/errors.shared.js';
import type { Result } from '../../../kernel/result.js';
import { Loras } from './loras.js';
import type { changeLoraInput, ManagedLora } from './loras.shared.js';

/** Looks at what an engine has now. Errors: see `Loras.refresh`. */
export class RefreshLoras extends Command<Result<number, ProductError>> {
  constructor(readonly engineId: string) {
    super();
  }
}

/** Changes what is written about a LoRA. Error: CONFIG_NOT_FOUND. */
export class ChangeLora extends Command<Result<ManagedLora, ProductError>> {
  constructor(readonly input: z.infer<typeof changeLoraInput>) {
    super();
  }
}

/** Makes a sample with a LoRA. Errors: see `Loras.makeSample`. */
export class MakeLoraSample extends Command<Result<ManagedLora, ProductError>> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(RefreshLoras)
export class RefreshLorasHandler implements ICommandHandler<RefreshLoras> {
  constructor(private readonly loras: Loras) {}

  execute({ engineId }: RefreshLoras): Promise<Result<number, ProductError>> {
    return this.loras.refresh(engineId);
  }
}

@CommandHandler(ChangeLora)
export class ChangeLoraHandler implements ICommandHandler<ChangeLora> {
  constructor(private readonly loras: Loras) {}

  execute({ input }: ChangeLora): Promise<Result<ManagedLora, ProductError>> {
    return this.loras.change(input);
  }
}

@CommandHandler(MakeLoraSample)
export class MakeLoraSampleHandler implements ICommandHandler<MakeLoraSample> {
  constructor(private readonly loras: Loras) {}

  execute({ id }: MakeLoraSample): Promise<Result<ManagedLora, ProductError>> {
    return this.loras.makeSample(id);
  }
}
