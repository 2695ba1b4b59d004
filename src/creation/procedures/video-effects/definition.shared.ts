import { VIDEO_TEMPLATES } from '../../../engine/options.shared.js';
import { ASPECT, GENERATED_VIDEO, RESOLUTION, SECONDS, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { ofImages, videoPlan, videoShape } from '../sizes.shared.js';

/** One to four images in a video with an effect. */
export const definition = defineProcedure(
  {
    id: 'video.createVideoByTemplate',
    key: 'effects',
    href: '/tools/video-effects',
    ...VIDEO_FORM,
    slots: { subject: { takes: ['image'], min: 1, max: 4 } },
    options: {
      template: { kind: 'choice', values: VIDEO_TEMPLATES, initial: 'zoom-burst' },
      aspect: ASPECT,
      seconds: SECONDS,
      resolution: RESOLUTION,
    },
    provenance: 'composed',
    formType: 'template_video',
    models: [
      { id: 'effect-timelines', name: 'Effect timelines', typicalMs: 12_000, longSide: 1_280, cost: GENERATED_VIDEO },
    ],
  },
  {
    plan: ({ aspect, resolution, seconds }, sources) =>
      ofImages(sources, () => videoPlan(videoShape(aspect, resolution), seconds)),
  },
);
