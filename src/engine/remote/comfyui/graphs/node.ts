import type { NodeSpecs } from '../workflow/node-specs.js';
import type { WorkflowNode } from '../workflow/graph.js';

/** The output of a node: its id, and the place of the output. */
export type Link = [node: string, slot: number];

export const node = (type: string, inputs: WorkflowNode['inputs']): WorkflowNode => ({ class_type: type, inputs });

/** Texts that an input of a class can have. */
export const choicesOf = (specs: NodeSpecs, type: string, input: string): readonly string[] =>
  (specs.get(type)?.inputs.get(input)?.choices ?? []).filter((one) => typeof one === 'string');

/** The first of some values that an input can have; else any that it has; else the first, which the server refuses. */
export function chosen(
  specs: NodeSpecs,
  type: string,
  input: string,
  wanted: readonly [string, ...string[]] | readonly string[],
): string {
  const there = choicesOf(specs, type, input);
  return wanted.find((one) => there.includes(one)) ?? there[0] ?? wanted[0] ?? '';
}
