import type { RemoteOperation } from '../../operations.shared.js';

/** What a creation puts into an input of a workflow. `setting` becomes a field of the model's form. */
export const WORKFLOW_ROLES = [
  'prompt',
  'negative',
  'image',
  'mask',
  'image-and-mask',
  'seed',
  'width',
  'height',
  'frames',
  'strength',
  'setting',
] as const;
export type WorkflowRole = (typeof WORKFLOW_ROLES)[number];

/** Why a workflow cannot be used: the `reason` of WORKFLOW_INVALID. */
export const WORKFLOW_REASONS = [
  'not_json',
  'not_api',
  'no_workflow',
  'too_large',
  'shape',
  'missing_node',
  'cycle',
  'unknown_node',
  'unsafe_path',
  'unknown_value',
  'no_output',
  'no_input',
  'no_mask',
  'unknown_input',
  'limits',
  'full',
] as const;
export type WorkflowReason = (typeof WORKFLOW_REASONS)[number];

/** A field that a person sets: one of some values, a number within limits, or on and off. */
export type SettingOption =
  | { readonly kind: 'choice'; readonly values: readonly (string | number)[]; readonly initial: string | number }
  | {
      readonly kind: 'range';
      readonly min: number;
      readonly max: number;
      /** 1 for whole numbers. */
      readonly step: number;
      readonly initial: number;
    }
  | { readonly kind: 'switch'; readonly initial: boolean };

/** Limits of a number input; absent where the node declares none. */
export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

/** What a person allows of a setting: a range within what its node takes, or some of the values that were found. */
export interface AllowedValues {
  readonly min?: number;
  readonly max?: number;
  readonly values?: readonly (string | number)[];
}

/** Where a value goes: an input of a node. */
export interface InputPlace {
  readonly node: string;
  readonly input: string;
}

/** An input that a creation fills. */
export interface Binding extends InputPlace {
  readonly role: WorkflowRole;
  readonly limits?: NumberLimits;
  /** Frames per second of the workflow's video; for `frames`. */
  readonly fps?: number;
  /** The field of a `setting`. */
  readonly option?: SettingOption;
  /** Its name in the form; for a `setting`. */
  readonly name?: string;
}

/** An input found in a workflow, with what it holds there. */
export interface FoundInput extends Binding {
  /** The node's title, or its class. */
  readonly title: string;
  /** Roles that it can have instead, its own included. */
  readonly roles: readonly WorkflowRole[];
  /** The value in the workflow, as text, shortened. */
  readonly value: string;
  /** Whether it is usually filled. */
  readonly usual: boolean;
}

/** A node whose result can be taken. */
export interface FoundOutput {
  readonly node: string;
  readonly title: string;
  readonly makes: 'image' | 'video';
}

/** Name of a setting in requests and recipes: stable as long as the workflow keeps its node. */
export const settingKey = ({ node, input }: InputPlace): string => `${node}.${input}`;

/**
 * The operation that a workflow serves, by its result and by what is filled in. `look` tells what a workflow without a
 * prompt does to its image.
 */
export function operationsFor(
  makes: 'image' | 'video',
  bindings: readonly Pick<Binding, 'role'>[],
  classes: readonly string[],
): readonly RemoteOperation[] {
  const has = (...roles: readonly WorkflowRole[]): boolean => bindings.some(({ role }) => roles.includes(role));
  const [image, words] = [has('image', 'image-and-mask'), has('prompt')];
  if (makes === 'video') return image ? ['image-to-video'] : words ? ['text-to-video'] : [];
  if (has('mask', 'image-and-mask')) return image ? [words ? 'inpaint' : 'erase'] : [];
  if (!image) return words ? ['text-to-image'] : [];
  if (words) return ['image-to-image'];
  const does = (what: RegExp): boolean => classes.some((one) => what.test(one));
  return does(/rembg|rmbg|birefnet|remove.*background/i)
    ? ['cut-out']
    : does(/upscale/i)
      ? ['upscale']
      : ['image-to-image'];
}
