import { z } from 'zod';
import { REMOTE_OPERATIONS, type RemoteOperation } from '../../operations.shared.js';
import { workflowGraph, type WorkflowGraph } from './graph.js';
import { WORKFLOW_ROLES, type Binding } from './inputs.shared.js';

const choiceValue = z.union([z.string(), z.number()]);
const option = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), values: z.array(choiceValue), initial: choiceValue }),
  z.object({ kind: z.literal('range'), min: z.number(), max: z.number(), step: z.number(), initial: z.number() }),
  z.object({ kind: z.literal('switch'), initial: z.boolean() }),
]);
const binding = z.object({
  node: z.string(),
  input: z.string(),
  role: z.enum(WORKFLOW_ROLES),
  name: z.string().exactOptional(),
  fps: z.number().exactOptional(),
  option: option.exactOptional(),
  limits: z
    .object({ min: z.number().exactOptional(), max: z.number().exactOptional(), step: z.number().exactOptional() })
    .exactOptional(),
});

/** An imported workflow as it is stored: the part that its output needs, and what a creation fills in. */
export const storedWorkflow = z.object({
  graph: workflowGraph,
  output: z.string(),
  makes: z.enum(['image', 'video']),
  bindings: z.array(binding),
  operations: z.array(z.enum(REMOTE_OPERATIONS)),
});

export interface ImportedWorkflow {
  readonly graph: WorkflowGraph;
  /** The node whose result is taken. */
  readonly output: string;
  readonly makes: 'image' | 'video';
  readonly bindings: readonly Binding[];
  readonly operations: readonly RemoteOperation[];
}

/** Imported workflows by the name of their model. */
export interface WorkflowBook {
  /** @param version the newest if absent. @throws StoreUnavailable */
  find(model: string, version?: number): Promise<ImportedWorkflow | undefined>;
}
