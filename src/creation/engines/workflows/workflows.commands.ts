import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { ProductError } from '../../../kernel/errors.shared.js';
import type { Result } from '../../../kernel/result.js';
import type { EngineView } from '../engines.shared.js';
import { Workflows } from './workflows.js';
import type { byWorkflow, saveWorkflowInput } from './workflows.shared.js';

/** Saves a workflow as a model. Errors: see `Workflows.save`. */
export class SaveWorkflow extends Command<Result<EngineView, ProductError>> {
  constructor(readonly input: z.infer<typeof saveWorkflowInput>) {
    super();
  }
}

/** Stops offering a workflow. Errors: CONFIG_NOT_FOUND, TRY_AGAIN. */
export class RemoveWorkflow extends Command<Result<EngineView, ProductError>> {
  constructor(readonly input: z.infer<typeof byWorkflow>) {
    super();
  }
}

@CommandHandler(SaveWorkflow)
export class SaveWorkflowHandler implements ICommandHandler<SaveWorkflow> {
  constructor(private readonly workflows: Workflows) {}

  execute({ input }: SaveWorkflow): Promise<Result<EngineView, ProductError>> {
    return this.workflows.save(input);
  }
}

@CommandHandler(RemoveWorkflow)
export class RemoveWorkflowHandler implements ICommandHandler<RemoveWorkflow> {
  constructor(private readonly workflows: Workflows) {}

  execute({ input: { id, workflow } }: RemoveWorkflow): Promise<Result<EngineView, ProductError>> {
    return this.workflows.remove(id, workflow);
  }
}
