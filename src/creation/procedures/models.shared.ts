import type { ModelSeed, ModelView } from '../../catalog/model.shared.js';
import type { OptionalModelId } from '../../engine/models/catalogue.shared.js';
import { DEFINITIONS } from './registry.shared.js';
import { speaks, type LocalModel } from './define.shared.js';

/** Raised whenever a declared price changes. A price shown from an older version is then compared with the new one. */
const PRICE_VERSION = 1;

const declared: readonly (LocalModel & { readonly procedure: string })[] = DEFINITIONS.flatMap(({ id, models }) =>
  models.map((model: LocalModel) => ({ ...model, procedure: id })),
);

/** The models of the local engine, in the picker's order. Each is named after what it does; all are free. */
export const LOCAL_MODELS: readonly ModelView[] = declared.map(
  ({ id, name, procedure, typicalMs, cost, longSide, relaxed = true }) => ({
    relaxed,
    id,
    name,
    procedures: [procedure],
    typicalMs,
    cost,
    longSide,
    tier: 'free',
    engine: 'local',
    priceVersion: PRICE_VERSION,
  }),
);

/** Models that are offered only if the machine has speech synthesis (adr/0042). */
export const NEEDS_SPEECH: ReadonlySet<string> = new Set(
  declared.flatMap((model) => (speaks(model) ? [model.id] : [])),
);

/** Models that are offered only where an optional model is installed, and which (adr/0094). */
const NEEDS_OPTIONAL: ReadonlyMap<string, OptionalModelId> = new Map(
  declared.flatMap(({ id, needs }) => (needs === undefined || needs === 'speech' ? [] : [[id, needs] as const])),
);
/** The optional model that a local model needs, if any. */
export const optionalModelOf = (model: string): OptionalModelId | undefined => NEEDS_OPTIONAL.get(model);

/** The model of the local engine with this id, if any. */
export const findLocalModel = (id: string): ModelView | undefined => LOCAL_MODELS.find((model) => model.id === id);

/** What the catalogue takes over at startup. */
export const LOCAL_SEED: ModelSeed = { models: LOCAL_MODELS, needsSpeech: NEEDS_SPEECH, needsOptional: NEEDS_OPTIONAL };
