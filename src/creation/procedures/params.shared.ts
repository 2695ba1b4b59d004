import { STAGES, type Stage } from '../../engine/progress.shared.js';
import { EMPTY_TIMELINE, readTimeline } from '../../engine/timeline.shared.js';
import { initialOf, type Option } from './option.shared.js';
import { FORMS, type Params } from './registry.shared.js';

/**
 * The plain values of `task.shared.ts`, without its schemas, so that a page needs no validation library to draw a form.
 */
export { STAGES, type Stage };
export { STYLES, type Style } from '../../engine/options.shared.js';
export * from '../../engine/sizes.shared.js';
export * from '../../engine/sources.shared.js';
export * from '../../engine/timeline.shared.js';
export * from './registry.shared.js';
export * from './option.shared.js';
export { slotsOf, type Form, type PromptUse, type Slot } from './define.shared.js';
export { UPSCALE } from './sizes.shared.js';

export const SEED_MAX = 4_294_967_295;

/** Media types of results. A WebM is a video with transparency. */
export const OUTPUT_TYPES = ['image/png', 'video/mp4', 'video/webm'] as const;
export type OutputType = (typeof OUTPUT_TYPES)[number];

export const TASK_STATUSES = ['reserving', 'queued', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Texts that the user typed into the settings, by setting. */
export function textsOf(params: Params): readonly (readonly [name: string, text: string])[] {
  const settings: Readonly<Record<string, unknown>> = { ...params };
  return Object.entries<Option>(FORMS[params.procedure].options).flatMap(([name, { kind }]) => {
    const value = settings[name];
    if (kind === 'timeline') return (readTimeline(value)?.texts ?? []).map(({ text }) => [name, text] as const);
    return kind === 'text' && typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
}

/**
 * Settings with the initial value of each one that has no effect with the chosen model: an engine that stands in must
 * not use a value that the form does not show.
 */
export function effectiveParams<P extends Params>(params: P, withoutEffect: readonly string[] = []): P {
  const options: Readonly<Record<string, Option>> = FORMS[params.procedure].options;
  const initial = Object.entries(options).flatMap(([name, option]) =>
    withoutEffect.includes(name) ? [[name, initialOf(option)] as const] : [],
  );
  return { ...params, ...Object.fromEntries(initial) };
}

/** Settings without the user's texts. */
export function withoutTexts<P extends Params>(params: P): P {
  const settings: Readonly<Record<string, unknown>> = { ...params };
  const blank = Object.fromEntries(
    textsOf(params).map(([name]) => [
      name,
      typeof settings[name] === 'string' ? '' : { ...EMPTY_TIMELINE, ...readTimeline(settings[name]), texts: [] },
    ]),
  );
  return { ...params, ...blank };
}
