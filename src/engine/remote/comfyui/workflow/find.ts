import { defined } from '../../../../kernel/defined.shared.js';
import { linkOf, linksOf, neededFor, type WorkflowGraph, type WorkflowNode } from './graph.js';
import type { FoundInput, FoundOutput, NumberLimits, SettingOption, WorkflowRole } from './inputs.shared.js';
import type { InputSpec, NodeSpec, NodeSpecs } from './node-specs.js';
import { textRoles } from './texts.js';

/** Characters of a value that are shown, and values of a choice that a form offers. */
const SHOWN = 120;
const MAX_CHOICES = 300;
const USUAL_SETTINGS = /^(?:steps|cfg|guidance)$/;
const SEED = /^(?:noise_)?seed$/;
const FRAMES = /^(?:length|num_frames|video_frames|frames)$/;
const RATE = /^(?:fps|frame_rate)$/;
/** Frames per second of a workflow that names none. */
const USUAL_FPS = 24;
/**
 * Numbers that a form offers at most where the node declares more: a run of thousands of steps would block the engine.
 */
const WIDEST = 100;

const titleOf = ({ class_type: type, _meta }: WorkflowNode): string =>
  _meta?.title === undefined || _meta.title === '' ? type : _meta.title;
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** What a node's result is; undefined if it saves neither images nor videos that a browser plays. */
function makesOf({ class_type: type, inputs }: WorkflowNode, spec: NodeSpec): 'image' | 'video' | undefined {
  if (!spec.isOutput || /animated/i.test(type)) return undefined;
  const types = new Set(linksOf({ class_type: type, inputs }).map(([input]) => spec.inputs.get(input)?.type));
  if (types.has('VIDEO')) return 'video';
  if (!types.has('IMAGE')) return undefined;
  return Object.keys(inputs).some((name) => RATE.test(name)) ? 'video' : 'image';
}

/** The nodes whose results can be taken; those that save come before those that only show. */
export function findOutputs(graph: WorkflowGraph, specs: NodeSpecs): readonly FoundOutput[] {
  const all = Object.entries(graph).flatMap(([id, node]) => {
    const spec = specs.get(node.class_type);
    const makes = spec === undefined ? undefined : makesOf(node, spec);
    return makes === undefined
      ? []
      : [{ node: id, title: titleOf(node), makes, shows: node.class_type.startsWith('Preview') }];
  });
  const rank = ({ makes, shows }: (typeof all)[number]): number => (shows ? 2 : 0) + (makes === 'video' ? 0 : 1);
  return all.sort((one, other) => rank(one) - rank(other)).map(({ shows: _shows, ...output }) => output);
}

/** What the search knows about a whole graph. */
interface Around {
  readonly texts: ReadonlyMap<string, 'prompt' | 'negative'>;
  /** Slots of each node that are linked. */
  readonly used: ReadonlyMap<string, ReadonlySet<number>>;
  readonly makes: 'image' | 'video';
  readonly fps: number;
  readonly hasImage: boolean;
}

/**
 * Finds what a creation can fill in. Pure; never throws.
 * @param output the node whose result is taken; only what it needs is searched
 */
export function findInputs(
  graph: WorkflowGraph,
  specs: NodeSpecs,
  { node: output, makes }: Pick<FoundOutput, 'node' | 'makes'>,
): readonly FoundInput[] {
  const needed = neededFor(graph, output);
  const nodes = Object.entries(needed);
  const used = new Map<string, Set<number>>();
  for (const [, node] of nodes)
    for (const [, from, slot] of linksOf(node)) used.set(from, (used.get(from) ?? new Set<number>()).add(slot));
  const uploads = (node: WorkflowNode): boolean =>
    [...(specs.get(node.class_type)?.inputs.values() ?? [])].some(({ upload }) => upload === 'image');
  const rates = nodes.flatMap(([, { inputs }]) =>
    Object.entries(inputs).flatMap(([name, value]) => (RATE.test(name) ? (numberOf(value) ?? []) : [])),
  );
  const around: Around = {
    texts: textRoles(needed, specs),
    used,
    makes,
    fps: rates.find((rate) => rate > 0) ?? USUAL_FPS,
    hasImage: nodes.some(([, node]) => uploads(node)),
  };
  return nodes.flatMap(([id, node]) => {
    const spec = specs.get(node.class_type);
    return spec === undefined
      ? []
      : Object.entries(node.inputs).flatMap(([input, value]) => {
          const one = spec.inputs.get(input);
          if (one === undefined || linkOf(value) !== undefined) return [];
          const found = roleOf({ id, node, input, value, spec, one }, around);
          return found === undefined
            ? []
            : [
                {
                  node: id,
                  input,
                  title: titleOf(node),
                  value: String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, SHOWN),
                  ...found,
                },
              ];
        });
  });
}

interface Candidate {
  readonly id: string;
  readonly node: WorkflowNode;
  readonly input: string;
  readonly value: WorkflowNode['inputs'][string];
  readonly spec: NodeSpec;
  readonly one: InputSpec;
}
type Role = Pick<FoundInput, 'role' | 'roles' | 'usual' | 'option' | 'limits' | 'fps'>;
const only = (role: WorkflowRole, more: Partial<Role> = {}): Role => ({ role, roles: [role], usual: true, ...more });
const limitsOf = ({ min, max, step }: InputSpec): NumberLimits => defined({ min, max, step });

function roleOf(candidate: Candidate, around: Around): Role | undefined {
  const { id, input, value, one } = candidate;
  if (typeof value === 'string' && one.type === 'STRING') {
    const role = around.texts.get(`${id}.${input}`);
    return role === undefined ? undefined : { role, roles: ['prompt', 'negative'], usual: true };
  }
  if (one.upload === 'image') return imageRole(candidate, around);
  if (one.type === 'INT' || one.type === 'FLOAT') return numberRole(candidate, around);
  const option = settingOption(input, value, one);
  return option === undefined ? undefined : only('setting', { option, usual: false });
}

/** An image, a mask, or both in one file: ComfyUI's `LoadImage` takes the mask from the transparency. */
function imageRole({ id, spec }: Candidate, { used }: Around): Role {
  if (!spec.outputs.includes('IMAGE')) return only('mask');
  const slots = used.get(id) ?? new Set();
  const takes = (type: string): boolean => spec.outputs.some((one, slot) => one === type && slots.has(slot));
  const role = !takes('MASK') ? 'image' : takes('IMAGE') ? 'image-and-mask' : 'mask';
  return { role, roles: ['image', 'mask', 'image-and-mask'], usual: true };
}

function numberRole({ node, input, value, one }: Candidate, { makes, fps, hasImage }: Around): Role | undefined {
  if (numberOf(value) === undefined) return undefined;
  const limits = limitsOf(one);
  if (one.type === 'INT' && (one.isSeed || SEED.test(input))) return only('seed', { limits });
  const isSize =
    (input === 'width' || input === 'height') &&
    numberOf(node.inputs['width']) !== undefined &&
    numberOf(node.inputs['height']) !== undefined;
  if (isSize && one.type === 'INT') return only(input, { limits });
  if (makes === 'video' && one.type === 'INT' && FRAMES.test(input)) return only('frames', { limits, fps });
  if (hasImage && makes === 'image' && one.type === 'FLOAT' && input === 'denoise') return only('strength', { limits });
  const option = settingOption(input, value, one);
  return option === undefined ? undefined : only('setting', { option, limits, usual: USUAL_SETTINGS.test(input) });
}

/** The field by which a person sets an input; undefined for values that no field shows. */
function settingOption(input: string, value: unknown, one: InputSpec): SettingOption | undefined {
  if (typeof value === 'boolean' && one.type === 'BOOLEAN') return { kind: 'switch', initial: value };
  const number = numberOf(value);
  if (number !== undefined && (one.type === 'INT' || one.type === 'FLOAT')) return rangeOf(input, number, one);
  const isListed =
    (typeof value === 'string' || typeof value === 'number') && one.type === 'COMBO' && one.choices.includes(value);
  return isListed && one.choices.length > 1 && one.choices.length <= MAX_CHOICES
    ? { kind: 'choice', values: [...new Set(one.choices)], initial: value }
    : undefined;
}

function rangeOf(input: string, value: number, { type, min = 0, max = Infinity, step }: InputSpec): SettingOption {
  const widest = Math.max(WIDEST, Math.abs(value) * (input === 'steps' ? 2 : 4));
  const limits = { min: Math.min(value, Math.max(min, -widest)), max: Math.max(value, Math.min(max, widest)) };
  return {
    kind: 'range',
    ...limits,
    step: type === 'INT' ? 1 : step !== undefined && step > 0 ? step : 0.1,
    initial: value,
  };
}
