import { z } from 'zod';
import { SOURCE_ROLES, type SourceRole } from '../../engine/sources.shared.js';
import type { UsedLora } from './lora-limits.shared.js';
import { usedLoras } from './loras.shared.js';
import { modelSettings, type ModelSettingValues } from './model-settings.shared.js';
import type { Params } from './registry.shared.js';

/** A source of a creation: an upload of the caller's, one of their results, or a source of one of their creations. */
export const sourceRef = z.discriminatedUnion('from', [
  z.object({ from: z.literal('upload'), id: z.uuid() }),
  z.object({ from: z.literal('output'), taskId: z.uuid(), index: z.int().min(0).max(9) }),
  z.object({ from: z.literal('source'), taskId: z.uuid(), role: z.enum(SOURCE_ROLES) }),
]);
export type SourceRef = z.infer<typeof sourceRef>;

/** Fields that every creation request has in addition to its own input. */
export const requestEnvelope = {
  /** Idempotency key. The browser generates one per click, so a double click gives one task. */
  requestId: z.uuid(),
  model: z.string().min(1).max(64),
  /** The price that the button showed. */
  price: z.object({ amount: z.int().min(0).max(1_000_000), priceVersion: z.int().min(1) }),
  /** Answers with PRICE_CHANGED, whatever the price, in place of creating. */
  priceOnly: z.literal(true).optional(),
  /** The creation's project; the default project if absent. */
  projectId: z.uuid().toLowerCase().optional(),
  /** The caller's draft that this final repeats: its price is deducted once. */
  draftId: z.uuid().toLowerCase().optional(),
  /** The published work whose recipe filled the form. */
  originId: z.string().max(60).optional(),
  /** Settings that only the chosen model has, by key. */
  modelSettings: modelSettings.optional(),
  /** LoRAs of the chosen model's engine. */
  loras: usedLoras.optional(),
};

/** Input of every creation. `prompt` is '' and `count` is 1 for procedures without them. */
export interface TaskInput {
  readonly model: string;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly count: number;
  readonly seed: number;
  /** Values of the model's own settings; absent for models without. */
  readonly modelSettings?: ModelSettingValues;
  /** The version of the model that they were made for, and their names then. The server sets it. */
  readonly modelForm?: { readonly version: number; readonly names: Readonly<Record<string, string>> };
  /** Absent without. */
  readonly loras?: readonly UsedLora[];
  /** Settings of the procedure that have no effect with the model; absent without. The server sets it. */
  readonly withoutEffect?: readonly string[];
}

/** A request split into its stored parts: its recipe, and its sources. */
export interface RequestParts {
  readonly input: TaskInput;
  readonly params: Params;
  readonly sources: readonly { readonly role: SourceRole; readonly ref: SourceRef }[];
}
