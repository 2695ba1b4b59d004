import { ASPECT, GENERATED_VIDEO, RESOLUTION, SECONDS, STYLE, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { videoPlan, videoShape } from '../sizes.shared.js';

/** A video of a prompt. */
export const definition = defineProcedure(
  {
    id: 'video.createVideoByText',
    key: 'film',
    href: '/video',
    ...VIDEO_FORM,
    prompt: 'required',
    options: { style: STYLE, aspect: ASPECT, seconds: SECONDS, resolution: RESOLUTION },
    reads: 'scene',
    provenance: 'drawn',
    formType: 'text_to_video',
    remote: { operations: ['text-to-video'] },
    models: [
      { id: 'preview-motion', name: 'Preview motion', typicalMs: 25_000, longSide: 1_280, cost: GENERATED_VIDEO },
    ],
  },
  {
    plan: ({ aspect, resolution, seconds }) => videoPlan(videoShape(aspect, resolution), seconds),
    drawing: ({ style }) => ({ style }),
  },
);
