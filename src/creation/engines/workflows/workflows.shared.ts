import { z } from 'zod';
import { WORKFLOW_CHARACTERS } from '../../../engine/remote/comfyui/workflow/file.shared.js';
import {
  WORKFLOW_ROLES,
  type FoundInput,
  type FoundOutput,
  type InputPlace,
  type SettingOption,
  type WorkflowRole,
} from '../../../engine/remote/comfyui/workflow/inputs.shared.js';

const allowed = z.object({
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  values: z
    .array(z.union([z.string().max(500), z.number()]))
    .max(300)
    .readonly()
    .exactOptional(),
});
const place = z.string().min(1).max(200);
const text = z.string().min(1).max(WORKFLOW_CHARACTERS);

export const readWorkflowInput = z.object({ id: z.uuid(), text, output: place.optional() });
export const saveWorkflowInput = z.object({
  /** The engine. */
  id: z.uuid(),
  /** The workflow of which this is a new version; a new one if absent. */
  workflow: z.uuid().optional(),
  text,
  output: place,
  inputs: z
    .array(
      z.object({
        node: place,
        input: place,
        role: z.enum(WORKFLOW_ROLES),
        name: z.string().trim().min(1).max(60),
        allowed: allowed.exactOptional(),
      }),
    )
    .max(60)
    .refine(
      (all) => new Set(all.map(({ node, input }) => `${node}.${input}`)).size === all.length,
      'an input is named twice',
    )
    .refine((all) => all.filter(({ role }) => role === 'setting').length <= 24, 'too many fields'),
  name: z.string().trim().min(1).max(60),
  /** Whole credits per image, or per second of video. */
  credits: z.int().min(0).max(1_000),
  tier: z.enum(['free', 'pro']).default('pro'),
});
export const byWorkflow = z.object({ id: z.uuid(), workflow: z.uuid() });

/** What was found in a workflow. */
export interface WorkflowFound {
  readonly outputs: readonly FoundOutput[];
  /** The one that the inputs belong to. */
  readonly output: FoundOutput;
  readonly inputs: readonly FoundInput[];
}

/** An imported workflow, for a new version of it. */
export interface WorkflowView {
  /** Its graph as JSON. */
  readonly text: string;
  readonly version: number;
  readonly output: string;
  readonly kept: readonly (InputPlace & {
    readonly role: WorkflowRole;
    readonly name?: string;
    /** Of a setting: the limits that it has. */
    readonly option?: SettingOption;
  })[];
}
