import { STYLES, type Style } from '../../engine/options.shared.js';
import { FORMS, type Option, type PlainParams } from './forms.shared.js';
import { ASPECTS, type Aspect, type Motion, type Resolution, type VideoSeconds } from '../../engine/sizes.shared.js';
import { EMPTY_TIMELINE, readTimeline } from '../../engine/timeline.shared.js';

/**
 * What can be made and how far it can have come: the plain values of `task.shared.ts`, kept apart from its schemas so that
 * a page needs no validation library to draw a form.
 */

export { STYLES, type Style };
export * from './forms.shared.js';
export * from '../../engine/sizes.shared.js';
export * from '../../engine/timeline.shared.js';

export const SEED_MAX = 4_294_967_295;

/** Widths that may be asked of an enlarged picture, pixels (specification section 5), and the longest side of its result. */
export const UPSCALE = { leastWidth: 640, mostWidth: 3_840, mostSide: 4_096 } as const;
export const UPSCALE_FACTORS = [2, 4] as const;
export type UpscaleFactor = (typeof UPSCALE_FACTORS)[number];

/** The size of one picture, pixels: the aspect at 1024, scaled to the model's long side. @param step pixels that both sides are a multiple of */
export function pictureSize(aspect: Aspect, longSide: number, step: 8 | 16 = 16): { readonly width: number; readonly height: number } {
  const { width, height } = ASPECTS[aspect];
  const scale = longSide / 1024;
  return { width: Math.round((width * scale) / step) * step, height: Math.round((height * scale) / step) * step };
}

/** What results are: pictures, films, and films that can be seen through. */
export const OUTPUT_TYPES = ['image/png', 'video/mp4', 'video/webm'] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

export const TASK_STATUSES = ['reserving', 'queued', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
/** Stages of one output while processing, in order; a procedure passes through those that it has. */
export const STAGES = ['waiting', 'understanding', 'reading', 'drawing', 'working', 'styling', 'encoding', 'checking', 'done'] as const;
export type Stage = (typeof STAGES)[number];

/** What sets one creation apart from another of its kind, by its call; what they all have is in `TaskInput`. */
export type Params = OwnParams | PlainParams;

/** Of the calls whose settings have shapes of their own. */
export type OwnParams =
  | { readonly procedure: 'text2Image.create'; readonly style: Style; readonly aspect: Aspect }
  | { readonly procedure: 'image2Image.create'; readonly style: Style; /** 0 to 1. */ readonly strength: number }
  | { readonly procedure: 'imageTools.upscale'; readonly scale?: UpscaleFactor; /** Pixels; counts before the scale. One of the two is there. */ readonly width?: number }
  | { readonly procedure: 'imageTools.objectRemover' }
  | { readonly procedure: 'imageTools.painting'; readonly style: Style }
  | { readonly procedure: 'imageTools.backgroundRemover' }
  | { readonly procedure: 'imageTools.backgroundChanger'; readonly background: Background }
  | { readonly procedure: 'video.createVideoByText'; readonly style: Style; readonly aspect: Aspect; readonly seconds: VideoSeconds; readonly resolution: Resolution }
  | { readonly procedure: 'video.createVideoByImage'; readonly motion: Motion; readonly seconds: VideoSeconds; readonly resolution: Resolution };

/** What comes behind a subject that was cut out: a scene of the prompt, the picture given for it, or a colour (`#rrggbb`). */
export type Background =
  | { readonly kind: 'prompt'; readonly style: Style }
  | { readonly kind: 'image' }
  | { readonly kind: 'colour'; readonly colour: string };

/** What was written into a call's settings, by the settings' names: words of people, as a prompt's are. */
export function textsOf(params: Params): readonly (readonly [name: string, text: string])[] {
  const said: Readonly<Record<string, unknown>> = { ...params };
  return Object.entries<Option>(FORMS[params.procedure].options).flatMap(([name, { kind }]) => {
    const value = said[name];
    if (kind === 'timeline') return (readTimeline(value)?.texts ?? []).map(({ text }) => [name, text] as const);
    return kind === 'text' && typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
}

/** A call's settings without what was written into them. */
export function withoutTexts<P extends Params>(params: P): P {
  const said: Readonly<Record<string, unknown>> = { ...params };
  const blank = Object.fromEntries(textsOf(params).map(([name]) => [name, typeof said[name] === 'string' ? '' : { ...EMPTY_TIMELINE, ...readTimeline(said[name]), texts: [] }]));
  return { ...params, ...blank };
}
