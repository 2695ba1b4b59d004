import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err } from '../../../kernel/result.js';
import { BEDS } from '../../../engine/options.shared.js';
import { VIDEO_FPS } from '../../../engine/sizes.shared.js';
import { clipsOf } from '../../../engine/sources.shared.js';
import { cutsOf, EDIT, endOf, placedCuts } from '../../../engine/timeline.shared.js';
import { ASPECT, IMAGE_FORM, perSecond, RESOLUTION } from '../common.shared.js';
import { defineProcedure, type SourceFacts } from '../define.shared.js';
import { isOutside, MIN_SIDE, ROUNDING_SECONDS, tooSmall, VIDEO_USED, videoPlan, videoShape } from '../sizes.shared.js';

const refused = (input: string, reason: string, limit: number) =>
  err(productError('INPUT_INVALID_FOR_SERVICE', { input, reason, limit }));

/** Error for a clip that cannot be used. */
function clipProblem({ role, width, height, seconds }: SourceFacts): ProductError | undefined {
  if (Math.min(width, height) < MIN_SIDE) return tooSmall(role).error;
  if (seconds === undefined || !isOutside(seconds, VIDEO_USED)) return undefined;
  return productError('DURATION_LIMIT', {
    least: VIDEO_USED.min,
    most: VIDEO_USED.max,
    seconds: Math.round(seconds),
    input: role,
  });
}

/** Clips in the given order, or as the timeline cuts them. */
export const definition = defineProcedure(
  {
    id: 'videoEdit.createVideoEdit',
    key: 'edit',
    href: '/tools/edit',
    ...IMAGE_FORM,
    makes: 'video',
    slots: { clip: { takes: ['video', 'image'], min: 1, max: EDIT.clips } },
    options: {
      timeline: { kind: 'timeline' },
      aspect: ASPECT,
      resolution: RESOLUTION,
      framing: { kind: 'choice', values: ['fill', 'whole'], initial: 'fill' },
      loud: { kind: 'range', min: 0, max: 1, step: 0.05, initial: 1 },
      bed: { kind: 'choice', values: ['none', ...BEDS], initial: 'none' },
      bedLoud: { kind: 'range', min: 0.1, max: 1, step: 0.05, initial: 0.4 },
    },
    provenance: 'composed',
    formType: 'video_edit',
    models: [
      {
        id: 'cutting-room',
        name: 'Cutting room',
        typicalMs: 30_000,
        longSide: 1_920,
        cost: perSecond(
          [
            [854 * 854, 15],
            [1_280 * 1_280, 20],
            [1_920 * 1_920, 40],
          ],
          1,
        ),
      },
    ],
  },
  {
    /** Every cut must be within its clip, and every text must start before the video ends. */
    plan: ({ timeline, aspect, resolution }, sources) => {
      const clips = clipsOf(sources);
      if (clips.length === 0) return err(productError('VIDEO_NOT_FOUND', { input: 'clip-1' }));
      const bad = clips.map(clipProblem).find((problem) => problem !== undefined);
      if (bad !== undefined) return err(bad);
      const cuts = cutsOf(timeline, clips);
      for (const { clip: number, to } of cuts) {
        const clip = clips.find((candidate) => candidate.number === number);
        if (clip === undefined) return err(productError('VIDEO_NOT_FOUND', { input: `clip-${number}` }));
        if (to > endOf(clip) + ROUNDING_SECONDS * 1_000) return refused(clip.role, 'trim-outside', endOf(clip) / 1_000);
      }
      const seconds = placedCuts(cuts).frames / VIDEO_FPS;
      if (seconds * 1_000 < EDIT.min) return refused('timeline', 'edit-too-short', EDIT.min / 1_000);
      if (seconds * 1_000 > EDIT.max) return refused('timeline', 'edit-too-long', EDIT.max / 1_000);
      if (timeline.texts.some(({ from }) => from >= seconds * 1_000))
        return refused('timeline', 'text-outside', seconds);
      return videoPlan(videoShape(aspect, resolution), seconds);
    },
    unused: ({ bed }) => (bed === 'none' ? ['bedLoud'] : []),
  },
);
