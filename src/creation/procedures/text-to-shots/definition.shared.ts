import { MOTIONS, TRANSITIONS } from '../../../engine/sizes.shared.js';
import { ASPECT, GENERATED_VIDEO, RESOLUTION, SECONDS, STYLE, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { videoPlan, videoShape } from '../sizes.shared.js';

/** A video of a prompt in shots, with transitions and sound. */
export const definition = defineProcedure(
  {
    id: 'video.createVideoByTextV2',
    key: 'shots',
    href: '/tools/shots',
    ...VIDEO_FORM,
    prompt: 'required',
    reads: 'shots',
    options: {
      style: STYLE,
      camera: { kind: 'choice', values: MOTIONS, initial: 'zoom-in' },
      shots: { kind: 'range', min: 1, max: 4, step: 1, initial: 2 },
      transition: { kind: 'choice', values: TRANSITIONS, initial: 'dissolve' },
      sound: { kind: 'switch', initial: true },
      aspect: ASPECT,
      seconds: SECONDS,
      resolution: RESOLUTION,
    },
    provenance: 'drawn',
    formType: 'text_to_video',
    models: [{ id: 'preview-shots', name: 'Preview shots', typicalMs: 35_000, longSide: 1_280, cost: GENERATED_VIDEO }],
  },
  {
    plan: ({ aspect, resolution, seconds }) => videoPlan(videoShape(aspect, resolution), seconds),
    drawing: ({ style, shots }) => ({ style, shots }),
  },
);
