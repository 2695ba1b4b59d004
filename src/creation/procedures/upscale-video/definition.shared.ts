import { productError } from '../../../kernel/errors.shared.js';
import { err } from '../../../kernel/result.js';
import { IMAGE_FORM, one, perSecond } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { even, ofVideo, ROUNDING_SECONDS, upscaledTo, VIDEO_USED, videoPlan, wholeFrames } from '../sizes.shared.js';

/** Maximum duration in seconds, also for a long side above `over` pixels, which counts as 4K. */
const LIMITS = { maxSeconds: 180, over: 2_560, maxSecondsOver: 60 } as const;

/** A video with more pixels. */
export const definition = defineProcedure(
  {
    id: 'video.upscaleVideo',
    key: 'upscaleFilm',
    href: '/tools/video-upscaler',
    ...IMAGE_FORM,
    makes: 'video',
    slots: { video: one('video') },
    failure: 'VIDEO_UPSCALE_FAILED',
    options: { width: { kind: 'choice', values: [640, 960, 1_280, 1_920, 2_560, 3_840], initial: 1_920 } },
    provenance: 'edited',
    formType: 'video_upscale',
    models: [
      {
        id: 'film-upscaler',
        name: 'Video upscaler',
        typicalMs: 60_000,
        longSide: 4_096,
        cost: perSecond([
          [1_920 * 1_920, 60],
          [4_096 * 4_096, 160],
        ]),
      },
    ],
  },
  {
    /** UPSCALE_CAPABILITY_NOT_SUPPORTED {limit} above the maximum duration of 4K. */
    plan: ({ width }, sources) =>
      ofVideo(
        sources,
        (video) => {
          const sized = upscaledTo(video, width);
          if (!sized.ok) return sized;
          const size = even(sized.value);
          const is4K = Math.max(size.width, size.height) > LIMITS.over;
          if (is4K && video.seconds > LIMITS.maxSecondsOver + ROUNDING_SECONDS)
            return err(productError('UPSCALE_CAPABILITY_NOT_SUPPORTED', { limit: LIMITS.maxSecondsOver }));
          return videoPlan(size, wholeFrames(video.seconds));
        },
        { min: VIDEO_USED.min, max: LIMITS.maxSeconds },
      ),
    videoLength: ({ width: targetWidth }, { width, height }) => ({
      min: VIDEO_USED.min,
      max: (targetWidth / width) * Math.max(width, height) > LIMITS.over ? LIMITS.maxSecondsOver : LIMITS.maxSeconds,
    }),
  },
);
