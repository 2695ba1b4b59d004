/** The designed skies and surfaces that `paletteFor` starts from; all values are sRGB. */
import { hex, type Rgb } from './colour.js';
import type { Mood, Season, TimeOfDay, Weather } from './scene.js';

/** A sky with the colours derived from it. */
export interface Key {
  /** Zenith to horizon. */
  readonly sky: readonly [Rgb, Rgb, Rgb, Rgb, Rgb];
  /** The disc of the sun or the moon, and the halo round it. */
  readonly sun: Rgb;
  readonly glow: Rgb;
  readonly haze: Rgb;
  readonly ridgeFar: Rgb;
  readonly ridgeNear: Rgb;
  /** Small bright objects: sails, umbrellas, a tent. */
  readonly accent: Rgb;
}

function key(
  sky: string,
  sun: string,
  glow: string,
  haze: string,
  ridgeFar: string,
  ridgeNear: string,
  accent: string,
): Key {
  const [a, b, c, d, e] = sky.split(' ').map(hex);
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined) {
    throw new RangeError('a sky has five colours');
  }
  return {
    sky: [a, b, c, d, e],
    sun: hex(sun),
    glow: hex(glow),
    haze: hex(haze),
    ridgeFar: hex(ridgeFar),
    ridgeNear: hex(ridgeNear),
    accent: hex(accent),
  };
}

/** Several skies for each time of day; the seed picks one. */
export const KEYS: Readonly<Record<TimeOfDay, readonly Key[]>> = {
  dawn: [
    key('#3a4a80 #7d7bb0 #d8a3b4 #f7c6a6 #ffe5c4', '#fff6df', '#ffd9a8', '#f2cdbd', '#bda0bb', '#23253f', '#f08a6c'),
    key('#567a9e #8ba7bd #d5cac6 #f8debd #fff1d2', '#fff8e2', '#ffe3b0', '#e6d6cf', '#a99cb2', '#171c30', '#e8a36a'),
    key('#2c6b7c #79aca9 #ecd3ab #fbbb91 #ffe1bb', '#fff4da', '#ffc896', '#f3d0ae', '#9fb0ab', '#14303a', '#ef7f5c'),
  ],
  morning: [
    key('#3f8fd0 #70b3e2 #a8d4ec #d6ebef #fdf3dd', '#fffbe8', '#fff0c2', '#dcebee', '#9dbdd3', '#22485a', '#f2735a'),
    key('#56a3c9 #8cc4d8 #bfdfdf #e6eedd #fff2d2', '#fffbe6', '#ffedbd', '#e4ebdd', '#a4c3c0', '#27504b', '#f29b4b'),
    key('#6a8fd6 #97b2e6 #c4cff0 #e8dcec #ffeadb', '#fff9ea', '#ffe6cf', '#e6def0', '#aab2d8', '#2f3f66', '#f07f86'),
  ],
  noon: [
    key('#1f6fc4 #4a97de #82bdec #bbdef4 #e6f4f8', '#fffdf0', '#fff7d6', '#d3e9f3', '#8fb6d4', '#1d4c56', '#f25c4a'),
    key('#0f7fb0 #3fa8ca #88cdd9 #c4e8e4 #eff6e6', '#fffdf0', '#fff6cf', '#d5ece6', '#8cc0c4', '#185049', '#ff8a3c'),
    key('#2a63b0 #5a90d2 #93bbe4 #c9dff0 #f3f3ee', '#fffdf2', '#fff4d9', '#dbe6ee', '#9ab3cf', '#2b4a4a', '#f4b43a'),
  ],
  afternoon: [
    key('#3a7ab8 #78abd1 #b9d2d5 #efdfba #ffd99a', '#fff6d6', '#ffe09a', '#ecdcbf', '#a9b3b8', '#2c4143', '#ee7a3e'),
    key('#4b84a9 #8fb5bd #dad4b4 #f6d196 #ffc279', '#fff3cc', '#ffd184', '#efd3a5', '#b5ac9d', '#35403a', '#e0603f'),
  ],
  sunset: [
    key('#2a1f5c #5b3a8c #b3588c #f07c62 #ffc27a', '#fff0c4', '#ffb05e', '#ec8f7c', '#b9708f', '#1a1330', '#ffb35c'),
    key('#3a0f2b #7a1c37 #c63a31 #f06c2e #ffb24f', '#ffe9a8', '#ff8a3a', '#e0663f', '#a94a4a', '#1c0a18', '#ffc857'),
    key('#35618f #6f8fae #d8ab8d #f59c58 #ffc66e', '#fff3cf', '#ffb45f', '#f2b27c', '#b98a83', '#33213a', '#e8553f'),
    key('#3d4a8f #8a6fb5 #e38fb0 #ffb199 #ffe0a8', '#fff4d2', '#ffc08c', '#f7b7a8', '#b98bb5', '#27204a', '#ff7f8e'),
  ],
  dusk: [
    key('#12163d #2d2d66 #5f4a85 #a5648c #e39a83', '#ffe6cc', '#e38f86', '#a8708f', '#6f5585', '#0d0e24', '#ffb26b'),
    key('#0d2438 #1d4258 #3f6f80 #8d949b #e3b28d', '#ffeed4', '#e0a983', '#8b9aa0', '#587584', '#081722', '#ffbd6e'),
    key('#1a1240 #3c2273 #7a3a94 #c65a94 #f4a08c', '#ffe9d0', '#f08a96', '#b4649a', '#754a91', '#110b28', '#ffc46b'),
  ],
  night: [
    key('#070d26 #0e1c42 #1a3463 #2a4d7f #426a95', '#f6f2e2', '#93b6e4', '#34588a', '#2c4a72', '#060b1a', '#ffc56a'),
    key('#0b0820 #1a1342 #2e2266 #473484 #634c94', '#f6eee6', '#ab9ce8', '#513f8e', '#413171', '#0a071a', '#ffb766'),
    key('#051a20 #092f3a #124957 #1d626c #357f80', '#eef6ea', '#86d8cc', '#26656a', '#20545c', '#041114', '#ffcf7a'),
  ],
};

/** The sky of the neon style at any hour: it glows rather than shines. */
export const NEON_KEYS: readonly Key[] = [
  key('#08031c #1c0844 #4a0f86 #b01c97 #ff5fae', '#ffd2f0', '#ff4fc0', '#a3248f', '#5a1690', '#07021a', '#22e6ff'),
  key('#030a20 #061a4a #0b3a86 #1479b8 #3fe0d8', '#d8fff6', '#35e6e6', '#1668a8', '#103f86', '#020616', '#ff3fa4'),
];

/** Amount of daylight, and the warmth of the fill light from the sky. */
export const DAYLIGHT: Readonly<Record<TimeOfDay, { readonly sun: number; readonly ambient: number }>> = {
  dawn: { sun: 0.52, ambient: 0.4 },
  morning: { sun: 0.82, ambient: 0.45 },
  noon: { sun: 0.95, ambient: 0.45 },
  afternoon: { sun: 0.84, ambient: 0.42 },
  sunset: { sun: 0.5, ambient: 0.34 },
  dusk: { sun: 0.26, ambient: 0.5 },
  night: { sun: 0.17, ambient: 1 },
};

/**
 * Effect of weather on a clear sky: chroma and lightness are factors; the sky is mixed with the weather's grey by
 * `veil`.
 */
export const WEATHER_GRADE: Readonly<
  Record<
    Weather,
    {
      readonly chroma: number;
      readonly lightness: number;
      readonly veil: number;
      readonly grey: Rgb;
      readonly haze: number;
    }
  >
> = {
  clear: { chroma: 1, lightness: 1, veil: 0, grey: hex('#9fb4c4'), haze: 0 },
  wind: { chroma: 1, lightness: 1, veil: 0.04, grey: hex('#b4c4cc'), haze: 0 },
  cloudy: { chroma: 0.88, lightness: 0.98, veil: 0.12, grey: hex('#a9b6c4'), haze: 0.1 },
  overcast: { chroma: 0.5, lightness: 0.94, veil: 0.5, grey: hex('#a7b0b8'), haze: 0.25 },
  fog: { chroma: 0.55, lightness: 1.02, veil: 0.45, grey: hex('#c9d0d2'), haze: 0.7 },
  rain: { chroma: 0.55, lightness: 0.84, veil: 0.45, grey: hex('#71808d'), haze: 0.4 },
  storm: { chroma: 0.65, lightness: 0.66, veil: 0.5, grey: hex('#434c5c'), haze: 0.25 },
  snow: { chroma: 0.8, lightness: 0.97, veil: 0.26, grey: hex('#bccbdd'), haze: 0.28 },
};

/** Surface colours in plain light, by season. */
export interface SeasonSurfaces {
  readonly foliage: readonly [dark: Rgb, middle: Rgb, light: Rgb];
  readonly ground: Rgb;
  readonly blossom: Rgb;
}

export const SEASON_SURFACES: Readonly<Record<Season, readonly SeasonSurfaces[]>> = {
  spring: [
    { foliage: [hex('#3d7d3f'), hex('#79b356'), hex('#c3e07a')], ground: hex('#8fbf5f'), blossom: hex('#f7b3cb') },
    { foliage: [hex('#3f7f5c'), hex('#82bd77'), hex('#d0e59a')], ground: hex('#9cc56d'), blossom: hex('#fbe3ee') },
  ],
  summer: [
    { foliage: [hex('#1f5c38'), hex('#3f8a45'), hex('#8fbf52')], ground: hex('#6fa548'), blossom: hex('#f2d14c') },
    { foliage: [hex('#20584a'), hex('#3d8560'), hex('#93bd6b')], ground: hex('#7da852'), blossom: hex('#e8584f') },
  ],
  autumn: [
    { foliage: [hex('#8a3a20'), hex('#d0702a'), hex('#f2b544')], ground: hex('#b08a44'), blossom: hex('#c94a2c') },
    { foliage: [hex('#7a2f2c'), hex('#c0502c'), hex('#eb9f3f')], ground: hex('#a1834f'), blossom: hex('#e6b03c') },
  ],
  winter: [
    { foliage: [hex('#2b4a4c'), hex('#5a7a7c'), hex('#dfe9ee')], ground: hex('#e6eef4'), blossom: hex('#cfe0ee') },
    { foliage: [hex('#33455a'), hex('#687f95'), hex('#e6edf6')], ground: hex('#eaf0f7'), blossom: hex('#d8d9ee') },
  ],
};

/** Surface colours that are the same all year. */
export const SURFACES = {
  sand: hex('#e6bd85'),
  rock: hex('#8d8480'),
  snow: hex('#f4f7fb'),
  trunk: hex('#6b4a36'),
  wall: hex('#eaddc8'),
  roof: hex('#b4533f'),
  path: hex('#cdb690'),
} as const;

/** Effect of a mood on every colour: factors, a lift, and a tint that colours are mixed with by `share`. */
export const MOOD_GRADE: Readonly<
  Record<
    Mood,
    {
      readonly chroma: number;
      readonly lightness: number;
      readonly lift: number;
      readonly tint?: Rgb;
      readonly share: number;
    }
  >
> = {
  calm: { chroma: 0.88, lightness: 1, lift: 0.01, share: 0 },
  dramatic: { chroma: 1.04, lightness: 0.88, lift: -0.01, share: 0 },
  warm: { chroma: 1.04, lightness: 1, lift: 0, tint: hex('#ffa860'), share: 0.14 },
  cold: { chroma: 0.94, lightness: 1, lift: 0, tint: hex('#5a9be0'), share: 0.16 },
  pastel: { chroma: 0.66, lightness: 0.66, lift: 0.31, share: 0 },
  vivid: { chroma: 1.22, lightness: 1, lift: 0, share: 0 },
  dark: { chroma: 0.96, lightness: 0.7, lift: -0.02, share: 0 },
  bright: { chroma: 1.06, lightness: 1.04, lift: 0.04, share: 0 },
  mono: { chroma: 0.06, lightness: 1, lift: 0, share: 0 },
  vintage: { chroma: 0.66, lightness: 0.9, lift: 0.07, tint: hex('#c89858'), share: 0.14 },
  dreamy: { chroma: 0.9, lightness: 0.86, lift: 0.11, tint: hex('#e0a8e8'), share: 0.12 },
};
