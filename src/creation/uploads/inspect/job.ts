import { z } from 'zod';
import { recipeV1 } from '../../provenance/recipe.shared.js';
import { UPLOAD_NOTES, UPLOAD_REFUSALS } from '../upload.shared.js';

const pixels = z.int().min(0);
/** A child's job: read the image at `from`, and write it, or a crop of it, in the stored format to `to`. */
export const imageJob = z.object({
  from: z.string(),
  to: z.string(),
  kind: z.enum(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif']),
  lossless: z.boolean(),
  /** Write a mask instead: white where the image is transparent. */
  alphaMask: z.literal(true).optional(),
  /** In pixels of the displayed image. */
  crop: z.object({ left: pixels, top: pixels, width: pixels, height: pixels }).optional(),
});
export type ImageJob = Readonly<z.infer<typeof imageJob>>;

const taken = z.object({
  state: z.literal('taken'),
  type: z.enum(['image/png', 'image/jpeg']),
  width: z.int().positive(),
  height: z.int().positive(),
  animated: z.boolean(),
  notes: z.array(z.enum(UPLOAD_NOTES)),
  recipe: recipeV1.optional(),
});
/** A child's answer. Sides in pixels. */
export const imageAnswer = z.discriminatedUnion('state', [
  taken,
  z.object({ state: z.literal('too-large'), width: z.int(), height: z.int() }),
  /** The file is valid as far as it was inspected, but the result could not be written. */
  z.object({ state: z.literal('unwritten'), code: z.string() }),
  z.object({ state: z.literal('refused'), reason: z.enum(UPLOAD_REFUSALS), limit: z.int().optional() }),
]);
export type ImageAnswer = Readonly<z.infer<typeof imageAnswer>>;
