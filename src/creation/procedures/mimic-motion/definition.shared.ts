import { one, perSecond, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { even, ofImage, ofVideo, videoPlan, wholeFrames, within } from '../sizes.shared.js';

/** A portrait that moves as the person in a video does. */
export const definition = defineProcedure(
  {
    id: 'video.createActionImitation',
    key: 'mimic',
    href: '/tools/mimic-motion',
    ...VIDEO_FORM,
    seeded: false,
    likeness: true,
    slots: { image: one('image'), video: one('video') },
    options: { reach: { kind: 'range', min: 0.5, max: 1.5, step: 0.25, initial: 1 } },
    provenance: 'composed',
    formType: 'mimic_motion',
    result: { face: true },
    needs: { image: 'portrait' },
    experimental: true,
    remote: {
      operations: ['mimic-motion'],
      ignores: { 'mimic-motion': ['reach'] },
      prompt: 'The person moves as in the video.',
    },
    models: [
      { id: 'puppeteer', name: 'Puppeteer', typicalMs: 40_000, longSide: 720, cost: perSecond([[720 * 720, 60]]) },
    ],
  },
  {
    plan: (_options, sources, longSide) =>
      ofImage(sources, (image) =>
        ofVideo(sources, (video) => videoPlan(even(within(image, longSide)), wholeFrames(video.seconds))),
      ),
  },
);
