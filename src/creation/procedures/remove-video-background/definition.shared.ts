import { BEHINDS } from '../../../engine/options.shared.js';
import { IMAGE_FORM, maybe, one, perSecond } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { asLongVideo, ofVideo } from '../sizes.shared.js';

/** A video's subject before another background, or none. */
export const definition = defineProcedure(
  {
    id: 'videoTools.videoBackgroundRemover',
    key: 'cutOutFilm',
    href: '/tools/video-background-remover',
    ...IMAGE_FORM,
    makes: 'video',
    slots: { video: one('video'), background: maybe('image') },
    failure: 'BACKGROUND_REMOVER_FAILED',
    options: { behind: { kind: 'choice', values: BEHINDS, initial: 'studio' } },
    provenance: 'composed',
    formType: 'video_background_removal',
    result: { differsFrom: 'video' },
    models: [
      {
        id: 'film-cut-out',
        name: 'Video cut-out',
        typicalMs: 60_000,
        longSide: 1_280,
        cost: perSecond([[1_280 * 1_280, 80]]),
      },
    ],
  },
  { plan: (_options, sources, longSide) => ofVideo(sources, (video) => asLongVideo(video, longSide)) },
);
