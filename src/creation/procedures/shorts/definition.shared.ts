import { SPOKEN_LANGUAGES, VOICES } from '../../../engine/options.shared.js';
import { imageSize, RESOLUTIONS } from '../../../engine/sizes.shared.js';
import { perSecond, STYLE, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { even, videoPlan } from '../sizes.shared.js';

/** A short video of a script, spoken and captioned. */
export const definition = defineProcedure(
  {
    id: 'aiShorts.create',
    key: 'short',
    href: '/ai-shorts',
    ...VIDEO_FORM,
    prompt: 'required',
    reads: 'script',
    options: {
      style: STYLE,
      language: { kind: 'choice', values: SPOKEN_LANGUAGES, initial: 'en' },
      voice: { kind: 'choice', values: VOICES, initial: 'woman' },
      captions: { kind: 'switch', initial: true },
      seconds: { kind: 'choice', values: [10, 20, 30], initial: 20 },
    },
    provenance: 'drawn',
    formType: 'ai_shorts',
    result: { sound: true },
    models: [
      {
        id: 'narrator-kokoro-1',
        name: 'Narrator, Kokoro 82M 1.0',
        typicalMs: 75_000,
        longSide: 1_280,
        cost: perSecond([[1_280 * 1_280, 40]], 2),
        needs: 'kokoro',
      },
      {
        id: 'narrator',
        name: 'Narrator',
        typicalMs: 45_000,
        longSide: 1_280,
        cost: perSecond([[1_280 * 1_280, 40]], 2),
        needs: 'speech',
      },
    ],
  },
  {
    plan: ({ seconds }) => videoPlan(even(imageSize('9:16', RESOLUTIONS['720p'])), seconds),
    drawing: ({ style }) => ({ style }),
  },
);
