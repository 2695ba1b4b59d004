import type { OptionalModelId } from '../engine/models/catalogue.shared.js';
import { z } from 'zod';
import { REMOTE_OPERATIONS } from '../engine/remote/operations.shared.js';
import type { ModelSeed, ModelView } from './model.shared.js';

const whole = z.int().min(0);
const costRule = z.object({
  base: whole,
  perOutput: whole,
  perSecond: whole,
  resolution: z
    .array(z.object({ upToPixels: z.int().min(1), percent: whole }))
    .min(1)
    .refine(
      (steps) => steps.every((step, index) => index === 0 || step.upToPixels > (steps[index - 1]?.upToPixels ?? 0)),
      'the steps of a resolution factor must grow',
    )
    .refine(
      (steps) => steps.every((step, index) => index === 0 || step.percent >= (steps[index - 1]?.percent ?? 0)),
      'a larger output may not cost less',
    ),
});
const choiceValue = z.union([z.string(), z.number()]);
const setting = z.object({
  key: z.string().min(1),
  name: z.string().min(1),
  option: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('choice'), values: z.array(choiceValue).min(1), initial: choiceValue }),
    z.object({
      kind: z.literal('range'),
      min: z.number(),
      max: z.number(),
      step: z.number().positive(),
      initial: z.number(),
    }),
    z.object({ kind: z.literal('switch'), initial: z.boolean() }),
  ]),
});
const model = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  name: z.string().min(1),
  procedures: z.array(z.string().regex(/^[a-zA-Z0-9]+\.[a-zA-Z0-9]+$/)).min(1),
  tier: z.enum(['free', 'pro']),
  engine: z.enum(['local', 'remote']),
  // A model stored before the relaxed queue existed is not part of it.
  relaxed: z.boolean().default(false),
  typicalMs: z.int().min(1),
  cost: costRule,
  priceVersion: z.int().min(1),
  longSide: z.int().min(64).max(4_096).multipleOf(16, 'image sides are in steps of 16 pixels'),
  settings: z.object({ version: z.int().min(1), fields: z.array(setting) }).exactOptional(),
  loras: z.array(z.string().min(1).max(80)).exactOptional(),
});
const offered = model.extend({
  offeredBy: z.string().min(1),
  connectedAt: z.int().min(0).exactOptional(),
  preferred: z.literal(true).exactOptional(),
  operations: z.array(z.enum(REMOTE_OPERATIONS)).exactOptional(),
});
const catalogue = z
  .array(model)
  .min(1)
  .refine((models) => new Set(models.map(({ id }) => id)).size === models.length, 'two models have the same id');

/**
 * Validates the whole seed.
 * @returns its models, frozen
 * @throws ZodError naming the fault, so that an operator's mistake shows at startup and not at the first creation
 */
export function readCatalogue(seed: unknown): readonly ModelView[] {
  return Object.freeze(catalogue.parse(seed));
}

/**
 * Validates a model that a connected engine offers.
 * @throws ZodError naming the fault
 */
export function readModel(value: unknown): ModelView & { readonly offeredBy: string } {
  return offered.parse(value);
}

/**
 * Models of connected engines in the order in which they are preselected: those that the operator prefers, then by the
 * time of connection, then by id.
 */
export const inOfferedOrder = (models: readonly ModelView[]): readonly ModelView[] =>
  models.toSorted(
    (a, b) =>
      Number(b.preferred === true) - Number(a.preferred === true) ||
      (a.connectedAt ?? 0) - (b.connectedAt ?? 0) ||
      (a.id < b.id ? -1 : 1),
  );

/** Those of some models that serve a procedure (`text2Image.create`), or all of them, in their order. */
export const modelsFor = (procedure: string | undefined, models: readonly ModelView[]): readonly ModelView[] =>
  procedure === undefined ? models : models.filter((entry) => entry.procedures.includes(procedure));

/** The models of the local engine. They never change while the process runs. */
export class LocalModels {
  private readonly models: readonly ModelView[];

  /** @throws ZodError for an invalid seed */
  constructor(private readonly seed: ModelSeed) {
    this.models = readCatalogue(seed.models);
  }

  /** Models for a procedure, or all models, in the picker's order. */
  serving(procedure?: string): readonly ModelView[] {
    return modelsFor(procedure, this.models);
  }

  /** The model with this id, if any. */
  find(id: string): ModelView | undefined {
    return this.models.find((entry) => entry.id === id);
  }

  /** Whether a model needs speech synthesis (adr/0042). */
  needsSpeech(id: string): boolean {
    return this.seed.needsSpeech.has(id);
  }

  /** The optional model that a model needs, if any (adr/0094). */
  optionalModelOf(id: string): OptionalModelId | undefined {
    return this.seed.needsOptional.get(id);
  }
}
