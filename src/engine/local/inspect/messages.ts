import { z } from 'zod';
import { INPUT_NEEDS, type Inspection } from '../../inspection.shared.js';
import type { ErrorIdentifier } from '../../../kernel/errors.shared.js';

/** Avoids `instanceof`, which fails for a view from another realm. */
const bytes = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value), 'not bytes');
const side = z.int().min(0);

/**
 * Request to the child: an image file, what is needed of it, the texts that must be legible, and the folders of the
 * optional models that the need is checked by.
 */
export const toChild = z.object({
  id: z.int(),
  image: bytes,
  need: z.enum(INPUT_NEEDS),
  input: z.string(),
  texts: z.array(z.string()).exactOptional(),
  bodyNetwork: z.string().exactOptional(),
  textNetworks: z.string().exactOptional(),
});

const inspection = z.object({
  refusal: z
    .object({
      identifier: z.custom<ErrorIdentifier>((value) => typeof value === 'string'),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    })
    .exactOptional(),
  crop: z.object({ left: side, top: side, width: side, height: side }).exactOptional(),
}) satisfies z.ZodType<Inspection>;

/** Answer of the child, or the reason why there is none. */
export const fromChild = z.union([
  z.object({ id: z.int(), answer: inspection }),
  z.object({ id: z.int(), failed: z.string() }),
]);
export type FromChild = z.infer<typeof fromChild>;
