import { z } from 'zod';
import { IMAGE_CLASSES, type Scores } from './port.js';

/** Avoids `instanceof`, which fails for a view from another realm. */
const bytes = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value), 'not bytes');
const scores: z.ZodType<Scores> = z.record(z.enum(IMAGE_CLASSES), z.number().min(0).max(1));

/** Request to the child. */
export const toChild = z.object({ id: z.int(), image: bytes });

/** Answer of the child: the scores, or the reason why there are none. */
export const fromChild = z.union([
  z.object({ id: z.int(), answer: scores }),
  z.object({ id: z.int(), failed: z.string() }),
]);
export type FromChild = z.infer<typeof fromChild>;
