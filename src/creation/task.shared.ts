import { z } from 'zod';
import { STYLES } from './engine/scene/scene.js';
import { PROMPT_MAX, SEED_MAX, type Stage, type TaskStatus } from './picture.shared.js';

export * from './picture.shared.js';

/** Input of `text2Image.create`. Checked in the form as typed and again by the server. */
export const textToImageInput = z.object({
  /** Minted by the browser once a press: a double click is one task. */
  requestId: z.uuid(),
  prompt: z.string().trim().min(1).max(PROMPT_MAX),
  negativePrompt: z.string().trim().max(PROMPT_MAX).default(''),
  model: z.string().min(1).max(64),
  style: z.enum(STYLES).default('natural'),
  aspect: z.enum(['1:1', '4:5', '3:2', '16:9', '9:16']).default('1:1'),
  count: z.int().min(1).max(4).default(1),
  /** Output n is drawn with seed + n. */
  seed: z.int().min(0).max(SEED_MAX),
  /** The price that the button showed. */
  price: z.object({ amount: z.int().min(0).max(1_000_000), priceVersion: z.int().min(1) }),
});
export type TextToImageInput = z.infer<typeof textToImageInput>;

export type OutputView =
  | { readonly index: number; readonly state: 'pending'; readonly seed: number; readonly stage: Stage; readonly percent: number; readonly previewUrl?: string }
  | { readonly index: number; readonly state: 'ready'; readonly seed: number; readonly url: string; readonly width: number; readonly height: number; readonly bytes: number }
  | { readonly index: number; readonly state: 'failed'; readonly seed: number; readonly error: string };

/** A task as its owner sees it; the answer of `task.get`, `task.list`, `task.onChange` and, as `data`, of the creation calls. */
export interface TaskView {
  readonly id: string;
  /** Grows with every change; the newer one wins in the browser's cache. */
  readonly version: number;
  readonly procedure: 'text2Image.create';
  readonly status: TaskStatus;
  /** Its owner has deleted it, or it was refused after all: the last that is told of it, only by `task.onChange`. */
  readonly deleted?: true;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly input: Omit<TextToImageInput, 'requestId' | 'price'>;
  readonly width: number;
  readonly height: number;
  /** Credits held for it when submitted. */
  readonly price: number;
  /** Credits captured in the end; absent until then. */
  readonly captured?: number;
  /** 0 to 100 over all outputs. */
  readonly percent: number;
  /** 1 is next; only while queued. */
  readonly place?: number;
  /** Milliseconds until it should be finished, as far as can be told. */
  readonly estimateMs?: number;
  readonly outputs: readonly OutputView[];
  readonly understanding?: {
    readonly understood: readonly { readonly text: string; readonly kind: string; readonly means: string }[];
    readonly ignored: readonly string[];
  };
  /** Identifier of the error catalogue; only when failed, or when cancelled by its deadline (TASK_EXPIRED). */
  readonly error?: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> };
}
