import { z } from 'zod';
import type { ProcedureName } from '../../creation/procedures/registry.shared.js';
import { SEED_MAX } from '../../creation/procedures/params.shared.js';
import type { SourceRef } from '../../creation/procedures/request.shared.js';
import { STYLES } from '../../engine/options.shared.js';
import { ASPECTS, PROMPT_MAX, type Aspect } from '../../engine/sizes.shared.js';
import { defined } from '../../kernel/defined.shared.js';
import { submissionFields } from '../creations.js';

/** Requests of OpenAI's image API as requests of ours. Pure. */

/** Maximum images of one request, as of the procedures. */
const MAX_COUNT = 4;

const size = z.string().regex(/^(auto|[1-9]\d{1,4}x[1-9]\d{1,4})$/);
const QUALITIES = ['auto', 'low', 'medium', 'high', 'standard', 'hd'] as const;

/** Fields of both requests. Every field has the effect that docs/api.md states; others are refused. */
const common = {
  model: z.string().min(1).max(64).optional(),
  prompt: z.string().trim().min(1).max(PROMPT_MAX),
  n: z.int().min(1).max(MAX_COUNT).default(1),
  size: size.default('auto'),
  quality: z.enum(QUALITIES).default('auto'),
  style: z.enum(['vivid', ...STYLES]).default('natural'),
  response_format: z.enum(['url', 'b64_json']).default('b64_json'),
  seed: z.int().min(0).max(SEED_MAX).optional(),
  negative_prompt: z.string().max(PROMPT_MAX).optional(),
  maxCredits: submissionFields.shape.maxCredits,
  /** Accepted because clients send them; without effect. */
  user: z.string().max(500).optional(),
  moderation: z.enum(['auto', 'low']).optional(),
  background: z.enum(['auto', 'opaque']).optional(),
  stream: z.literal(false).optional(),
};

export const generation = z.strictObject(common);
/** The texts of an edit's form. Its files are read apart. */
export const edit = z.strictObject({ ...common, input_fidelity: z.enum(['low', 'high']).optional() });
export type ImageRequest = z.infer<typeof generation>;

/** The offered aspect ratio that is nearest to a size; undefined for `auto`. */
export function aspectOf(wanted: string): Aspect | undefined {
  if (wanted === 'auto') return undefined;
  const [width = 1, height = 1] = wanted.split('x').map(Number);
  const distance = (aspect: Aspect): number =>
    Math.abs(Math.log((width / height) * (ASPECTS[aspect].height / ASPECTS[aspect].width)));
  // The keys of ASPECTS are the aspect ratios, by its type.
  const [first, ...others] = Object.keys(ASPECTS) as [Aspect, ...Aspect[]];
  return others.reduce((best, aspect) => (distance(aspect) < distance(best) ? aspect : best), first);
}

/** What of a model decides whether it is chosen. */
export const offeredModel = z.object({
  id: z.string(),
  tier: z.enum(['free', 'pro']),
  longSide: z.number(),
  procedures: z.array(z.string()),
  connectedAt: z.number().optional(),
});
export type OfferedModel = z.infer<typeof offeredModel>;

/**
 * The model of a request: the named one; otherwise, of those that everyone may use, the first, or for high quality the
 * one of the largest images.
 * @param models in the picker's order
 * @returns undefined if none can be chosen
 */
export function modelFor(
  models: readonly OfferedModel[],
  { model, quality }: Pick<ImageRequest, 'model' | 'quality'>,
): string | undefined {
  if (model !== undefined) return model;
  const free = models.filter(({ tier }) => tier === 'free');
  if (quality !== 'high' && quality !== 'hd') return free[0]?.id;
  return free.reduce<OfferedModel | undefined>(
    (best, one) => (best === undefined || one.longSide > best.longSide ? one : best),
    undefined,
  )?.id;
}

/** Procedures of an edit without a mask, the preferred one first. */
export const UNMASKED = ['imageTools.editByInstruction', 'image2Image.create'] as const satisfies ProcedureName[];
/** Every procedure that these requests may use. */
export const SERVING: readonly ProcedureName[] = ['text2Image.create', 'imageTools.painting', ...UNMASKED];

/** The procedure of an edit without a mask: the preferred one of those that serve the model. */
export function unmaskedProcedure(
  models: readonly OfferedModel[],
  model: string | undefined,
): (typeof UNMASKED)[number] {
  const serves = (procedure: string): boolean =>
    models.some(({ id, procedures }) => (model === undefined || id === model) && procedures.includes(procedure));
  return UNMASKED.find(serves) ?? 'image2Image.create';
}

/** The input of the creation, as `/api/v1/creations/<procedure>` takes it. */
export function creationBody(
  procedure: ProcedureName,
  request: ImageRequest,
  model: string,
  sources: Readonly<Record<string, SourceRef>> = {},
): Readonly<Record<string, unknown>> {
  const { prompt, n, style, seed, negative_prompt: negativePrompt, maxCredits } = request;
  const aspect = procedure === 'text2Image.create' ? aspectOf(request.size) : undefined;
  const hasStyle = procedure !== 'imageTools.editByInstruction' && style !== 'vivid';
  return {
    model,
    prompt,
    count: n,
    ...sources,
    ...defined({ seed, negativePrompt, maxCredits, aspect }),
    ...(hasStyle ? { style } : {}),
  };
}

/** Names of our fields in OpenAI's requests. */
const FIELDS: Readonly<Record<string, string>> = { count: 'n', aspect: 'size', negativePrompt: 'negative_prompt' };
/** A field of a creation by its name in OpenAI's request. */
export const fieldOf = (field: string): string => FIELDS[field] ?? field;
