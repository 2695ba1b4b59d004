import type { Random } from '../../scene/random.js';
import { archOutline } from './models/machines.js';
import { ball, box, cone, drum, plate, ring, type Model, type Part } from './model.js';
import { glossy, matte, metal, satin, shade } from './models/look.js';
import { ellipse, rounded } from './profile.js';
import type { StudioPalette } from './studio-palette.js';

const ARCH = archOutline(1.35, 1.75, 1.75);
const DISC = ellipse(0, 0, 1.5);

/** What surrounds a single object: the block it stands on (`lift` high) and companions. */
export interface Furniture {
  readonly model: Model;
  readonly lift: number;
}

const model = (groups: readonly (readonly Part[])[]): Model => ({ groups, reach: 2.4, height: 3 });

/** Small objects beside the main one, chosen by the seed. */
function companions(palette: StudioPalette, random: Random, away: number): Part[][] {
  const x = (random.chance(0.5) ? 1 : -1) * away;
  const choice = random.int(0, 3);
  const dark = random.chance(0.5) ? glossy(palette.dark) : satin(palette.arch);
  const bright = random.chance(0.6) ? satin(palette.accent) : glossy(palette.accent);
  const column: Part[][] = [
    [drum(0.42, 0.6, [-x, 0.6, -0.1], matte(palette.plinth), 0.04)],
    [ball(0.36, [-x, 1.56, -0.1], dark)],
  ];
  const low: Part[][] = [[ball(0.33, [x * 0.9, 0.33, 0.75], bright)]];
  switch (choice) {
    case 0:
      return [...column, ...low];
    case 1:
      return [
        ...column,
        [cone(0.34, 0.02, 0.34, [x * 0.94, 0.37, 0.62], bright, { round: 0.03 })],
        [ball(0.15, [x * 0.66, 0.15, 1.2], dark)],
      ];
    case 2:
      return [
        [box([0.44, 0.34, 0.44], [-x, 0.34, -0.1], matte(palette.plinth), 0.03, { turn: [0, 22, 0] })],
        [ring(0.3, 0.11, [-x, 1.08, -0.1], bright, { turn: [84, 30, 0] })],
        [ball(0.27, [x * 0.95, 0.27, 0.7], dark)],
        [ball(0.13, [x * 0.72, 0.13, 1.2], metal('#e0b35c'))],
      ];
    default:
      return [
        [drum(0.3, 0.95, [-x, 0.95, -0.5], matte(palette.plinth), 0.03)],
        [drum(0.3, 0.45, [-x * 0.7, 0.45, -0.85], satin(palette.arch), 0.03)],
        [ball(0.29, [-x, 2.19, -0.5], bright)],
        [ball(0.34, [x * 0.95, 0.34, 0.6], dark)],
      ];
  }
}

/** The shape behind the main object. */
function behind(palette: StudioPalette, random: Random): Part[][] {
  const paint = matte(palette.arch);
  switch (random.int(0, 3)) {
    case 0:
      return [[plate(ARCH, 0.26, [random.range(-0.3, 0.3), 0, -1.55], paint)]];
    case 1:
      return [[plate(DISC, 0.1, [random.range(-0.25, 0.25), 1.75, -1.75], paint)]];
    case 2:
      return [
        [plate(ARCH, 0.22, [-0.75, 0, -1.5], paint)],
        [box([0.5, 1.25, 0.2], [1.6, 1.25, -1.75], matte(shade(palette.plinth, -0.06)), 0.03)],
      ];
    default:
      return [
        [box([0.95, 1.75, 0.18], [-0.5, 1.75, -1.8], paint, 0.03)],
        [box([0.7, 1.15, 0.18], [0.85, 1.15, -1.35], matte(palette.plinth), 0.03)],
      ];
  }
}

/** Plinth, companions and a shape behind, for a main object `reach` wide at its foot. */
export function stillLife(palette: StudioPalette, random: Random, reach: number, bare: boolean): Furniture {
  const r = Math.max(reach * 1.3, 1.05);
  const lift = random.pick([0.3, 0.42]);
  const block: Part[][] = random.chance(0.7)
    ? [[drum(r, lift / 2, [0, lift / 2, 0], matte(palette.plinth), 0.045)]]
    : [
        [drum(r * 0.92, lift / 4, [0, lift * 0.75, 0], matte(palette.plinth), 0.03)],
        [drum(r * 1.16, lift / 4, [0, lift / 4, 0], matte(shade(palette.plinth, -0.05)), 0.03)],
      ];
  if (bare) return { model: model(block), lift };
  return {
    model: model([...block, ...companions(palette, random, Math.max(1.5, reach + 0.62)), ...behind(palette, random)]),
    lift,
  };
}

/** A stage for several objects: a long low step and a shape behind it. */
export function groupStage(
  palette: StudioPalette,
  random: Random,
  half: number,
  depth: number,
  middle: number,
  bare: boolean,
): Furniture {
  const lift = 0.26;
  const rim = rounded([
    [-half - 0.3, -depth - 0.3, 0.5],
    [half + 0.3, -depth - 0.3, 0.5],
    [half + 0.3, depth + 0.3, 0.5],
    [-half - 0.3, depth + 0.3, 0.5],
  ]);
  const step: Part[] = [plate(rim, lift / 2, [0, lift / 2, middle], matte(palette.plinth), { turn: [90, 0, 0] }, 0.04)];
  const disc: Part[][] = random.chance(0.5)
    ? [[plate(DISC, 0.1, [0, 1.9, middle - depth - 1.0], matte(palette.arch))]]
    : [[plate(ARCH, 0.24, [-half * 0.3, 0, middle - depth - 0.9], matte(palette.arch))]];
  return { model: model(bare ? [step] : [step, ...disc]), lift };
}
