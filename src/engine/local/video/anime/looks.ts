/** The looks of an animated video, as data: the inks it is filled with, and how its lines are drawn. */
import { fromLab, type Lab, type Rgb } from '../../scene/colour.js';
import type { AnimeLook } from '../../../options.shared.js';

/** How areas are filled. `flat`: one ink for each area. `tones`: halftone dots, black on paper. */
export interface Look {
  /** Maximum number of inks. */
  readonly inks: number;
  readonly fill: 'flat' | 'tones';
  /** Adjusts an ink for this look. */
  readonly mix: (ink: Lab) => Lab;
  readonly line: {
    /** A fixed colour, or a darker mixture of the area under the line. */
    readonly colour: Rgb | 'darker';
    /** Opacity, 0..1. */
    readonly cover: number;
    /** Factor of the usual line width. */
    readonly width: number;
    /**
     * How much darker than its surroundings a pixel must be to become a line, in OKLab lightness. A smaller value draws
     * more lines.
     */
    readonly min: number;
  };
}

const held = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
const coloured = ({ l, a, b }: Lab, lightness: number, chroma: number, cool: number): Lab => ({
  l: held(lightness, 0.03, 0.985),
  a: a * chroma + 0.3 * cool * (1 - l),
  b: b * chroma - cool * (1 - l),
});

export const LOOKS: Readonly<Record<AnimeLook, Look>> = {
  // Clear colours, shadows shifted to blue, dark even lines.
  cel: {
    inks: 16,
    fill: 'flat',
    mix: (ink) => coloured(ink, 0.06 + 0.96 * ink.l + 0.05 * Math.sin(2 * Math.PI * (ink.l - 0.5)), 1.28, 0.024),
    line: { colour: [29, 24, 41], cover: 0.94, width: 1, min: 0.014 },
  },
  // Washes of one ink on paper. Strong colours keep a trace of their hue.
  ink: {
    inks: 8,
    fill: 'flat',
    mix: ({ l, a, b }) => ({
      l: held(0.17 + 0.8 * l ** 0.68, 0.15, 0.965),
      a: a * 0.34 + 0.002,
      b: b * 0.34 + 0.014 * l,
    }),
    line: { colour: [20, 19, 24], cover: 0.97, width: 1.45, min: 0.012 },
  },
  pastel: {
    inks: 14,
    fill: 'flat',
    mix: (ink) => coloured(ink, 0.5 + 0.47 * ink.l, 0.8, 0.01),
    line: { colour: 'darker', cover: 0.85, width: 0.9, min: 0.014 },
  },
  manga: {
    inks: 9,
    fill: 'tones',
    mix: ({ l }) => ({ l, a: 0, b: 0 }),
    line: { colour: [14, 14, 16], cover: 1, width: 1.15, min: 0.012 },
  },
};

/** Halftone tones: the lightness up to which each is used, and the share of it that is black. */
const TONES = [
  { to: 0.3, black: 1 },
  { to: 0.46, black: 0.46 },
  { to: 0.63, black: 0.2 },
  { to: 0.82, black: 0.07 },
] as const;

/** Share of an area of this lightness that the halftone blackens, 0..1. */
export const toneOf = (l: number): number => TONES.find(({ to }) => l < to)?.black ?? 0;

/** Colour of the paper under the halftone. */
export const PAPER: Rgb = [250, 249, 246];

/** Line colour on an area, for looks whose lines are a darker mixture of that area. */
export const darker = ({ l, a, b }: Lab): Rgb => fromLab({ l: l * 0.52, a: a * 1.3 + 0.012, b: b * 1.2 - 0.012 });
