import type { ProductError } from '../../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../../kernel/result.js';
import { defined } from '../../../../kernel/defined.shared.js';
import { optionWithin } from './allowed.shared.js';
import { contentProblem, structureProblem } from './check.js';
import { findInputs, findOutputs } from './find.js';
import { invalid, neededFor, readGraph, type WorkflowGraph, type WorkflowNode } from './graph.js';
import {
  operationsFor,
  settingKey,
  type AllowedValues,
  type Binding,
  type FoundInput,
  type FoundOutput,
  type InputPlace,
  type WorkflowRole,
} from './inputs.shared.js';
import type { NodeSpecs } from './node-specs.js';
import type { ImportedWorkflow } from './stored.js';

/** What a workflow offers, for the person who imports it. */
export interface FoundWorkflow {
  readonly outputs: readonly FoundOutput[];
  /** The one that `inputs` belongs to. */
  readonly output: FoundOutput;
  readonly inputs: readonly FoundInput[];
}

/** An input that a person keeps, its role if changed, and the name of its field. */
export interface KeptInput extends InputPlace {
  readonly role: WorkflowRole;
  readonly name: string;
  /** The values that a setting may have; as found if absent. */
  readonly allowed?: AllowedValues;
}

/** A workflow's choice of output and inputs. */
export interface WorkflowChoice {
  readonly output: string;
  readonly inputs: readonly KeptInput[];
}

/** Asks a ComfyUI about node classes. */
export type AskSpecs = (classes: readonly string[]) => Promise<NodeSpecs>;

const FILES: ReadonlySet<WorkflowRole> = new Set(['image', 'mask', 'image-and-mask']);

/**
 * Reads a workflow and finds its inputs.
 * @param text JSON in ComfyUI's API format
 * @param output the node whose result is wanted; the first that saves one if absent
 * @returns WORKFLOW_INVALID {reason}
 * @throws RemoteFault
 */
export async function readWorkflow(
  text: string,
  output: string | undefined,
  ask: AskSpecs,
): Promise<Result<FoundWorkflow, ProductError>> {
  const read = await opened(text, output, ask);
  if (!read.ok) return read;
  const { graph, specs, output: chosen, outputs, inputs } = read.value;
  const problem = contentProblem(
    graph,
    specs,
    chosen.node,
    new Set(inputs.filter(({ role }) => FILES.has(role)).map(settingKey)),
  );
  return problem === undefined ? ok({ outputs, output: chosen, inputs }) : err(problem);
}

/**
 * A workflow with the inputs that a person keeps. Everything else keeps its value.
 * @returns WORKFLOW_INVALID {reason}: as `readWorkflow`, and unknown_input, limits, no_input, no_mask
 * @throws RemoteFault
 */
export async function importWorkflow(
  text: string,
  choice: WorkflowChoice,
  ask: AskSpecs,
): Promise<Result<ImportedWorkflow, ProductError>> {
  const read = await opened(text, choice.output, ask);
  if (!read.ok) return read;
  const { graph, specs, output, inputs } = read.value;
  const bindings: Binding[] = [];
  for (const kept of choice.inputs) {
    const found = inputs.find((one) => settingKey(one) === settingKey(kept));
    if (found === undefined || !found.roles.includes(kept.role))
      return err(invalid('unknown_input', { node: kept.node, input: kept.input }));
    const binding = bindingOf(found, kept);
    if (binding === undefined) return err(invalid('limits', { node: kept.node, input: kept.input }));
    bindings.push(binding);
  }
  const problem = contentProblem(
    graph,
    specs,
    output.node,
    new Set(bindings.filter(({ role }) => FILES.has(role)).map(settingKey)),
  );
  if (problem !== undefined) return err(problem);
  const needed = neededFor(graph, output.node);
  const operations = operationsFor(
    output.makes,
    bindings,
    Object.values(needed).map(({ class_type: type }) => type),
  );
  // A mask says where an image changes: it needs the image.
  if (operations.length === 0)
    return err(invalid(bindings.some(({ role }) => role === 'mask') ? 'no_mask' : 'no_input'));
  return ok({ graph: named(needed, output.node), output: output.node, makes: output.makes, bindings, operations });
}

/** @returns undefined for limits that the setting cannot have */
function bindingOf(
  { title: _title, roles: _roles, value: _value, usual: _usual, option: whole, ...found }: FoundInput,
  { role, name, allowed }: KeptInput,
): Binding | undefined {
  const option =
    whole === undefined || allowed === undefined ? whole : optionWithin(whole, found.limits ?? {}, allowed);
  if (whole !== undefined && option === undefined) return undefined;
  return { ...found, role, ...defined({ option }), ...(role === 'setting' ? { name } : {}) };
}

/** Results are saved under our own name. */
function named(graph: WorkflowGraph, output: string): WorkflowGraph {
  return Object.fromEntries(
    Object.entries(graph).map(([id, node]): [string, WorkflowNode] => [
      id,
      id === output && typeof node.inputs['filename_prefix'] === 'string'
        ? { ...node, inputs: { ...node.inputs, filename_prefix: 'kinora' } }
        : node,
    ]),
  );
}

interface Opened extends FoundWorkflow {
  readonly graph: WorkflowGraph;
  readonly specs: NodeSpecs;
}

async function opened(text: string, wanted: string | undefined, ask: AskSpecs): Promise<Result<Opened, ProductError>> {
  const read = readGraph(text);
  if (!read.ok) return read;
  const graph = read.value;
  const broken = structureProblem(graph);
  if (broken !== undefined) return err(broken);
  const specs = await ask([...new Set(Object.values(graph).map(({ class_type: type }) => type))]);
  const outputs = findOutputs(graph, specs);
  const output = wanted === undefined ? outputs[0] : outputs.find(({ node }) => node === wanted);
  if (output === undefined) return err(firstUnknown(graph, specs) ?? invalid('no_output'));
  return ok({ graph, specs, outputs, output, inputs: findInputs(graph, specs, output) });
}

/** A missing class may be the reason for a missing output. */
function firstUnknown(graph: WorkflowGraph, specs: NodeSpecs): ProductError | undefined {
  const found = Object.entries(graph).find(([, { class_type: type }]) => !specs.has(type));
  return found && invalid('unknown_node', { node: found[0], class: found[1].class_type.slice(0, 80) });
}
