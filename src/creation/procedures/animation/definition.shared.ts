import { ANIME_LOOKS } from '../../../engine/options.shared.js';
import { ASPECT, GENERATED_VIDEO, RESOLUTION, SECONDS, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { ofImages, videoPlan, videoShape } from '../sizes.shared.js';

/** An animated video: one shot for each given image, otherwise shots drawn from the prompt. */
export const definition = defineProcedure(
  {
    id: 'anime.createAnimatedVideo',
    key: 'anime',
    href: '/tools/animation',
    ...VIDEO_FORM,
    prompt: 'optional',
    needsAnyInput: true,
    slots: { subject: { takes: ['image'], min: 0, max: 4 } },
    reads: 'animation',
    options: {
      look: { kind: 'choice', values: ANIME_LOOKS, initial: 'cel' },
      hold: { kind: 'choice', values: [2, 3], initial: 2 },
      aspect: ASPECT,
      seconds: SECONDS,
      resolution: RESOLUTION,
    },
    provenance: 'composed',
    formType: 'animated_video',
    models: [{ id: 'cel-animation', name: 'Cel animation', typicalMs: 30_000, longSide: 1_280, cost: GENERATED_VIDEO }],
  },
  {
    plan: ({ aspect, resolution, seconds }, sources) => {
      const plan = () => videoPlan(videoShape(aspect, resolution), seconds);
      return sources.length === 0 ? plan() : ofImages(sources, plan);
    },
  },
);
