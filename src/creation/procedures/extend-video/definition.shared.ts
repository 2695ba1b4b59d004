import { productError } from '../../../kernel/errors.shared.js';
import { err } from '../../../kernel/result.js';
import { one, perImage, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure, type LengthRange } from '../define.shared.js';
import { even, ofVideo, ROUNDING_SECONDS, VIDEO_USED, videoPlan, wholeFrames, within } from '../sizes.shared.js';

/** Limits of extendable videos: maximum duration in seconds, and maximum age in days. */
export const EXTENDABLE = { maxSeconds: 180, maxDays: 30 } as const;
const LENGTH: LengthRange = { min: VIDEO_USED.min, max: EXTENDABLE.maxSeconds };
const DAY_MS = 86_400_000;

/** A video that is continued. */
export const definition = defineProcedure(
  {
    id: 'video.videoExtender',
    key: 'extend',
    href: '/tools/video-extender',
    ...VIDEO_FORM,
    seeded: false,
    slots: { video: one('video') },
    failure: 'VIDEO_EXTENSION_FAILED',
    options: { added: { kind: 'choice', values: [3, 5, 8, 10], initial: 5 } },
    provenance: 'edited',
    formType: 'video_extension',
    models: [
      {
        id: 'continuation',
        name: 'Continuation',
        typicalMs: 40_000,
        longSide: 1_280,
        cost: perImage(4, 1_280 * 1_280),
      },
    ],
  },
  {
    /** VIDEO_EXTENSION_NOT_SUPPORTED {reason: 'extension-too-long' | 'extension-too-old', limit}. */
    plan: ({ added }, sources, longSide) => {
      const video = sources.find(({ role }) => role === 'video');
      const refused = (reason: string, limit: number) =>
        err(productError('VIDEO_EXTENSION_NOT_SUPPORTED', { reason, limit }));
      if ((video?.seconds ?? 0) > EXTENDABLE.maxSeconds + ROUNDING_SECONDS)
        return refused('extension-too-long', EXTENDABLE.maxSeconds);
      if ((video?.ageMs ?? 0) > EXTENDABLE.maxDays * DAY_MS) return refused('extension-too-old', EXTENDABLE.maxDays);
      return ofVideo(
        sources,
        ({ seconds, ...size }) => videoPlan(even(within(size, longSide)), wholeFrames(seconds) + added),
        LENGTH,
      );
    },
    videoLength: () => LENGTH,
  },
);
