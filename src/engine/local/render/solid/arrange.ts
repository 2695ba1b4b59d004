import type { Random } from '../../scene/random.js';
import type { Scene, SceneSubject } from '../../scene/scene.js';
import type { Model, Placement, Vec3 } from './model.js';
import { lookFor } from './models/look.js';
import type { StudioPalette } from './studio-palette.js';
import { CASTS, isSolid, type Cast, type SolidId } from './subjects.js';

/** One object and its position. */
export interface Placed {
  readonly id: SolidId;
  readonly cast: Cast;
  readonly model: Model;
  readonly placement: Placement;
}

/** Space taken by objects: half width and depth, and lowest to highest point. */
export interface Extent {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
  readonly near: number;
  readonly far: number;
}

const MAX_OBJECTS = 24;
/** Size of a single object, scene units. */
const HERO = 2.5;
const SIZES = { small: 0.66, normal: 1, large: 1.32 } as const;

/**
 * The requested subjects that this renderer supports; a sphere when there are none, so that there is always an image.
 */
function wanted(scene: Scene): readonly (SceneSubject & { readonly id: SolidId })[] {
  const subjects = scene.subjects.flatMap((subject) => {
    const { id } = subject;
    return isSolid(id) && !scene.without.includes(id) ? [{ ...subject, id }] : [];
  });
  return subjects.length > 0 ? subjects : [{ id: 'sphere', count: 3, size: 'normal', where: 'free' }];
}

/** Apparent size of an object: its longer side, or more for one that is both wide and high. */
const bulk = ({ height, reach }: Model): number => Math.max(height, reach * 2.25, Math.sqrt(height * reach * 2) * 1.22);

interface Spot {
  readonly x: number;
  readonly z: number;
  readonly row: number;
}

/** Rows from front to back, each as wide as needed, with the back ones in the gaps. */
function rows(widths: readonly number[]): readonly Spot[] {
  const count = widths.length;
  const perRow =
    count <= 3 ? count : count <= 8 ? Math.ceil(count / 2) : count <= 15 ? Math.ceil(count / 3) : Math.ceil(count / 4);
  const spots: Spot[] = [];
  let depth = 0;
  for (let first = 0; first < count; first += perRow) {
    const row = first / perRow;
    const own = widths.slice(first, first + perRow);
    const total = own.reduce((sum, width) => sum + width, 0);
    let x = -total / 2;
    for (const width of own) {
      spots.push({
        x: x + width / 2 + (row % 2 === 1 && own.length === perRow ? (own[0] ?? 0) * 0.25 : 0),
        z: -depth,
        row,
      });
      x += width;
    }
    depth += Math.max(...own) * 0.86;
  }
  const middle = depth / 2.6;
  // Two or three objects stand in an arc with the middle one nearest, so that they do not look lined up.
  const arc = (x: number): number => (count === 2 ? 0.25 * Math.sign(x) : count === 3 ? -Math.abs(x) * 0.5 : 0);
  return spots.map((spot) => ({ ...spot, z: spot.z + middle + arc(spot.x) }));
}

/** Puts the first of the list in the middle of the first row. */
function centred<T>(items: readonly T[]): readonly T[] {
  const left: T[] = [];
  const right: T[] = [];
  items.forEach((item, i) => {
    if (i % 2 === 0) right.push(item);
    else left.unshift(item);
  });
  return [...left, ...right];
}

/**
 * Makes the models that a scene requests and arranges them.
 * @param spread factor of the distance between objects, 1 by default
 */
export function arrange(scene: Scene, palette: StudioPalette, random: Random, spread = 1): readonly Placed[] {
  const bunch = bouquet(scene, palette, random.fork('bouquet'));
  if (bunch) return bunch;
  const subjects = wanted(scene);
  const items = subjects
    .flatMap((subject) =>
      Array.from({ length: Math.min(Math.max(Math.round(subject.count), 1), MAX_OBJECTS) }, (_, i) => ({ subject, i })),
    )
    .slice(0, MAX_OBJECTS);
  const count = items.length;
  const crowd = count === 1 ? 1 : count <= 3 ? 0.8 : count <= 6 ? 0.66 : count <= 12 ? 0.52 : 0.42;
  const made = items.map(({ subject, i }) => {
    const cast = CASTS[subject.id];
    const model = cast.build(lookFor(palette, random.fork(`${subject.id}${i}`), subject.colour, subject.material));
    const lead = count === 3 && i === 0 && subjects.length === 1 ? 1.12 : 1;
    const size = lead * (HERO / bulk(model)) * crowd * SIZES[subject.size] * (count > 3 ? random.range(0.9, 1.1) : 1);
    return { subject, cast, model, size, width: model.reach * size * 2 * 1.12 * spread + 0.1 };
  });
  const sided = subjects.some(({ where }) => where === 'left' || where === 'right');
  const rank = { left: 0, centre: 1, free: 1, above: 1, right: 2 } as const;
  const ordered =
    sided && count > 1
      ? [...made].sort((a, b) => rank[a.subject.where] - rank[b.subject.where])
      : count === 3 || (subjects.length > 1 && count <= 5)
        ? centred(made)
        : made;
  const spots = rows(ordered.map(({ width }) => width));
  return ordered.map(({ subject, cast, model, size }, i): Placed => {
    const spot = spots[i] ?? { x: 0, z: 0, row: 0 };
    const shift = count > 1 ? 0 : subject.where === 'left' ? -1.3 : subject.where === 'right' ? 1.3 : 0;
    const loose = count > 3 ? 0.12 * size : 0;
    const aloft = subject.where === 'above' ? 1.7 : cast.floats && count > 1 ? random.range(0, 1.5) * crowd : 0;
    const at: Vec3 = [spot.x + shift + random.range(-loose, loose), aloft, spot.z + random.range(-loose, loose)];
    const turn =
      scene.framing === 'symmetric' ? 0 : cast.turn + (count > 1 ? random.range(-14, 14) : random.range(-4, 4));
    return { id: subject.id, cast, model, placement: { at, size, turn: [0, turn, 0] } };
  });
}

const BOUQUET = 3;
const BLOOM_COLOURS = ['pink', 'white', 'red', 'yellow', 'purple'] as const;

/** When flowers and a vase are named together, long-stemmed flowers stand in the vase. */
function bouquet(scene: Scene, palette: StudioPalette, random: Random): readonly Placed[] | undefined {
  const subjects = wanted(scene);
  const vase = subjects.find(({ id }) => id === 'vase');
  const flowers = subjects.find(({ id }) => id === 'flower' || id === 'rose');
  if (!vase || !flowers || subjects.length !== 2 || vase.count !== 1) return undefined;
  const vessel = CASTS.vase.build(lookFor(palette, random.fork('vase'), vase.colour, vase.material));
  const count = Math.min(flowers.count, BOUQUET);
  const blooms = Array.from({ length: count }, (_, i): Placed => {
    const colour =
      flowers.colour ??
      (flowers.id === 'rose' ? undefined : BLOOM_COLOURS[(random.int(0, 1) + i * 2) % BLOOM_COLOURS.length]);
    const model = CASTS.rose.build(lookFor(palette, random.fork(`bloom${i}`), colour, flowers.material));
    const lean = (i - (count - 1) / 2) * 26;
    return {
      id: 'rose',
      cast: CASTS.rose,
      model,
      placement: {
        at: [lean * 0.002, 0.75 + 0.16 * (i % 2), i % 2 === 0 ? 0.04 : -0.1],
        size: 0.66,
        turn: [14, 0, -lean],
      },
    };
  });
  return [
    {
      id: 'vase',
      cast: CASTS.vase,
      model: { groups: vessel.groups.slice(0, 1), reach: vessel.reach, height: 2.1 },
      placement: { at: [0, 0, 0], size: 0.72, turn: [0, 0, 0] },
    },
    ...blooms,
  ];
}

/** Space taken by placed objects. */
export function extentOf(placed: readonly Placed[]): Extent {
  const bound = (of: (item: Placed) => number, pick: (...values: number[]) => number): number =>
    pick(...placed.map(of));
  return {
    left: bound(({ model, placement }) => placement.at[0] - model.reach * placement.size, Math.min),
    right: bound(({ model, placement }) => placement.at[0] + model.reach * placement.size, Math.max),
    low: bound(({ placement }) => placement.at[1], Math.min),
    high: bound(({ model, placement }) => placement.at[1] + model.height * placement.size, Math.max),
    near: bound(({ model, placement }) => placement.at[2] + model.reach * placement.size, Math.max),
    far: bound(({ model, placement }) => placement.at[2] - model.reach * placement.size, Math.min),
  };
}
