import type { Random } from '../../scene/random.js';
import type { Colour, Mood, Scene, TimeOfDay } from '../../scene/scene.js';
import type { Hex } from './model.js';
import { blend, shade } from './paints.js';

/** Colours of a still life: backdrop, furniture and companions of the main object, chosen to match. */
export interface StudioPalette {
  readonly floor: Hex;
  readonly wall: Hex;
  readonly plinth: Hex;
  readonly arch: Hex;
  readonly dark: Hex;
  readonly light: Hex;
  readonly accent: Hex;
  /** Main colour of objects without one of their own. */
  readonly hero: Hex;
}

type Row = readonly [
  mood: 'warm' | 'cold' | 'pastel' | 'dark' | 'vivid' | 'mono',
  floor: Hex,
  wall: Hex,
  plinth: Hex,
  arch: Hex,
  dark: Hex,
  light: Hex,
  accent: Hex,
  hero: Hex,
];

const ROWS: readonly Row[] = [
  ['warm', '#e3c1a0', '#dfb693', '#e6dad0', '#d08a6c', '#57302b', '#f3e6d8', '#e3cd62', '#c8553d'],
  ['cold', '#1f7f80', '#1b7274', '#2f9a97', '#14585f', '#123f4a', '#efe3bf', '#f09b7f', '#f2b84b'],
  ['pastel', '#d9cdf0', '#cbbdec', '#f1ebfb', '#a99ae0', '#4b3f86', '#fdf3e7', '#8fb8f0', '#6f7fe0'],
  ['warm', '#f2c3a7', '#efae95', '#f8e3d4', '#b3424a', '#6b2136', '#fff0e0', '#f4c95d', '#8c2f45'],
  ['pastel', '#f6cdd3', '#f3bcc7', '#fbeae6', '#e98a9c', '#8a3b55', '#fff6ea', '#9fd3c7', '#e4687c'],
  ['cold', '#b7d2e8', '#9cc1e0', '#e2edf5', '#5f8fc4', '#1f3a68', '#f8f1e4', '#f5a46b', '#2f62ad'],
  ['dark', '#2b2a3d', '#232238', '#3a3852', '#4a3f6e', '#15141f', '#d9cfe8', '#e0a64e', '#8f6cd8'],
  ['warm', '#e9d8b4', '#e2c994', '#f3ead6', '#7d8f5a', '#3e4a2c', '#fbf4e2', '#d96f45', '#5e7d4a'],
  ['pastel', '#cfe8d8', '#b8dfca', '#eef7ef', '#7cbf9e', '#2e5f52', '#fff4e3', '#f7a58b', '#3f9f82'],
  ['dark', '#3b1f2b', '#33192a', '#57303f', '#7a3b4c', '#1c0f18', '#f0d9c8', '#e8935a', '#d2545c'],
  ['vivid', '#ffb35c', '#ff9f45', '#ffd9a3', '#f0553f', '#5a1f4a', '#fff3df', '#3ec6c0', '#e63e62'],
  ['vivid', '#5a5bd8', '#4b4bcc', '#8c8df0', '#f26aa6', '#1f1d5c', '#fdeff7', '#ffd24a', '#ff7d6b'],
  ['cold', '#a9c9c4', '#93bab5', '#dcebe8', '#4f8f8b', '#21464a', '#f5efe2', '#e8b36a', '#2f7f86'],
  ['mono', '#d4d2cf', '#c6c4c1', '#ecebe9', '#8f8d8a', '#2b2a29', '#f8f7f5', '#b5b2ae', '#5b5957'],
  ['dark', '#12333a', '#0e2a32', '#1d4a50', '#2c6a6a', '#081a20', '#d6e6df', '#e9a85c', '#39a59b'],
  ['warm', '#d9a483', '#cf9673', '#ecd2bd', '#9c5a3c', '#4a2618', '#f7e8d8', '#4f8f97', '#b5522f'],
];

/** sRGB of the prompt's colour words. `rainbow` is represented by its first colour, red. */
export const COLOUR_HEX: Readonly<Record<Colour, Hex>> = {
  red: '#d43a34',
  orange: '#f0832f',
  yellow: '#f4c93a',
  green: '#4a9a4c',
  teal: '#1f8a8a',
  blue: '#2f6ad0',
  purple: '#7d4cc0',
  pink: '#f083a8',
  brown: '#7d4f30',
  black: '#1d1c20',
  white: '#f4f1ea',
  grey: '#8e8f94',
  gold: '#e3b04b',
  silver: '#c9cdd3',
  turquoise: '#3fc8c0',
  amber: '#e09a2a',
  jade: '#3fa57c',
  cream: '#f4e6c8',
  rainbow: '#e04848',
};

const WANTED: Readonly<Partial<Record<Mood, readonly Row[0][]>>> = {
  pastel: ['pastel'],
  dreamy: ['pastel'],
  warm: ['warm'],
  cold: ['cold'],
  dark: ['dark'],
  dramatic: ['dark', 'vivid'],
  vivid: ['vivid'],
  mono: ['mono'],
  vintage: ['warm'],
  bright: ['vivid', 'pastel'],
  calm: ['pastel', 'cold'],
};

/** Hue of a colour in turns, 0..1, and its strength. */
function hueOf(hex: Hex): { hue: number; strength: number } {
  const value = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (high === low) return { hue: 0, strength: 0 };
  const span = high - low;
  const sixth = high === r ? ((g - b) / span + 6) % 6 : high === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return { hue: sixth / 6, strength: span };
}

/** Rows whose walls contrast with an object of the given colour. */
function apart(rows: readonly Row[], colour: Hex): readonly Row[] {
  const own = hueOf(colour);
  if (own.strength < 0.15) return rows;
  const far = rows.filter(([, , wall]) => {
    const other = hueOf(wall);
    const gap = Math.abs(own.hue - other.hue);
    return other.strength < 0.12 || Math.min(gap, 1 - gap) > 0.12;
  });
  return far.length > 0 ? far : rows;
}

/** Chooses the colours of a still life from moods, colour words and seed. */
export function studioPalette(scene: Scene, random: Random): StudioPalette {
  const wanted = scene.moods.flatMap((mood) => WANTED[mood] ?? []);
  const byMood = ROWS.filter(([mood]) => wanted.includes(mood));
  const usual = ROWS.filter(([mood]) => mood !== 'mono' && (mood !== 'dark' || scene.time === 'night'));
  const rows = byMood.length > 0 ? byMood : usual;
  const worn = scene.subjects.flatMap(({ colour }) => (colour ? [colour] : []));
  const free = scene.colours.find((colour) => !worn.includes(colour));
  const [, floor, wall, plinth, arch, dark, light, accent, hero] = random.pick(
    worn[0] ? apart(rows, COLOUR_HEX[worn[0]]) : rows,
  );
  if (!free || free === 'rainbow') return { floor, wall, plinth, arch, dark, light, accent, hero };
  const own = COLOUR_HEX[free];
  return {
    floor: blend(own, floor, 0.12),
    wall: blend(own, wall, 0.08),
    plinth: blend(shade(own, 0.45), plinth, 0.3),
    arch: blend(shade(own, -0.25), arch, 0.2),
    dark: blend(dark, shade(own, -0.7), 0.5),
    light,
    accent,
    hero,
  };
}

/** Light at an hour: the sun's colour, strength and height (degrees), and the sky's. */
export interface Hour {
  readonly sun: Hex;
  readonly strength: number;
  readonly height: number;
  readonly sky: Hex;
  readonly fill: number;
  readonly low: Hex;
  readonly high: Hex;
  readonly night: number;
}

export const HOURS: Readonly<Record<TimeOfDay, Hour>> = {
  dawn: {
    sun: '#ffc9a8',
    strength: 2.0,
    height: 20,
    sky: '#c9b8e8',
    fill: 0.62,
    low: '#f9cbb0',
    high: '#6f86c9',
    night: 0,
  },
  morning: {
    sun: '#fff0da',
    strength: 2.3,
    height: 36,
    sky: '#cfe0f5',
    fill: 0.66,
    low: '#dceaf2',
    high: '#5b9be0',
    night: 0,
  },
  noon: {
    sun: '#fffaf0',
    strength: 2.5,
    height: 55,
    sky: '#d6e6f8',
    fill: 0.7,
    low: '#cfe5f2',
    high: '#3f86d8',
    night: 0,
  },
  afternoon: {
    sun: '#ffe9c8',
    strength: 2.4,
    height: 38,
    sky: '#d3def0',
    fill: 0.64,
    low: '#e8e4d8',
    high: '#5a94d4',
    night: 0,
  },
  sunset: {
    sun: '#ffae70',
    strength: 2.4,
    height: 17,
    sky: '#c7a8d0',
    fill: 0.55,
    low: '#ffb27a',
    high: '#5a4f9c',
    night: 0,
  },
  dusk: {
    sun: '#c8a0e0',
    strength: 1.3,
    height: 24,
    sky: '#8d86c8',
    fill: 0.55,
    low: '#e59a9a',
    high: '#2c2f6e',
    night: 0.35,
  },
  night: {
    sun: '#a9c2ff',
    strength: 1.25,
    height: 42,
    sky: '#5566a8',
    fill: 0.42,
    low: '#26356e',
    high: '#070b24',
    night: 1,
  },
};
