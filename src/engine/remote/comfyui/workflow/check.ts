import type { ProductError } from '../../../../kernel/errors.shared.js';
import { invalid, linkOf, linksOf, neededFor, type WorkflowGraph, type WorkflowNode } from './graph.js';
import type { InputSpec, NodeSpecs } from './node-specs.js';

/** Names and values in a refusal are shown to the operator. */
const SHOWN = 80;
const shown = (text: string): string => text.slice(0, SHOWN);

/**
 * Links to nodes that are not there, and circles. @returns WORKFLOW_INVALID {reason: 'missing_node' | 'cycle', node}
 */
export function structureProblem(graph: WorkflowGraph): ProductError | undefined {
  const waiting = new Map<string, number>();
  const users = new Map<string, string[]>();
  for (const [id, node] of Object.entries(graph)) {
    const links = linksOf(node);
    waiting.set(id, links.length);
    for (const [input, from] of links) {
      if (!Object.hasOwn(graph, from)) return invalid('missing_node', { node: id, input });
      users.set(from, [...(users.get(from) ?? []), id]);
    }
  }
  const ready = [...waiting].flatMap(([id, count]) => (count === 0 ? [id] : []));
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    waiting.delete(id);
    for (const user of users.get(id) ?? []) {
      const left = (waiting.get(user) ?? 0) - 1;
      waiting.set(user, left);
      if (left === 0) ready.push(user);
    }
  }
  const [left] = waiting.keys();
  return left === undefined ? undefined : invalid('cycle', { node: left });
}

/**
 * Compares the part of a workflow that an output needs with what the ComfyUI has.
 * @param filled inputs, as `node.input`, that receive a file of their own: theirs need not exist there
 * @returns WORKFLOW_INVALID {reason: 'unknown_node' | 'unsafe_path' | 'unknown_value', node, class, input, value}
 */
export function contentProblem(
  graph: WorkflowGraph,
  specs: NodeSpecs,
  output: string,
  filled: ReadonlySet<string>,
): ProductError | undefined {
  for (const [id, node] of Object.entries(neededFor(graph, output))) {
    const spec = specs.get(node.class_type);
    if (spec === undefined) return invalid('unknown_node', { node: id, class: shown(node.class_type) });
    for (const [input, value] of Object.entries(node.inputs)) {
      const problem =
        linkOf(value) === undefined && !filled.has(`${id}.${input}`)
          ? valueProblem(value, spec.inputs.get(input))
          : undefined;
      if (problem !== undefined)
        return invalid(problem.reason, {
          node: id,
          class: shown(node.class_type),
          input: shown(input),
          value: shown(problem.value),
        });
    }
  }
  return undefined;
}

function valueProblem(
  value: WorkflowNode['inputs'][string],
  spec: InputSpec | undefined,
): { readonly reason: 'unsafe_path' | 'unknown_value'; readonly value: string } | undefined {
  if (spec?.type === 'COMBO' && spec.choices.length > 0 && (typeof value === 'string' || typeof value === 'number')) {
    return spec.choices.includes(value) ? undefined : { reason: 'unknown_value', value: String(value) };
  }
  if (spec?.type === 'STRING' && spec.multiline) return undefined;
  const path = stringsIn(value).find(isUnsafePath);
  return path === undefined ? undefined : { reason: 'unsafe_path', value: path };
}

/** All texts of a value; its depth was limited when it was read. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/**
 * A path from a root, of a home, of a drive, of a file address, or with a step upwards. Texts with several lines are
 * allowed.
 */
export const isUnsafePath = (text: string): boolean =>
  /^\s*(?:[\\/]|~[\\/]|[a-z]:[\\/]|file:)/i.test(text) || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text.trim());
