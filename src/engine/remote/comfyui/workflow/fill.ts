import type { WorkflowGraph, WorkflowNode } from './graph.js';
import { settingKey, type Binding, type NumberLimits } from './inputs.shared.js';

/** What a creation fills in. Names of files are those of ComfyUI's own upload. */
export interface Filling {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  /** 0 to 1. */
  readonly strength?: number;
  readonly image?: string;
  readonly mask?: string;
  readonly imageAndMask?: string;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

const MIN_STRENGTH = 0.05;

/** The nearest value that the limits allow, counted in steps from the least. */
function within(
  value: number,
  { min = 0, max = Infinity, step = 1 }: NumberLimits,
  round: (steps: number) => number = Math.round,
): number {
  const nearest = Math.min(max, Math.max(min, min + round((value - min) / step) * step));
  return Number.isFinite(nearest) ? nearest : value;
}

/**
 * A workflow with a creation's values. Only the bound inputs change. What a creation leaves open, such as an empty
 * prompt, stays as it is in the workflow. Pure.
 */
export function fillWorkflow(graph: WorkflowGraph, bindings: readonly Binding[], filling: Filling): WorkflowGraph {
  const changed = new Map<string, Record<string, string | number | boolean>>();
  for (const binding of bindings) {
    const value = valueOf(binding, filling);
    if (value !== undefined) changed.set(binding.node, { ...changed.get(binding.node), [binding.input]: value });
  }
  return Object.fromEntries(
    Object.entries(graph).map(([id, node]): [string, WorkflowNode] => {
      const values = changed.get(id);
      return [id, values === undefined ? node : { ...node, inputs: { ...node.inputs, ...values } }];
    }),
  );
}

const unlessEmpty = (text: string): string | undefined => (text === '' ? undefined : text);

function valueOf(binding: Binding, filling: Filling): string | number | boolean | undefined {
  const { role, limits = {}, fps } = binding;
  switch (role) {
    case 'prompt':
      return unlessEmpty(filling.prompt);
    case 'negative':
      return unlessEmpty(filling.negativePrompt);
    case 'image':
      return filling.image;
    case 'mask':
      return filling.mask;
    case 'image-and-mask':
      return filling.imageAndMask ?? filling.image;
    case 'seed':
      // Larger than any of ours in most nodes; some take 32 bits only.
      return limits.max === undefined ? filling.seed : filling.seed % (limits.max + 1);
    case 'width':
    case 'height':
      return within(filling[role], { step: 8, ...limits });
    case 'frames':
      // Never shorter than requested: the rest is cut off.
      return filling.seconds === undefined || fps === undefined
        ? undefined
        : within(Math.ceil(filling.seconds * fps) + 1, { min: 1, ...limits }, Math.ceil);
    case 'strength':
      return filling.strength === undefined
        ? undefined
        : Math.min(limits.max ?? 1, Math.max(limits.min ?? 0, MIN_STRENGTH, filling.strength));
    case 'setting': {
      const value = filling.settings[settingKey(binding)];
      return typeof value === 'number' && Number.isInteger(limits.step) ? within(value, limits) : value;
    }
    default:
      return role satisfies never;
  }
}
