/**
 * What a picture may be and how far it can have come: the plain values of `task.shared.ts`, kept apart from its schema so
 * that a page needs no validation library to draw a form.
 */

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

export const TASK_STATUSES = ['reserving', 'queued', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
/** Stages of one output while processing, in order. */
export const STAGES = ['waiting', 'understanding', 'drawing', 'styling', 'encoding', 'checking', 'done'] as const;
export type Stage = (typeof STAGES)[number];
