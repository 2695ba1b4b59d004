import type { SUBJECTS, SubjectId } from '../../scene/scene.js';
import { blobs, bubbles } from './models/drops.js';
import * as dishes from './models/dishes.js';
import * as food from './models/food.js';
import type { ModelBuilder } from './models/look.js';
import * as machines from './models/machines.js';
import * as nature from './models/nature.js';
import * as space from './models/space.js';
import * as vessels from './models/vessels.js';

/** Usual setting of an object when the prompt names no place. */
export type Setting = 'studio' | 'space' | 'sky' | 'pool' | 'drops' | 'portrait' | 'bloom';

/** How a subject is shown in 3D. Degrees. */
export interface Cast {
  readonly build: ModelBuilder;
  readonly home: Setting;
  /** Rotation of the object towards the camera. */
  readonly turn: number;
  /** Angle by which the camera looks down on it. */
  readonly above: number;
  /** Whether it floats in the air rather than standing on the ground. */
  readonly floats: boolean;
}

/** The subjects of this renderer: marked `solid` or `both`. */
export type SolidId = { [Id in SubjectId]: (typeof SUBJECTS)[Id] extends 'layers' ? never : Id }[SubjectId];

const cast = (build: ModelBuilder, more: Partial<Cast> = {}): Cast => ({
  build,
  home: 'studio',
  turn: 0,
  above: 10,
  floats: false,
  ...more,
});

export const CASTS: Readonly<Record<SolidId, Cast>> = {
  bottle: cast(vessels.bottle, { turn: 8, above: 6 }),
  vase: cast(vessels.vase),
  cup: cast(vessels.cup, { turn: -28, above: 22 }),
  candle: cast(vessels.candle, { turn: -20, above: 12 }),
  lantern: cast(vessels.lantern, { turn: 12, above: 8 }),
  lamp: cast(vessels.lamp, { above: 4 }),
  book: cast(vessels.book, { turn: 28, above: 24 }),
  chair: cast(vessels.chair, { turn: -32, above: 14 }),
  gift: cast(vessels.gift, { turn: 28, above: 18 }),
  clock: cast(vessels.clock, { turn: -14, above: 6 }),
  key: cast(vessels.key, { turn: -18, above: 4 }),
  crown: cast(vessels.crown, { turn: 10, above: 16 }),
  chess: cast(vessels.chess, { turn: 20, above: 10 }),
  heart: cast(machines.heart, { above: 5 }),
  star: cast(machines.star, { above: 5 }),
  diamond: cast(machines.diamond, { above: 16 }),
  crystal: cast(machines.crystal, { above: 10 }),
  sphere: cast(machines.sphere),
  cube: cast(machines.cube, { above: 18 }),
  cone: cast(machines.coneForm),
  torus: cast(machines.torus),
  arch: cast(machines.arch, { turn: -16, above: 8 }),
  pyramid: cast(machines.pyramid, { above: 8 }),
  apple: cast(food.apple, { above: 14 }),
  orange: cast(food.orange, { above: 14 }),
  lemon: cast(food.lemon, { above: 16 }),
  cherry: cast(food.cherry, { above: 10 }),
  cake: cast(food.cake, { above: 16 }),
  donut: cast(food.donut, { above: 38, turn: 10 }),
  icecream: cast(food.icecream, { above: 6 }),
  egg: cast(food.egg, { above: 8 }),
  watermelon: cast(food.watermelon, { above: 8 }),
  burger: cast(food.burger, { above: 9, turn: 12 }),
  bread: cast(food.bread, { above: 18, turn: -14 }),
  pizza: cast(dishes.pizza, { above: 34, turn: 20 }),
  pasta: cast(dishes.pasta, { above: 24 }),
  soup: cast(dishes.soup, { above: 30 }),
  salad: cast(dishes.salad, { above: 24 }),
  sushi: cast(dishes.sushi, { above: 26, turn: -14 }),
  fries: cast(dishes.fries, { above: 10, turn: 12 }),
  pumpkin: cast(food.pumpkin, { above: 14 }),
  flower: cast(nature.flower, { home: 'bloom', above: 62 }),
  rose: cast(nature.rose, { above: 34 }),
  mushroom: cast(nature.mushroom, { above: 8 }),
  cactus: cast(nature.cactus, { turn: 6, above: 8 }),
  rock: cast(nature.rock, { above: 14 }),
  leaf: cast(nature.leaf, { turn: 6, above: 10 }),
  shell: cast(nature.shell, { above: 16, turn: 18 }),
  moon: cast(space.moon, { home: 'space', floats: true }),
  planet: cast(space.planet, { home: 'space', floats: true }),
  ringedplanet: cast(space.ringedplanet, { home: 'space', floats: true }),
  rocket: cast(space.rocket, { home: 'space', floats: true, turn: -14, above: 2 }),
  astronaut: cast(space.astronaut, { home: 'space', floats: true, turn: -18, above: 4 }),
  ufo: cast(space.ufo, { home: 'space', floats: true, above: 8 }),
  robot: cast(machines.robot, { home: 'portrait', turn: 14, above: 3 }),
  car: cast(machines.car, { turn: -34, above: 12 }),
  balloon: cast(machines.balloon, { home: 'sky', floats: true, above: -4 }),
  lifebuoy: cast(machines.lifebuoy, { home: 'pool', above: 62 }),
  blobs: cast(blobs, { home: 'drops', floats: true, above: 3 }),
  bubbles: cast(bubbles, { home: 'drops', floats: true, above: 2 }),
};

/** Whether this renderer draws the subject. */
export const isSolid = (id: SubjectId): id is SolidId => id in CASTS;
