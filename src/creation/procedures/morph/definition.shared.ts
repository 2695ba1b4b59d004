import { PATH_OPTIONS } from '../../../engine/camera-path.shared.js';
import { CAMERAS, EASINGS, RESOLUTIONS } from '../../../engine/sizes.shared.js';
import { GENERATED_VIDEO, maybe, one, RESOLUTION, SECONDS, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { ofImage, videoPlan, videoSizeOf } from '../sizes.shared.js';

/** A component of a camera path: a fraction of the maximum, in either direction. */
const PATH_PART = { kind: 'range', min: -1, max: 1, step: 0.05, initial: 0 } as const;

/** A camera path over an image, or over the transition between two images. */
export const definition = defineProcedure(
  {
    id: 'video.createVideoByImageV2',
    key: 'morph',
    href: '/tools/animate-to',
    ...VIDEO_FORM,
    seeded: false,
    slots: { image: one('image'), end: maybe('image') },
    // Path components apply only if the camera follows a path.
    options: {
      camera: { kind: 'choice', values: CAMERAS, initial: 'zoom-in' },
      reach: { kind: 'range', min: 0.5, max: 1.5, step: 0.25, initial: 1 },
      across: PATH_PART,
      up: PATH_PART,
      closer: PATH_PART,
      roll: PATH_PART,
      easing: { kind: 'choice', values: EASINGS, initial: 'smooth' },
      seconds: SECONDS,
      resolution: RESOLUTION,
    },
    provenance: 'edited',
    formType: 'image_to_video',
    models: [{ id: 'layers', name: 'Layers', typicalMs: 16_000, longSide: 1_280, cost: GENERATED_VIDEO }],
  },
  {
    plan: ({ resolution, seconds }, sources) =>
      ofImage(sources, (image) => videoPlan(videoSizeOf(image, RESOLUTIONS[resolution]), seconds)),
    unused: ({ camera }) => (camera === 'path' ? [] : PATH_OPTIONS),
  },
);
