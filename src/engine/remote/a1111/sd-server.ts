import { withoutDirectives } from './directives.js';
import type { RemoteJob } from '../port.js';

/**
 * The name by which stable-diffusion.cpp's sd-server lists its model to clients of OpenAI's API
 * (`examples/server/api.md`: "Currently fixed"). It tells that the server takes settings which that API has no fields
 * for.
 */
export const SD_SERVER_MODEL = 'sd-cpp-local';

/** Sides are multiples of this, pixels. */
const STEP = 64;
const side = (pixels: number): number => Math.max(STEP, Math.round(pixels / STEP) * STEP);

/**
 * Prompt and size of a job for sd-server: seed, strength and what to leave out stand in the prompt, as its extension
 * wants.
 */
export function sdServerFields({ prompt, negativePrompt, seed, image, width, height }: RemoteJob): {
  readonly prompt: string;
  readonly size: string;
} {
  const settings = {
    seed,
    negative_prompt: withoutDirectives(negativePrompt),
    ...(image === undefined ? {} : { strength: Math.max(0.05, image.strength) }),
  };
  return {
    prompt: `${withoutDirectives(prompt)} <sd_cpp_extra_args>${JSON.stringify(settings)}</sd_cpp_extra_args>`,
    size: `${side(width)}x${side(height)}`,
  };
}
