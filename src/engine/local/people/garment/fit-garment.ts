/** Virtual try-on: warps a garment from its own image to a person's upper body, and matches its shading. */
import type { Fit } from '../../../sizes.shared.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { bodyLandmarks } from '../body-landmarks.js';
import { freeArm, laySleeveAlong, reachOf, type Seam } from './arms.js';
import type { Arm } from './pose.js';
import { bareSkin, bodyOf, type Body } from './body.js';
import { drapeOf } from './drape.js';
import { onlyFace, swappableFaces } from '../face-check.js';
import { withoutGaps } from './gaps.js';
import { shapeOf, type Garment, type GarmentShape } from './garment.js';
import { recolour } from '../../photo/restyle/grade.js';
import { sample, type Face, type Point } from '../landmarks.js';
import { lightMatch, lightOf } from '../../photo/cut-out/light.js';
import { matte } from '../../photo/cut-out/matte.js';
import { boxMean, field, valueAt, type Field } from '../../photo/planes.js';
import { ToolRefusal } from '../../refusal.js';
import { resample } from '../../photo/resample.js';
import { lengthScaleOf, overlaid, pointsOf, scaledShape, scaleOf, tallOf } from './overlay.js';
import { laySleeve, type Armhole, type Sleeve } from './sleeves.js';
import { bending, meshed } from '../thin-plate.js';

/** Stiffness of the warp, which absorbs errors of single points. */
const STIFFNESS = 0.0008;
/** Depth of an armhole, heads. */
const ARMHOLE = { min: 0.45, max: 1 } as const;
/** Width of hair and ears beside a face, face widths. */
const BESIDE_HEAD = 0.3;
/** How far the armpit is below the shoulder's joint, heads. */
const ARMPIT = 0.55;
/** Where an arm begins below a shoulder that a garment without a sleeve covers, heads. */
const SHOULDER = 0.35;
/**
 * From this many heads below the throat, bare skin beside the trunk counts as an arm; also within the trunk by this
 * share of its width.
 */
const ARMS = { below: 0.5, inside: 0.06 } as const;
/** Progress at the end of each cut-out, as a share of the whole. */
const CUT = { garment: 0.35, person: 0.65 } as const;

const scaledSleeve = ({ shoulder, armpit, outer, inner }: Sleeve, by: number): Sleeve => {
  const at = ({ x, y }: Point): Point => ({ x: x * by, y: y * by });
  return { shoulder: at(shoulder), armpit: at(armpit), outer: at(outer), inner: at(inner) };
};

/**
 * Where a sleeve is attached and where it ends on the person.
 * @param by pixels of the person for one of the sleeve's
 */
function armholeOf(
  { shoulder, armpit, outer, inner }: Sleeve,
  there: GarmentShape,
  sign: -1 | 1,
  by: number,
  head: number,
): Armhole {
  const [end, side] = sign < 0 ? [there.shoulderLeft, there.chestLeft] : [there.shoulderRight, there.chestRight];
  const deep = Math.min(ARMHOLE.max * head, Math.max(ARMHOLE.min * head, (armpit.y - shoulder.y) * by));
  return {
    shoulder: end,
    armpit: { x: side.x, y: end.y + deep },
    outerEnd: end.y + Math.hypot(outer.x - shoulder.x, outer.y - shoulder.y) * by,
    innerEnd: end.y + deep + Math.hypot(inner.x - armpit.x, inner.y - armpit.y) * by,
  };
}

/** Whether a position is in the columns of the head, and above the row below the chin. */
function headOf({ points }: Face, below: number): (x: number, y: number) => boolean {
  const columns = points.map(({ x }) => x);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const room = BESIDE_HEAD * (right - left);
  return (x, y) => y < below && x > left - room && x < right + room;
}

/** Where a sleeve is attached on a body whose joints are known. */
function seamOf({ pose, head }: Body, there: GarmentShape, { shoulder }: Arm, sign: -1 | 1): Seam {
  const down = pose?.down ?? { x: 0, y: 1 };
  const [end, side] = sign < 0 ? [there.shoulderLeft, there.chestLeft] : [there.shoulderRight, there.chestRight];
  const row = shoulder.y + down.y * ARMPIT * head;
  return { shoulder: end, armpit: { x: side.x - (down.x / down.y) * (side.y - row), y: row } };
}

/** Whether a position belongs to the garment's trunk: inside the seams of its sleeves and its sides below them. */
function trunkOf(
  { hemLeft, hemRight }: GarmentShape,
  left: Sleeve | undefined,
  right: Sleeve | undefined,
): (at: Point) => boolean {
  const within =
    (sleeve: Sleeve | undefined, hem: Point, sign: -1 | 1) =>
    ({ x, y }: Point): boolean => {
      if (sleeve === undefined) return true;
      const { shoulder, armpit } = sleeve;
      const [from, to] = y < armpit.y ? [shoulder, armpit] : [armpit, hem];
      const line = from.x + ((to.x - from.x) * (y - from.y)) / Math.max(1, to.y - from.y);
      return (x - line) * sign <= 1.5;
    };
  const [one, other] = [within(left, hemLeft, -1), within(right, hemRight, 1)];
  return (at) => one(at) && other(at);
}

/** Mask of bare arms beside the trunk, 0 to 1. The trunk does not cover them. */
function armsBeside(
  { throat, head, chestLeft, chestRight }: Body,
  { width, height }: Raster,
  isBare: (at: number) => boolean,
): Field {
  const out = field(width, height);
  const edge = ARMS.inside * (chestRight.x - chestLeft.x);
  for (let y = Math.max(0, Math.round(throat.y + ARMS.below * head)); y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((x < chestLeft.x + edge || x > chestRight.x - edge) && isBare(y * width + x)) out.data[y * width + x] = 1;
    }
  return boxMean(boxMean(out, 1), 1);
}

/**
 * The garment warped into place on a transparent canvas of the person image's size: its trunk, and its sleeves along
 * the arms. Nothing above the chin but sleeves of raised arms.
 */
async function bent(
  garment: Raster,
  { shape, sleeves }: Garment,
  body: Body,
  fit: Fit,
  figure: Raster,
  { face, isBare }: { readonly face: Face; readonly isBare: (at: number) => boolean },
): Promise<Raster> {
  const { width, height } = figure;
  const scale = scaleOf(shape, body, fit);
  const shrink = Math.min(1, scale);
  const small = await resample(
    garment,
    Math.max(1, Math.round(garment.width * shrink)),
    Math.max(1, Math.round(garment.height * shrink)),
  );
  const own = scaledShape(shape, shrink);
  const there = overlaid(shape, body, fit);
  const laid: Raster = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  const from = Math.max(...face.points.map(({ y }) => y)) + 1;
  const top = Math.max(0, Math.ceil(from));
  if (top >= height) return laid;
  const [left, right] = [sleeves.left, sleeves.right].map((sleeve) => sleeve && scaledSleeve(sleeve, shrink));
  const isTrunk = trunkOf(own, left, right);
  const back = meshed(bending(pointsOf(there), pointsOf(own), STIFFNESS), {
    x: 0,
    y: top,
    width,
    height: height - top,
  });
  const arms = armsBeside(body, figure, isBare);
  const isHead = headOf(face, from);
  for (let y = top; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = back(x, y);
      if (at.x < 0 || at.y < 0 || at.x > small.width - 1 || at.y > small.height - 1 || !isTrunk(at)) continue;
      const to = (y * width + x) * 4;
      sample(small, at.x, at.y, laid.data, to);
      laid.data[to + 3]! *= 1 - arms.data[to >> 2]!;
    }
  const by = lengthScaleOf(shape, body, fit) / shrink;
  const sides = ([-1, 1] as const).map((sign) => {
    const [sleeve, arm] = sign < 0 ? [left, body.pose?.arms.left] : [right, body.pose?.arms.right];
    const reach = sleeve === undefined || arm === undefined ? 0 : reachOf(sleeve, arm, by, tallOf(own));
    return { sign, sleeve, arm, reach };
  });
  for (const { sign, sleeve, arm, reach } of sides)
    if (sleeve !== undefined && arm !== undefined) {
      const seam = seamOf(body, there, arm, sign);
      laySleeveAlong(laid, small, sleeve, figure, arm, { reach, seam, isHead }, sign, body.head);
    } else if (sleeve !== undefined)
      laySleeve(laid, small, sleeve, figure, armholeOf(sleeve, there, sign, scale / shrink, body.head), sign, {
        faceWidth: body.faceWidth,
        head: body.head,
        isBare,
      });
  // An arm may be in front of the other one's sleeve.
  for (const { sign, arm, reach } of sides)
    if (arm !== undefined) freeArm(laid, arm, Math.max(reach, SHOULDER * body.head), sign, body.head, isBare);
  return laid;
}

/** Whether the image shows a person with a visible face. */
async function isWorn(garment: Raster): Promise<boolean> {
  try {
    await swappableFaces(garment, 'garment');
    return true;
  } catch (error) {
    if (error instanceof ToolRefusal) return false;
    throw error;
  }
}

/**
 * The garment cut out of its image.
 * @throws ToolRefusal for the garment: no-subject, garment-worn
 */
async function cutGarment(garment: Raster, on: OnGrow): Promise<Raster> {
  if (await isWorn(garment))
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'garment', reason: 'garment-worn' });
  try {
    return await matte(garment, on);
  } catch (error) {
    if (error instanceof ToolRefusal) throw new ToolRefusal(error.identifier, { ...error.params, input: 'garment' });
    throw error;
  }
}

/** @throws ToolRefusal for the garment: no-subject, garment-worn, garment-unclear */
async function readGarment(garment: Raster, on: OnGrow): Promise<{ readonly cutOut: Raster; readonly read: Garment }> {
  const cutOut = await cutGarment(garment, on);
  const read = shapeOf(cutOut);
  if (read === undefined)
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'garment', reason: 'garment-unclear' });
  return { cutOut, read };
}

/** @throws ToolRefusal for the person: no-subject, body-not-seen, body-not-told */
async function readWearer(
  person: Raster,
  face: Face,
  on: OnGrow,
  network?: string,
): Promise<{ readonly figure: Raster; readonly body: Body }> {
  const figure = withoutGaps(await matte(person, on, { mustBeClear: false }), face);
  const landmarks = network === undefined ? undefined : await bodyLandmarks(person, face, network);
  return { figure, body: bodyOf(figure, face, landmarks) };
}

/**
 * Checks whether an image shows a garment that can be put on.
 * @throws ToolRefusal as {@link fitGarment} does for the garment
 */
export async function checkGarment(garment: Raster): Promise<void> {
  await readGarment(garment, () => undefined);
}

/**
 * Checks whether an image shows a person on whom a garment can be put.
 * @param network folder of the network of body landmarks, if it is to be used
 * @throws ToolRefusal as {@link fitGarment} does for the person
 */
export async function checkWearer(person: Raster, network?: string): Promise<void> {
  await readWearer(person, await onlyFace(person, 'image'), () => undefined, network);
}

/** Uncertain alpha at a cut-out's rim: below the first value it counts as wall, from the second as person. */
const RIM = { from: 0.3, to: 0.85 } as const;
const surely = (alpha: number): number => Math.min(1, Math.max(0, (alpha / 255 - RIM.from) / (RIM.to - RIM.from)));

/** Composites the garment onto the person. Pixels without garment stay unchanged. */
async function worn(person: Raster, figure: Raster, garment: Raster, face: Face, body: Body): Promise<Raster> {
  const { width, height } = person;
  const cover = (x: number, y: number): number => {
    const at =
      (Math.min(height - 1, Math.max(0, Math.floor(y))) * width + Math.min(width - 1, Math.max(0, Math.floor(x)))) * 4 +
      3;
    return (garment.data[at]! / 255) * surely(figure.data[at]!);
  };
  const { hair, light } = await drapeOf(person, figure, cover, face, body);
  const lit = recolour(
    garment,
    lightMatch(
      lightOf(garment, (at) => garment.data[at * 4 + 3]! / 255),
      lightOf(person, (at) => figure.data[at * 4 + 3]! / 255),
    ),
  );
  const data = new Uint8ClampedArray(person.data);
  const [sx, sy] = [hair.width / width, hair.height / height];
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      const whole = (garment.data[at + 3]! / 255) * surely(figure.data[at + 3]!);
      if (whole === 0) continue;
      const [u, v] = [(x + 0.5) * sx - 0.5, (y + 0.5) * sy - 0.5];
      const share = whole * (1 - valueAt(hair, u, v));
      if (share < 1 / 255) continue;
      const shade = valueAt(light, u, v);
      for (let k = 0; k < 3; k += 1)
        data[at + k] = Math.min(255, lit.data[at + k]! * shade) * share + person.data[at + k]! * (1 - share);
    }
  return { width, height, data };
}

/**
 * Puts a garment for the upper body on a person. The face, the head above the chin and the surroundings stay as they
 * are, byte for byte. Hair stays in front of the garment if its colour can be distinguished from the clothes. The worn
 * clothes remain visible where the garment does not reach: bare arms stay bare, long sleeves stay long. Deterministic.
 * @param garment alone, seen from the front, upright; neither image is changed
 * @param person one person, seen from the front or half turned, down to the chest at least
 * @param network folder of the network of body landmarks. With it the garment follows a leaning trunk and arms in any
 * position, and hands and forearms in front of the body stay in front
 * @returns the image of the person in its original size
 * @throws ToolRefusal NO_FACE_FOUND {input}, INVALID_FACE_POSE {input}; INPUT_INVALID_FOR_SERVICE {input: 'image',
 * reason: 'several-faces' | 'body-not-seen' | 'body-not-told' | 'no-subject'}, {input: 'garment', reason:
 * 'garment-worn' | 'garment-unclear' | 'no-subject'}
 */
export async function fitGarment(
  garment: Raster,
  person: Raster,
  fit: Fit,
  on: OnGrow,
  network?: string,
): Promise<Raster> {
  on({ fraction: 0 });
  const face = await onlyFace(person, 'image');
  on({ fraction: 0.1 });
  const { cutOut, read } = await readGarment(garment, ({ fraction }) => {
    on({ fraction: 0.1 + (CUT.garment - 0.1) * fraction });
  });
  const { figure, body } = await readWearer(
    person,
    face,
    ({ fraction }) => {
      on({ fraction: CUT.garment + (CUT.person - CUT.garment) * fraction });
    },
    network,
  );
  const laid = await bent(cutOut, read, body, fit, figure, { face, isBare: bareSkin(figure, face, body) });
  on({ fraction: 0.8 });
  const made = await worn(person, figure, laid, face, body);
  on({ fraction: 1, partial: made });
  return made;
}
