import { z } from 'zod';
import { LORA_STRENGTH, MAX_USED_LORAS } from './lora-limits.shared.js';

const lora = z.object({
  /** Its id in the list of LoRAs. */
  id: z.string().regex(/^l[0-9a-f]{8}-[a-z0-9-]{1,60}$/),
  strength: z
    .number()
    .min(LORA_STRENGTH.min)
    .max(LORA_STRENGTH.max)
    .transform((strength) => Math.round(strength * 100) / 100),
});
/** LoRAs that a creation uses, each once. */
export const usedLoras = z
  .array(lora)
  .max(MAX_USED_LORAS)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'a LoRA is used twice')
  .readonly();
