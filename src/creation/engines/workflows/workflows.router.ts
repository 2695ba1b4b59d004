import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, unwrap } from '../../../platform/http/trpc/trpc.js';
import { RemoveWorkflow, SaveWorkflow } from './workflows.commands.js';
import { GetWorkflow, ReadWorkflow } from './workflows.queries.js';
import { byWorkflow, readWorkflowInput, saveWorkflowInput } from './workflows.shared.js';

/** The part of `engines.*` about imported workflows. Reading one asks the engine about its nodes. */
export function workflowCalls({ commands, queries }: { readonly commands: CommandBus; readonly queries: QueryBus }) {
  const admin = procedures.needs('connectEngines');
  return {
    workflow: admin.input(byWorkflow).query(async ({ input }) => unwrap(await queries.execute(new GetWorkflow(input)))),
    readWorkflow: admin
      .input(readWorkflowInput)
      .mutation(async ({ input }) => unwrap(await queries.execute(new ReadWorkflow(input)))),
    saveWorkflow: admin
      .input(saveWorkflowInput)
      .mutation(async ({ input }) => unwrap(await commands.execute(new SaveWorkflow(input)))),
    removeWorkflow: admin
      .input(byWorkflow)
      .mutation(async ({ input }) => unwrap(await commands.execute(new RemoveWorkflow(input)))),
  };
}
