/** Lays furniture out in a room: along the wall from left to right, a table and its chairs before it, a rug below. */
import { FURNITURES, type SceneSubject, type SubjectId } from '../../scene/scene.js';
import { paintThings, type Spot } from './placing.js';
import { FURNITURE, floorLamp } from './silhouettes/furniture.js';
import type { Silhouette } from './silhouettes/silhouette.js';
import type { Stage } from './stage.js';

type Piece = (typeof FURNITURES)[number];

/** Furniture of a room; a lamp there is a floor lamp. */
const SHAPES: Readonly<Record<Piece, Silhouette>> = {
  ...FURNITURE,
  lamp: { habit: 'ground', size: 0.46, wide: 0.45, draw: floorLamp },
};
const isPiece = (id: SubjectId): id is Piece => FURNITURES.some((one) => one === id);
/** Pieces below a window. */
const LOW: readonly Piece[] = ['sofa', 'bed', 'bench', 'table'];
const BEFORE_THE_WALL: readonly Piece[] = ['table', 'chair', 'rug'];
/** Row of the wall's foot in a furnished room, as a share of the height. */
export const FLOOR = 0.74;
const GAP = 0.04;
/** Share of the width that the pieces along the wall may take. */
const WALL = 0.96;

interface Placed {
  readonly piece: Piece;
  readonly shape: Silhouette;
  readonly spot: Spot;
}

/** Furniture of a room, from back to front, and the column of its window as a share of the width. */
export interface Plan {
  readonly placed: readonly Placed[];
  readonly window: number;
  /** The middle of a sofa's or bed's seat, in pixels. */
  readonly seat?: readonly [x: number, y: number];
}

const pieces = (stage: Stage): readonly (SceneSubject & { readonly id: Piece })[] =>
  stage.scene.subjects.flatMap((subject) =>
    isPiece(subject.id) && !stage.scene.without.includes(subject.id) ? [{ ...subject, id: subject.id }] : [],
  );

/** The plan of a room's furniture; undefined when the scene names none. Pure but for the stage's random streams. */
export function planOf(stage: Stage): Plan | undefined {
  const all = pieces(stage);
  if (all.length === 0) return undefined;
  const { width, height, unit } = stage;
  const single = all.flatMap((subject) => Array.from({ length: Math.min(subject.count, 6) }, () => subject));
  const alone = single.length === 1 ? 1.5 : 1.18;
  const heightOf = ({ id, size }: SceneSubject & { readonly id: Piece }): number =>
    SHAPES[id].size * unit * alone * { small: 0.8, normal: 1, large: 1.2 }[size];
  const wall = single.filter(({ id }) => !BEFORE_THE_WALL.includes(id));
  const total = wall.reduce((sum, one) => sum + heightOf(one) * SHAPES[one.id].wide + GAP * unit, 0);
  const fit = Math.min(1, (WALL * width) / Math.max(1, total));
  let count = 0;
  const stand = (subject: SceneSubject & { readonly id: Piece }, x: number, y: number, tall: number): Placed => ({
    piece: subject.id,
    shape: SHAPES[subject.id],
    spot: {
      x,
      y,
      height: tall,
      flip: false,
      colour: subject.colour,
      depth: 0,
      stream: `${subject.id}/${(count += 1)}`,
    },
  });
  let x = (width - total * fit) / 2;
  const along = wall.map((subject) => {
    const tall = heightOf(subject) * fit;
    const wide = tall * SHAPES[subject.id].wide + GAP * unit * fit;
    x += wide;
    return stand(subject, x - wide / 2, height * (FLOOR + 0.025), tall);
  });
  const of = (id: Piece): typeof single => single.filter((one) => one.id === id);
  const low = along.find(({ piece }) => LOW.includes(piece));
  const front = low?.spot.x ?? width / 2;
  const rugs = of('rug').map((subject) => {
    const tall = Math.min(heightOf(subject), (0.9 * width) / SHAPES.rug.wide);
    const half = (tall * SHAPES.rug.wide) / 2;
    return stand(subject, Math.min(width - half, Math.max(half, front)), height * 0.93, tall);
  });
  const shrink = low === undefined ? 1 : 0.62;
  const tables = of('table').map((subject, k) =>
    stand(subject, front + k * unit * 0.4, height * (low ? 0.92 : 0.9), heightOf(subject) * shrink),
  );
  const chairs = of('chair').map((subject, k, { length }): Placed => {
    const side = k % 2 === 0 ? -1 : 1;
    const beside = k < 2 || tables.length === 0;
    const from = tables.length > 0 ? 0.32 : along.length > 0 ? 0.3 : 0.16 * (length - 1);
    const aside = side * unit * (beside ? from + Math.floor(k / 2) * 0.26 : length % 2 === 1 && k === 2 ? 0 : 0.12);
    const middle = Math.min(width * 0.87, Math.max(width * 0.13, front + aside));
    return stand(subject, middle, height * (beside ? 0.89 : 0.83), heightOf(subject));
  });
  const tallest = along.filter(({ piece }) => !LOW.includes(piece)).map(({ spot }) => spot.x);
  const free = [0.5, 0.3, 0.7, 0.2, 0.8].map((at) => ({
    at,
    room: Math.min(9e9, ...tallest.map((one) => Math.abs(one - at * width))),
  }));
  const best = free.reduce((one, other) => (other.room > one.room * 1.2 ? other : one));
  const seat = along.find(({ piece }) => piece === 'sofa' || piece === 'bed' || piece === 'bench')?.spot;
  return {
    ...(seat ? { seat: [seat.x, seat.y - 0.32 * seat.height] } : {}),
    placed: [...along, ...rugs, ...chairs.toSorted((one, other) => one.spot.y - other.spot.y), ...tables],
    window: low === undefined || tallest.length === 0 ? best.at : low.spot.x / width,
  };
}

/** Paints the furniture of a plan. */
export function paintFurniture(stage: Stage, plan: Plan): void {
  for (const { shape, spot, piece } of plan.placed)
    paintThings(stage, shape, [spot], false, piece !== 'rug' && piece !== 'fireplace', false);
}
