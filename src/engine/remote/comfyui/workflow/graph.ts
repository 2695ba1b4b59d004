import { z } from 'zod';
import { productError, type ProductError } from '../../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../../kernel/result.js';
import { WORKFLOW_CHARACTERS } from './file.shared.js';
import type { WorkflowReason } from './inputs.shared.js';

/** Limits of a workflow. */
const MAX = { nodes: 400, inputs: 100, text: 20_000, depth: 12 } as const;

/** Ids of nodes: numbers, and with a colon those of nodes inside a subgraph. */
const nodeId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9:_.-]{0,63}$/);
/** Some nodes name inputs with symbols. */
const name = z
  .string()
  .regex(/^[^\p{C}]{1,200}$/u)
  .refine((given) => given !== '__proto__');
const link = z.tuple([nodeId, z.int().min(0).max(100)]);
const workflowNode = z.object({
  class_type: name,
  inputs: z.record(name, z.json()).refine((inputs) => Object.keys(inputs).length <= MAX.inputs),
  _meta: z
    .object({ title: z.string().max(200).catch('') })
    .optional()
    .catch(undefined),
});
export const workflowGraph = z.record(nodeId, workflowNode);

/** A node of a workflow: its class, and its inputs, each a value or a link to another node's output. */
export type WorkflowNode = Readonly<z.infer<typeof workflowNode>>;
/** A workflow in ComfyUI's API format: nodes by id. */
export type WorkflowGraph = Readonly<Record<string, WorkflowNode>>;

/** Refuses a workflow: WORKFLOW_INVALID {reason}, with the node and the input where there is one. */
export const invalid = (reason: WorkflowReason, at: Readonly<Record<string, string>> = {}): ProductError =>
  productError('WORKFLOW_INVALID', { reason, ...at });

/** Where a value of an input comes from, if it is a link. */
export function linkOf(value: unknown): readonly [node: string, slot: number] | undefined {
  return Array.isArray(value) && value.length === 2 ? link.safeParse(value).data : undefined;
}

/** The nodes that a node is linked to, by input. */
export const linksOf = ({ inputs }: WorkflowNode): readonly (readonly [input: string, node: string, slot: number])[] =>
  Object.entries(inputs).flatMap(([input, value]) => {
    const found = linkOf(value);
    return found === undefined ? [] : [[input, ...found] as const];
  });

/**
 * Reads a workflow in the API format.
 * @returns WORKFLOW_INVALID {reason}: not_json, not_api (the format of ComfyUI's editor), too_large, shape
 */
export function readGraph(text: string): Result<WorkflowGraph, ProductError> {
  if (text.length > WORKFLOW_CHARACTERS) return err(invalid('too_large'));
  const read = parsed(text);
  if (!read.ok) return read;
  const given = read.value;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return err(invalid('shape'));
  // The editor's format lists its nodes, and its links apart from them.
  if ('nodes' in given && 'links' in given) return err(invalid('not_api'));
  const ids = Object.keys(given);
  if (ids.length > MAX.nodes) return err(invalid('too_large'));
  if (isDeep(given)) return err(invalid('shape'));
  const graph = workflowGraph.safeParse(given);
  if (!graph.success || ids.length === 0) return err(invalid('shape'));
  // A schema of records leaves out keys such as `__proto__`.
  if (Object.keys(graph.data).length !== ids.length) return err(invalid('shape'));
  const isLong = Object.values(graph.data).some(({ inputs }) =>
    Object.values(inputs).some((value) => typeof value === 'string' && value.length > MAX.text),
  );
  return isLong ? err(invalid('too_large')) : ok(graph.data);
}

function parsed(text: string): Result<unknown, ProductError> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(invalid('not_json'));
  }
}

/** Whether values are nested deeper than any node's; without recursion, because the depth is a stranger's. */
function isDeep(value: object): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX.depth) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []));
  }
  return false;
}

/** The part of a graph that a node needs, in the graph's order. */
export function neededFor(graph: WorkflowGraph, node: string): WorkflowGraph {
  const needed = new Set<string>();
  const open = [node];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const found = graph[id];
    if (found === undefined || needed.has(id)) continue;
    needed.add(id);
    open.push(...linksOf(found).map(([, from]) => from));
  }
  return Object.fromEntries(Object.entries(graph).filter(([id]) => needed.has(id)));
}
