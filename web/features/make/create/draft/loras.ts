import type { ModelView } from '@src/catalog/model.shared';
import { isOfEngine, LORA_STRENGTH, MAX_USED_LORAS, type UsedLora } from '@src/creation/procedures/lora-limits.shared';

const isLora = (value: unknown): value is UsedLora =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'strength' in value &&
  typeof value.strength === 'number' &&
  value.strength >= LORA_STRENGTH.min &&
  value.strength <= LORA_STRENGTH.max;

/**
 * Reads LoRAs as a draft, a creation, a file or a node stores them; from an address, as JSON. Others than valid ones
 * are left out.
 */
export function readLoras(stored: unknown): readonly UsedLora[] | undefined {
  const value = typeof stored === 'string' ? parsed(stored) : stored;
  if (!Array.isArray(value)) return undefined;
  const read = value.filter(isLora).map(({ id, strength }) => ({ id, strength }));
  const once = read
    .filter(({ id }, place) => read.findIndex((one) => one.id === id) === place)
    .slice(0, MAX_USED_LORAS);
  return once.length === 0 ? undefined : once;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The LoRAs of a draft that belong to the engine of its model; undefined without. One that does not fit the model is
 * among them: the server refuses it, rather than that something else is made than was asked for.
 */
export function lorasFor(
  { loras = [] }: { readonly loras?: readonly UsedLora[] | undefined },
  model: Pick<ModelView, 'id'> | undefined,
): readonly UsedLora[] | undefined {
  const own = model === undefined ? [] : loras.filter(({ id }) => isOfEngine(id, model.id));
  return own.length === 0 ? undefined : own;
}
