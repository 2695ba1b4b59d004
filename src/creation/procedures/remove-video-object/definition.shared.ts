import { IMAGE_FORM, one, perSecond } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { asLongVideo, maskProblem, ofVideo } from '../sizes.shared.js';

/**
 * A video without what the mask marks. The mask is as large as the video, white where something is removed from the
 * first frame on.
 */
export const definition = defineProcedure(
  {
    id: 'video.videoObjectRemover',
    key: 'eraseFilm',
    href: '/tools/video-object-remover',
    ...IMAGE_FORM,
    makes: 'video',
    slots: { video: one('video'), mask: one('image') },
    failure: 'OBJECT_REMOVER_FAILED',
    provenance: 'edited',
    formType: 'video_object_removal',
    models: [
      {
        id: 'film-eraser',
        name: 'Video eraser',
        typicalMs: 70_000,
        longSide: 1_280,
        cost: perSecond([[1_280 * 1_280, 80]]),
      },
    ],
  },
  {
    plan: (_options, sources, longSide) =>
      ofVideo(sources, (video) => maskProblem(video, sources) ?? asLongVideo(video, longSide)),
  },
);
