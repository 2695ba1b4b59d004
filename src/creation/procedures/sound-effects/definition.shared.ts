import { OWN_SOUNDS } from '../../../engine/options.shared.js';
import { imageSize, RESOLUTIONS } from '../../../engine/sizes.shared.js';
import { maybe, perSecond, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { asLongVideo, even, ofVideo, videoPlan } from '../sizes.shared.js';
import { REFUSALS } from './refusals.shared.js';

/** Sound for a given video; without one, a video drawn from the prompt with its sound. */
export const definition = defineProcedure(
  {
    id: 'audioVideo.createAudioVideo',
    key: 'sound',
    href: '/tools/sound-effects',
    ...VIDEO_FORM,
    prompt: 'required',
    slots: { video: maybe('video') },
    reads: 'sound',
    options: {
      ownSound: { kind: 'choice', values: OWN_SOUNDS, initial: 'keep' },
      seconds: { kind: 'choice', values: [3, 5, 8, 10], initial: 5 },
    },
    provenance: 'composed',
    formType: 'sound_effects',
    result: { sound: true },
    refusals: REFUSALS,
    models: [
      { id: 'foley', name: 'Foley', typicalMs: 20_000, longSide: 1_920, cost: perSecond([[1_920 * 1_920, 50]], 1) },
    ],
  },
  {
    plan: ({ seconds }, sources, longSide) =>
      sources.length > 0
        ? ofVideo(sources, (video) => asLongVideo(video, longSide))
        : videoPlan(even(imageSize('16:9', RESOLUTIONS['720p'])), seconds),
    unused: (_options, given) => [given.video === undefined ? 'ownSound' : 'seconds'],
  },
);
