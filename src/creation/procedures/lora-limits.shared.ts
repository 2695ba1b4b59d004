/** LoRAs of one creation, at most; and limits of a strength. Negative ones take away what a LoRA was trained to add. */
export const MAX_USED_LORAS = 3;
export const LORA_STRENGTH = { min: -2, max: 2, step: 0.05 } as const;

/** A LoRA that a creation uses. */
export interface UsedLora {
  /** Its id in the list of LoRAs. */
  readonly id: string;
  readonly strength: number;
}

/** Whether a LoRA belongs to the engine of a model: both ids begin with the engine's. */
export const isOfEngine = (lora: string, model: string): boolean => lora.slice(1, 9) === model.slice(1, 9);
/** The readable part of a LoRA's id. */
export const wordsOfId = (id: string): string => id.slice(10, -7).replaceAll('-', ' ');
