import { z } from 'zod';
import { defined } from '../../../../kernel/defined.shared.js';
import type { NumberLimits } from './inputs.shared.js';

/**
 * What a ComfyUI says about its nodes: `/object_info/{node_class}` (`node_info` of server.py). An input is `[type,
 * options]`; the type of a choice is the list of its values, or `COMBO` with the list in its options.
 */
const options = z.looseObject({
  multiline: z.boolean().optional().catch(undefined),
  min: z.number().optional().catch(undefined),
  max: z.number().optional().catch(undefined),
  step: z.number().optional().catch(undefined),
  options: z.array(z.unknown()).optional().catch(undefined),
  image_upload: z.boolean().optional().catch(undefined),
  video_upload: z.boolean().optional().catch(undefined),
  control_after_generate: z.unknown().optional(),
});
const input = z.tuple([z.union([z.string(), z.array(z.unknown())])], z.unknown());
const inputs = z.record(z.string(), z.unknown());
const info = z.object({
  input: z
    .object({ required: inputs.optional().catch(undefined), optional: inputs.optional().catch(undefined) })
    .catch({}),
  output: z.array(z.unknown()).optional().catch(undefined),
  output_node: z.boolean().optional().catch(undefined),
});
/** The answer for one class; without it for an unknown one. */
export const objectInfo = z.record(z.string(), z.unknown());

/** An input of a node class. */
export interface InputSpec extends NumberLimits {
  /** Such as STRING, INT, FLOAT, BOOLEAN, COMBO, MODEL, IMAGE. */
  readonly type: string;
  readonly multiline: boolean;
  /** The values of a COMBO; strings and numbers only. */
  readonly choices: readonly (string | number)[];
  /** A file that is uploaded first. */
  readonly upload?: 'image' | 'video';
  /** A seed: the editor changes it after each run. */
  readonly isSeed: boolean;
}

/** A node class of a ComfyUI. */
export interface NodeSpec {
  readonly inputs: ReadonlyMap<string, InputSpec>;
  /** Types of its results, such as IMAGE. */
  readonly outputs: readonly string[];
  readonly isOutput: boolean;
}
/** Node classes by name; those that a ComfyUI does not have are absent. */
export type NodeSpecs = ReadonlyMap<string, NodeSpec>;

/** Reads a class from an answer of `/object_info`; undefined if the ComfyUI does not have it. */
export function readSpec(answer: Readonly<Record<string, unknown>>, name: string): NodeSpec | undefined {
  const read = Object.hasOwn(answer, name) ? info.safeParse(answer[name]) : undefined;
  if (read?.success !== true) return undefined;
  const {
    input: { required = {}, optional = {} },
    output = [],
    output_node: isOutput = false,
  } = read.data;
  return {
    inputs: new Map(
      [...Object.entries(required), ...Object.entries(optional)].flatMap(([name, one]) => {
        const spec = readInput(one);
        return spec === undefined ? [] : [[name, spec] as const];
      }),
    ),
    outputs: output.filter((one) => typeof one === 'string'),
    isOutput,
  };
}

function readInput(given: unknown): InputSpec | undefined {
  const read = input.safeParse(given);
  if (!read.success) return undefined;
  const [type, ...rest] = read.data;
  const {
    multiline = false,
    min,
    max,
    step,
    options: values,
    image_upload: isImage,
    video_upload: isVideo,
    control_after_generate: after,
  } = options.catch({}).parse(rest[0] ?? {});
  const choices = (Array.isArray(type) ? type : (values ?? [])).filter(
    (one) => typeof one === 'string' || typeof one === 'number',
  );
  const upload = isImage === true ? ('image' as const) : isVideo === true ? ('video' as const) : undefined;
  return {
    type: Array.isArray(type) ? 'COMBO' : type,
    multiline,
    choices,
    isSeed: after !== undefined && after !== false,
    ...defined({ min, max, step, upload }),
  };
}
