import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { ProductError } from '../../../kernel/errors.shared.js';
import type { Result } from '../../../kernel/result.js';
import type { EngineView } from '../engines.shared.js';
import { Workflows } from './workflows.js';
import type { byWorkflow, readWorkflowInput, saveWorkflowInput, WorkflowFound, WorkflowView } from './workflows.shared.js';

/** The inputs of a workflow. Errors: see `Workflows.read`. */
export class ReadWorkflow extends Query<Result<WorkflowFound, ProductError>> {
  constructor(readonly input: z.infer<typeof readWorkflowInput>) {
    super();
  }
}

/** An imported workflow. Error: CONFIG_NOT_FOUND. */
export class GetWorkflow extends Query<Result<WorkflowView, ProductError>> {
  constructor(readonly input: z.infer<typeof byWorkflow>) {
    super();
  }
}

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

@QueryHandler(ReadWorkflow)
export class ReadWorkflowHandler implements IQueryHandler<ReadWorkflow> {
  constructor(private readonly workflows: Workflows) {}

  execute({ input }: ReadWorkflow): Promise<Result<WorkflowFound, ProductError>> {
    return this.workflows.read(input);
  }
}

@QueryHandler(GetWorkflow)
export class GetWorkflowHandler implements IQueryHandler<GetWorkflow> {
  constructor(private readonly workflows: Workflows) {}

  execute({ input: { id, workflow } }: GetWorkflow): Promise<Result<WorkflowView, ProductError>> {
    return this.workflows.get(id, workflow);
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

export const WORKFLOW_HANDLERS = [ReadWorkflowHandler, GetWorkflowHandler, SaveWorkflowHandler, RemoveWorkflowHandler] as const;
