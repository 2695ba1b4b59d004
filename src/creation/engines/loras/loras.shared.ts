import { z } from 'zod';
import { MODEL_FAMILIES, type ModelFamily } from '../../../engine/remote/family.shared.js';
import { LORA_STRENGTH } from '../../procedures/lora-limits.shared.js';

const id = z.string().min(1).max(80);
export const byLora = z.object({ id });
/** The LoRAs that fit a model of the catalogue, or all. */
export const lorasInput = z.object({ model: z.string().min(1).max(64).optional() }).optional();
export const byLoraEngine = z.object({ engineId: z.uuid() });
/** What an administrator changes of what is written about a LoRA. */
export const changeLoraInput = z.object({
  id,
  name: z.string().trim().min(1).max(60).exactOptional(),
  words: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(80)
        .regex(/^[^\p{C}<>]+$/u),
    )
    .max(12)
    .exactOptional(),
  family: z.enum(MODEL_FAMILIES).nullable().exactOptional(),
  strength: z.number().min(LORA_STRENGTH.min).max(LORA_STRENGTH.max).exactOptional(),
  isOffered: z.boolean().exactOptional(),
});

/** A LoRA of a connected engine. */
export interface LoraView {
  readonly id: string;
  readonly name: string;
  readonly engine: string;
  /** The family of models that it fits, if known. */
  readonly family?: ModelFamily;
  /** Words that bring out what it was trained on. */
  readonly words: readonly string[];
  /** Default strength. */
  readonly strength: number;
  /** Catalogue ids of the models that it fits. */
  readonly models: readonly string[];
  /** When its sample was made, milliseconds since the epoch; absent without one. */
  readonly sampleAt?: number;
}

/** The same for administrators. */
export interface ManagedLora extends LoraView {
  /** The engine's own name of it, and the engine. */
  readonly file: string;
  readonly engineId: string;
  /** Whether creations may use it; and whether the engine still had it when it was last looked at. */
  readonly isOffered: boolean;
  readonly isThere: boolean;
}

/** Address of a LoRA's sample. */
export const sampleAddress = ({ id, sampleAt }: Pick<LoraView, 'id' | 'sampleAt'>): string | undefined =>
  sampleAt === undefined ? undefined : `/api/loras/${id}/sample?v=${sampleAt}`;
