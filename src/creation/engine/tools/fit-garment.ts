/** A garment on somebody: bent from its own picture to the upper body of a person in another, and lit as it is there. */
import type { Fit } from '../../sizes.shared.js';
import type { OnGrow, Raster } from '../scene/scene.js';
import { bodyOf, type Body } from './body.js';
import { drapeOf } from './drape.js';
import { onlyFace, swappableFaces } from './face-check.js';
import { shapeOf, type GarmentShape } from './garment.js';
import { recolour } from './grade.js';
import { sample, type Face, type Point } from './landmarks.js';
import { lightMatch, lightOf } from './light.js';
import { matte } from './matte.js';
import { valueAt } from './planes.js';
import { ToolRefusal } from './refusal.js';
import { resample } from './resample.js';
import { bending, meshed } from './thin-plate.js';

/** Its width, of the body's. */
const WIDTH: Readonly<Record<Fit, number>> = { close: 1, regular: 1.05, loose: 1.13 };
/** Evens out what single points are wrong by. */
const STIFFNESS = 0.0008;
/** How far above the shoulder's edge a garment reaches, heads: it lies on it. */
const LIES = 0.05;
/** The cut-out's part of the work, of the whole. */
const CUT = { garment: 0.35, person: 0.65 } as const;

const scaledShape = (shape: GarmentShape, by: number): GarmentShape => {
  const at = ({ x, y }: Point): Point => ({ x: x * by, y: y * by });
  return {
    neckLeft: at(shape.neckLeft), neckRight: at(shape.neckRight), neckMiddle: at(shape.neckMiddle), shoulderLeft: at(shape.shoulderLeft), shoulderRight: at(shape.shoulderRight),
    chestLeft: at(shape.chestLeft), chestRight: at(shape.chestRight), hemLeft: at(shape.hemLeft), hemRight: at(shape.hemRight),
  };
};

/** Pixels of the person for one of the garment: as wide as the body, so that its length follows. */
const scaleOf = (shape: GarmentShape, body: Body, fit: Fit): number => (WIDTH[fit] * (body.chestRight.x - body.chestLeft.x)) / (shape.chestRight.x - shape.chestLeft.x);

/** Where each point of a garment comes to lie. */
function laidOn(shape: GarmentShape, body: Body, fit: Fit): GarmentShape {
  const scale = scaleOf(shape, body, fit);
  const top = (shape.shoulderLeft.y + shape.shoulderRight.y) / 2;
  const rest = (body.shoulderLeft.y + body.shoulderRight.y) / 2 - LIES * body.head;
  const down = (y: number): number => rest + (y - top) * scale;
  const [own, middle] = [(shape.chestLeft.x + shape.chestRight.x) / 2, (body.chestLeft.x + body.chestRight.x) / 2];
  const below = ({ x, y }: Point): Point => ({ x: middle + (x - own) * scale, y: down(y) });
  const collar = Math.max(0, shape.neckMiddle.y - (shape.neckLeft.y + shape.neckRight.y) / 2) * scale;
  const lifted = ({ x, y }: Point): Point => ({ x, y: y - LIES * body.head });
  return {
    neckLeft: body.neckLeft, neckRight: body.neckRight, neckMiddle: { x: body.throat.x, y: (body.neckLeft.y + body.neckRight.y) / 2 + collar },
    shoulderLeft: lifted(body.shoulderLeft), shoulderRight: lifted(body.shoulderRight),
    chestLeft: below(shape.chestLeft), chestRight: below(shape.chestRight), hemLeft: below(shape.hemLeft), hemRight: below(shape.hemRight),
  };
}

const pointsOf = (shape: GarmentShape): readonly Point[] =>
  [shape.neckLeft, shape.neckRight, shape.neckMiddle, shape.shoulderLeft, shape.shoulderRight, shape.chestLeft, shape.chestRight, shape.hemLeft, shape.hemRight];

/** A garment bent into its place, on a clear ground as large as the person's picture. Nothing above `from`, a row. */
async function bent(garment: Raster, shape: GarmentShape, body: Body, fit: Fit, { width, height }: Raster, from: number): Promise<Raster> {
  const shrink = Math.min(1, scaleOf(shape, body, fit));
  const small = await resample(garment, Math.max(1, Math.round(garment.width * shrink)), Math.max(1, Math.round(garment.height * shrink)));
  const own = scaledShape(shape, shrink);
  const there = laidOn(shape, body, fit);
  const data = new Uint8ClampedArray(width * height * 4);
  const top = Math.max(0, Math.ceil(from));
  if (top >= height) return { width, height, data };
  const back = meshed(bending(pointsOf(there), pointsOf(own), STIFFNESS), { x: 0, y: top, width, height: height - top });
  for (let y = top; y < height; y += 1) for (let x = 0; x < width; x += 1) {
    const at = back(x, y);
    if (at.x < 0 || at.y < 0 || at.x > small.width - 1 || at.y > small.height - 1) continue;
    sample(small, at.x, at.y, data, (y * width + x) * 4);
  }
  return { width, height, data };
}

/** Whether somebody is in a picture whose face is seen. */
async function isWorn(garment: Raster): Promise<boolean> {
  try {
    await swappableFaces(garment, 'garment');
    return true;
  } catch (error) {
    if (error instanceof ToolRefusal) return false;
    throw error;
  }
}

/** What its picture shows, cut out. @throws ToolRefusal of the garment: no-subject, garment-worn */
async function cutGarment(garment: Raster, on: OnGrow): Promise<Raster> {
  if (await isWorn(garment)) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'garment', reason: 'garment-worn' });
  try {
    return await matte(garment, on);
  } catch (error) {
    if (error instanceof ToolRefusal) throw new ToolRefusal(error.identifier, { ...error.params, input: 'garment' });
    throw error;
  }
}

/** A cut-out's own doubt at its rim: below the one it is the wall, from the other on the person. */
const RIM = { from: 0.3, to: 0.85 } as const;
const surely = (alpha: number): number => Math.min(1, Math.max(0, (alpha / 255 - RIM.from) / (RIM.to - RIM.from)));

/** Lays the garment over the person. Only where it lies anything changes. */
async function worn(person: Raster, figure: Raster, garment: Raster, face: Face, body: Body): Promise<Raster> {
  const { width, height } = person;
  const cover = (x: number, y: number): number => {
    const at = (Math.min(height - 1, Math.max(0, Math.floor(y))) * width + Math.min(width - 1, Math.max(0, Math.floor(x)))) * 4 + 3;
    return (garment.data[at]! / 255) * surely(figure.data[at]!);
  };
  const { hair, light } = await drapeOf(person, figure, cover, face, body);
  const lit = recolour(garment, lightMatch(lightOf(garment, (at) => garment.data[at * 4 + 3]! / 255), lightOf(person, (at) => figure.data[at * 4 + 3]! / 255)));
  const data = new Uint8ClampedArray(person.data);
  const [sx, sy] = [hair.width / width, hair.height / height];
  for (let y = 0, at = 0; y < height; y += 1) for (let x = 0; x < width; x += 1, at += 4) {
    const whole = (garment.data[at + 3]! / 255) * surely(figure.data[at + 3]!);
    if (whole === 0) continue;
    const [u, v] = [(x + 0.5) * sx - 0.5, (y + 0.5) * sy - 0.5];
    const share = whole * (1 - valueAt(hair, u, v));
    if (share < 1 / 255) continue;
    const shade = valueAt(light, u, v);
    for (let k = 0; k < 3; k += 1) data[at + k] = Math.min(255, lit.data[at + k]! * shade) * share + person.data[at + k]! * (1 - share);
  }
  return { width, height, data };
}

/**
 * Puts a garment for the upper body on a person. The face, the head above the chin and what is about the person stay as they are,
 * byte for byte; hair stays before the garment where its colour is told from what is worn. What is worn shows where the
 * garment does not reach: bare arms stay bare, long sleeves stay long. Deterministic.
 * @param garment alone, seen from the front, upright; neither picture is changed
 * @param person one, seen from the front or half turned, down to the chest at least
 * @returns the picture of the person, as large as it was
 * @throws ToolRefusal NO_FACE_FOUND {input}, INVALID_FACE_POSE {input}; INPUT_INVALID_FOR_SERVICE {input: 'image', reason: 'several-faces' | 'body-not-seen' | 'body-not-told' | 'no-subject'}, {input: 'garment', reason: 'garment-worn' | 'garment-unclear' | 'no-subject'}
 */
export async function fitGarment(garment: Raster, person: Raster, fit: Fit, on: OnGrow): Promise<Raster> {
  on({ fraction: 0 });
  const face = await onlyFace(person, 'image');
  on({ fraction: 0.1 });
  const cutOut = await cutGarment(garment, ({ fraction }) => { on({ fraction: 0.1 + (CUT.garment - 0.1) * fraction }); });
  const shape = shapeOf(cutOut);
  if (shape === undefined) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'garment', reason: 'garment-unclear' });
  const figure = await matte(person, ({ fraction }) => { on({ fraction: CUT.garment + (CUT.person - CUT.garment) * fraction }); });
  const body = bodyOf(figure, face);
  const below = Math.max(...face.points.map(({ y }) => y)) + 1;
  const laid = await bent(cutOut, shape, body, fit, person, below);
  on({ fraction: 0.8 });
  const made = await worn(person, figure, laid, face, body);
  on({ fraction: 1, partial: made });
  return made;
}
