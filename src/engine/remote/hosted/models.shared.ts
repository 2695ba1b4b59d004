import { FAL_MODELS } from './fal-models.shared.js';
import type { HostedModel } from './model.shared.js';
import { REPLICATE_MODELS } from './replicate-models.shared.js';

export type { HostedLicence, HostedModel } from './model.shared.js';

/** The known models of the hosted services. */
export const HOSTED_MODELS = { replicate: REPLICATE_MODELS, fal: FAL_MODELS } as const satisfies Readonly<
  Record<string, readonly HostedModel[]>
>;

/**
 * The entry of a model.
 * @param model its name at the service; a version after a colon is ignored
 */
export function hostedModel(kind: string, model: string): HostedModel | undefined {
  const name = model.split(':')[0];
  const all: readonly HostedModel[] = kind === 'replicate' || kind === 'fal' ? HOSTED_MODELS[kind] : [];
  return all.find((one) => one.model === name);
}

/** Whether a model's licence forbids commercial use. */
export const isNonCommercial = (kind: string, model: string): boolean =>
  hostedModel(kind, model)?.licence === 'non-commercial';
