import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { ProductError } from '../../../kernel/errors.shared.js';
import type { Result } from '../../../kernel/result.js';
import { Workflows } from './workflows.js';
import type { byWorkflow, readWorkflowInput, WorkflowFound, WorkflowView } from './workflows.shared.js';

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
