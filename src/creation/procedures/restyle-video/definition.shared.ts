import { STYLES } from '../../../engine/options.shared.js';
import { one, perSecond, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { asLongVideo, ofVideo } from '../sizes.shared.js';

/** A video in a style. */
export const definition = defineProcedure(
  {
    id: 'video.createVideoByVideo',
    key: 'restyleFilm',
    href: '/tools/video-restyle',
    ...VIDEO_FORM,
    slots: { video: one('video') },
    options: {
      style: { kind: 'choice', values: STYLES.filter((style) => style !== 'natural'), initial: 'watercolour' },
      strength: { kind: 'range', min: 0.1, max: 1, step: 0.05, initial: 0.7 },
    },
    provenance: 'edited',
    formType: 'video_to_video',
    result: { differsFrom: 'video' },
    remote: {
      operations: ['video-to-video'],
      instruction: 'Repaint this video in {prompt}. Keep its content, its composition and its movement.',
    },
    models: [
      {
        id: 'film-restyle',
        name: 'Video restyle',
        typicalMs: 60_000,
        longSide: 848,
        cost: perSecond([[854 * 854, 60]]),
      },
    ],
  },
  { plan: (_options, sources, longSide) => ofVideo(sources, (video) => asLongVideo(video, longSide)) },
);
