import { z } from 'zod';
import { SOURCE_ROLES, type SourceRole } from '../../engine/sources.shared.js';
import type { Params } from './registry.shared.js';

/** What a creation is made from: an upload of the caller's, one of the caller's own results, or what one of them was made from. */
export const sourceRef = z.discriminatedUnion('from', [
  z.object({ from: z.literal('upload'), id: z.uuid() }),
  z.object({ from: z.literal('output'), taskId: z.uuid(), index: z.int().min(0).max(9) }),
  z.object({ from: z.literal('source'), taskId: z.uuid(), role: z.enum(SOURCE_ROLES) }),
]);
export type SourceRef = z.infer<typeof sourceRef>;

/** What every creation call carries beside its own input. */
export const requestEnvelope = {
  /** Idempotency key, made by the browser once a press: a double click is one task. */
  requestId: z.uuid(),
  model: z.string().min(1).max(64),
  /** The price that the button showed. */
  price: z.object({ amount: z.int().min(0).max(1_000_000), priceVersion: z.int().min(1) }),
  /** The project that keeps it; the default project when left out. */
  projectId: z.uuid().toLowerCase().optional(),
};

/** Input that every creation has. `prompt` is '' and `count` 1 where a call has none. */
export interface TaskInput {
  readonly model: string;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly count: number;
  readonly seed: number;
}

/** A request in the parts that are stored: its recipe, and the sources that it is made from. */
export interface RequestParts {
  readonly input: TaskInput;
  readonly params: Params;
  readonly sources: readonly { readonly role: SourceRole; readonly ref: SourceRef }[];
}
