import { z } from 'zod';
import { STYLES } from './engine/scene/scene.js';

/** Aspect ratios offered, and their width and height at a long side of 1024 pixels (multiples of 16). */
export const ASPECTS = {
  '1:1': { width: 1024, height: 1024 },
  '4:5': { width: 816, height: 1024 },
  '3:2': { width: 1024, height: 688 },
  '16:9': { width: 1024, height: 576 },
  '9:16': { width: 576, height: 1024 },
} as const;
export type Aspect = keyof typeof ASPECTS;

export const PROMPT_MAX = 2_000;
export const SEED_MAX = 4_294_967_295;

/** The size of one picture, pixels: the aspect at 1024, scaled to the model's long side. */
export function pictureSize(aspect: Aspect, longSide: number): { readonly width: number; readonly height: number } {
  const { width, height } = ASPECTS[aspect];
  const scale = longSide / 1024;
  return { width: Math.round((width * scale) / 16) * 16, height: Math.round((height * scale) / 16) * 16 };
}

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

export const TASK_STATUSES = ['reserving', 'queued', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
/** Stages of one output while processing, in order. */
export const STAGES = ['waiting', 'understanding', 'drawing', 'styling', 'encoding', 'checking', 'done'] as const;
export type Stage = (typeof STAGES)[number];

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
  /** Identifier of the error catalogue; only when failed. */
  readonly error?: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> };
}
