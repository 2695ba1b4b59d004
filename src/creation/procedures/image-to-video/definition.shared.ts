import { MOTION_REACH, RESOLUTIONS } from '../../../engine/sizes.shared.js';
import { GENERATED_VIDEO, MOTION, one, RESOLUTION, SECONDS, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { ofImage, videoPlan, videoSizeOf } from '../sizes.shared.js';

/** A video of an image with a moving camera. */
export const definition = defineProcedure(
  {
    id: 'video.createVideoByImage',
    key: 'animate',
    href: '/video/animate',
    ...VIDEO_FORM,
    slots: { image: one('image') },
    options: { motion: MOTION, reach: { kind: 'range', ...MOTION_REACH }, seconds: SECONDS, resolution: RESOLUTION },
    provenance: 'edited',
    formType: 'image_to_video',
    remote: { operations: ['image-to-video'], ignores: { 'image-to-video': ['reach'] } },
    models: [{ id: 'parallax', name: 'Parallax', typicalMs: 9_000, longSide: 1_280, cost: GENERATED_VIDEO }],
  },
  {
    plan: ({ resolution, seconds }, sources) =>
      ofImage(sources, (image) => videoPlan(videoSizeOf(image, RESOLUTIONS[resolution]), seconds)),
  },
);
