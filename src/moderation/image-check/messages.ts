import { z } from 'zod';
import { IMAGE_CLASSES, type Scores } from './port.js';

/** A view may come from another realm, so `instanceof` would not know it. */
const bytes = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value), 'not bytes');
const scores: z.ZodType<Scores> = z.record(z.enum(IMAGE_CLASSES), z.number().min(0).max(1));

/** What the child is asked. */
export const toChild = z.object({ id: z.int(), image: bytes });
export type ToChild = z.infer<typeof toChild>;

/** What the child answers: the scores, or why there are none. */
export const fromChild = z.union([z.object({ id: z.int(), scores }), z.object({ id: z.int(), failed: z.string() })]);
export type FromChild = z.infer<typeof fromChild>;
