import { IMAGE_FORM, one, perSecond } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { asLongVideo, ofVideo } from '../sizes.shared.js';
import { REFUSALS } from './refusals.shared.js';

/** A video without the text that was laid over it. */
export const definition = defineProcedure(
  {
    id: 'videoTools.videoSubtitlesRemove',
    key: 'wordless',
    href: '/tools/subtitle-remover',
    ...IMAGE_FORM,
    makes: 'video',
    slots: { video: one('video') },
    options: { where: { kind: 'choice', values: ['auto', 'bottom', 'top'], initial: 'auto' } },
    provenance: 'edited',
    formType: 'subtitle_removal',
    refusals: REFUSALS,
    models: [
      {
        id: 'subtitle-eraser-ppocr-4',
        name: 'Subtitle eraser, PP-OCR 4',
        typicalMs: 90_000,
        longSide: 1_280,
        cost: perSecond([[1_280 * 1_280, 60]]),
        needs: 'ppocr',
      },
      {
        id: 'subtitle-eraser',
        name: 'Subtitle eraser',
        typicalMs: 60_000,
        longSide: 1_280,
        cost: perSecond([[1_280 * 1_280, 60]]),
      },
    ],
  },
  { plan: (_options, sources, longSide) => ofVideo(sources, (video) => asLongVideo(video, longSide)) },
);
