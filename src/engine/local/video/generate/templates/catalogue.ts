import type { VideoTemplate } from '../../../../options.shared.js';
import type { Template, Track } from './timeline.js';

/** A slow zoom into the image. */
const CALM: Track = [
  [0, 1],
  [1, 1.07],
];
/** Beats within an image's time: at each, the camera jumps nearer, then moves back a little. */
const BEATS = [0.06, 0.34, 0.62] as const;
const PUNCHES: Track = [
  [0, 1],
  ...BEATS.flatMap(
    (beat, index) =>
      [
        [beat, 1 + 0.09 * index],
        [beat + 0.045, 1.17 + 0.09 * index],
        [beat + 0.24, 1.09 + 0.09 * index],
      ] as const,
  ),
  [1, 1.3],
];
const FLASHES: Track = BEATS.flatMap(
  (beat) =>
    [
      [beat, 0],
      [beat + 0.03, 1],
      [beat + 0.14, 0],
    ] as const,
);
const FAULTS: Track = [
  [0, 0],
  [0.1, 0],
  [0.13, 1],
  [0.2, 0.8],
  [0.23, 0],
  [0.46, 0],
  [0.48, 0.7],
  [0.52, 0],
  [0.7, 0],
  [0.73, 1],
  [0.82, 0.9],
  [0.86, 0],
];

export const TEMPLATES: Readonly<Record<VideoTemplate, Template>> = {
  'zoom-burst': { stage: 'full', zoom: PUNCHES, change: 'cut', effects: [{ kind: 'burst', strength: FLASHES }] },
  glitch: { stage: 'full', zoom: CALM, change: 'cut', effects: [{ kind: 'glitch', strength: FAULTS }] },
  snow: {
    stage: 'full',
    zoom: CALM,
    change: 'fade',
    effects: [{ kind: 'flying', things: 'flakes', count: 260, speed: 0.34, sway: 0.012, size: [0.006, 0.034] }],
  },
  projector: {
    stage: 'full',
    zoom: [
      [0, 1.04],
      [1, 1.08],
    ],
    change: 'cut',
    effects: [{ kind: 'projector', strength: 1 }],
  },
  reveal: {
    stage: 'full',
    zoom: [
      [0, 1.06],
      [1, 1],
    ],
    change: 'cut',
    effects: [
      {
        kind: 'soak',
        open: [
          [0, 0],
          [0.62, 1],
        ],
      },
    ],
  },
  hearts: {
    stage: 'full',
    zoom: CALM,
    change: 'zoom',
    effects: [{ kind: 'flying', things: 'hearts', count: 34, speed: -0.3, sway: 0.03, size: [0.028, 0.1] }],
  },
  confetti: {
    stage: 'full',
    zoom: CALM,
    change: 'slide',
    effects: [{ kind: 'flying', things: 'papers', count: 150, speed: 0.46, sway: 0.02, size: [0.012, 0.034] }],
  },
  polaroid: {
    stage: 'prints',
    zoom: [
      [0, 1],
      [1, 1.06],
    ],
    change: 'cut',
    effects: [],
  },
  'day-to-night': {
    stage: 'full',
    zoom: CALM,
    change: 'fade',
    effects: [
      {
        kind: 'night',
        dark: [
          [0.08, 0],
          [0.78, 1],
        ],
      },
    ],
  },
  'light-leak': {
    stage: 'full',
    zoom: CALM,
    change: 'fade',
    effects: [
      {
        kind: 'leak',
        at: [
          [0, -0.25],
          [1, 1.25],
        ],
      },
    ],
  },
  kaleidoscope: {
    stage: 'full',
    zoom: [
      [0, 1],
      [1, 1.25],
    ],
    change: 'fade',
    effects: [{ kind: 'mirrors', turns: 0.28 }],
  },
};
