/**
 * Inpainting by prompt: draws the prompt's scene or subject into a marked part of an image, matched to the surrounding
 * light, with a feathered rim.
 */
import { SIDE } from '../../render/draw.js';
import { drawLayers } from '../../render/layers/draw.js';
import { createRandom } from '../../scene/random.js';
import type { OnGrow, ScenePlace, Raster, Scene, SceneOptions, Understanding } from '../../scene/scene.js';
import { understand } from '../../scene/understand.js';
import { drawSolid } from '../../render/solid/index.js';
import { applyStyle } from '../../render/style/style.js';
import { cropTo } from '../crop.js';
import { recolour } from './grade.js';
import { lightMatch, lightOf, type Light } from '../cut-out/light.js';
import { dilate, marked } from '../fill/marks.js';
import { distanceTo, type Field } from '../planes.js';
import { removeObject, RIM } from '../fill/remove-object.js';
import { resample } from '../resample.js';
import { airOnly, drawSubject, isSubject } from './drawn-subject.js';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Width of the feathered rim: a share of the side of a square with the marked area, within these limits, pixels. */
const FEATHER = { share: 0.07, min: 2, max: 40 } as const;
/** Distance around the mask in which the light is measured, as a share of the same side. */
const AROUND = 0.35;
/** Minimum side of a drawn scene, and its maximum aspect ratio. */
const SCENE = { min: 320, slim: 3 } as const;
/**
 * Drawing a subject: side of its square in pixels, the shares of the marked box that are tried, and the maximum share
 * of it outside the mask.
 */
const SUBJECT = { min: 384, max: 1_024, shares: [0.94, 0.86, 0.78, 0.7, 0.62], outside: 0.015 } as const;
/**
 * Places that are flat below a horizon, and the share of their scene that is ground. When the mask is in the image's
 * lower part, only the ground is used.
 */
const FLAT: readonly ScenePlace[] = [
  'lake',
  'river',
  'sea',
  'meadow',
  'desert',
  'garden',
  'beach',
  'hills',
  'underwater',
];
const GROUND = 0.4;
/** A mask that begins below this share of the image's height marks the ground. */
const BELOW = 0.45;

function boxOf(inside: Uint8Array, width: number): Box {
  let [left, top, right, bottom] = [width, Infinity, 0, 0];
  for (let i = 0; i < inside.length; i += 1) {
    if (inside[i] === 0) continue;
    const x = i % width;
    const y = (i - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return { left, top, width: right - left, height: bottom - top };
}

/** Size of the scene drawn for a box: the box's shape unless it is very narrow, within the renderers' limits. */
function drawnSize(width: number, height: number): { readonly width: number; readonly height: number } {
  const wide = Math.max(width, height / SCENE.slim);
  const high = Math.max(height, width / SCENE.slim);
  const long = Math.max(wide, high);
  const scale = Math.min(Math.max(1, SCENE.min / long), SIDE.max / long);
  const side = (length: number): number => Math.max(SIDE.min, Math.round(length * scale));
  return { width: side(wide), height: side(high) };
}

/**
 * The part of the scene that fits the box: with its sky above, or only its ground when the image's ground is marked.
 */
async function sceneIn(scene: Scene, box: Box, below: boolean, on: OnGrow): Promise<Raster> {
  const flat =
    below &&
    scene.renderer === 'layers' &&
    scene.subjects.every(({ id }) => id === 'flower' || id === 'tulip' || id === 'grass' || id === 'sunflower') &&
    scene.places.every((place) => FLAT.includes(place));
  const size = drawnSize(box.width, flat ? box.height / GROUND : box.height);
  const draw = scene.renderer === 'solid' ? drawSolid : drawLayers;
  const drawn = applyStyle(
    await draw(scene, size.width, size.height, ({ fraction }) => {
      on({ fraction: fraction * 0.9 });
    }),
    scene,
    createRandom(scene.seed, 'style'),
  );
  const ground = Math.round(size.height * GROUND);
  const seen = flat ? cropTo(drawn, { x: 0, y: size.height - ground, width: size.width, height: ground }) : drawn;
  on({ fraction: 1 });
  return resample(seen, box.width, box.height, 'cover');
}

/** Position of a subject in a box: as large as the marked area allows, standing near its lower edge or centred. */
function placed(own: Raster, box: Box, below: boolean, isInside: (x: number, y: number) => boolean): Box {
  const at = (share: number): Box => {
    const scale = Math.min((box.width * share) / own.width, (box.height * share) / own.height);
    const [width, height] = [Math.max(1, Math.round(own.width * scale)), Math.max(1, Math.round(own.height * scale))];
    return {
      left: Math.floor((box.width - width) / 2),
      top: Math.floor((box.height - height) * (below ? 0.7 : 0.5)),
      width,
      height,
    };
  };
  const lost = ({ left, top, width, height }: Box): number => {
    let [sum, outside] = [0, 0];
    for (let y = 0; y < own.height; y += 4) {
      for (let x = 0; x < own.width; x += 4) {
        const alpha = own.data[(y * own.width + x) * 4 + 3]!;
        sum += alpha;
        if (
          !isInside(
            left + Math.floor(((x + 0.5) * width) / own.width),
            top + Math.floor(((y + 0.5) * height) / own.height),
          )
        )
          outside += alpha;
      }
    }
    return outside / Math.max(1, sum);
  };
  return SUBJECT.shares.map(at).find((one) => lost(one) < SUBJECT.outside) ?? at(SUBJECT.shares[0]);
}

/** The subject in a transparent box. Undefined when it cannot be cut out. */
async function subjectIn(
  scene: Scene,
  box: Box,
  below: boolean,
  isInside: (x: number, y: number) => boolean,
): Promise<Raster | undefined> {
  const side = Math.min(SUBJECT.max, Math.max(SUBJECT.min, Math.round(Math.max(box.width, box.height) * 1.2)));
  const drawn = await drawSubject(scene, side);
  if (drawn === undefined) return undefined;
  const solid = Uint8Array.from({ length: side * side }, (_, i) => (drawn.data[i * 4 + 3]! > 127 ? 1 : 0));
  if (!solid.includes(1)) return undefined;
  const filled = boxOf(solid, side);
  const own = cropTo(drawn, { ...filled, x: filled.left, y: filled.top });
  const { left, top, width, height } = placed(own, box, below, isInside);
  const small = await resample(own, width, height);
  const data = new Uint8ClampedArray(box.width * box.height * 4);
  for (let row = 0; row < height; row += 1)
    data.set(small.data.subarray(row * width * 4, (row + 1) * width * 4), ((top + row) * box.width + left) * 4);
  return { width: box.width, height: box.height, data };
}

/** The light just outside the marked area; that of the whole image when nothing is near. */
function lightAround(image: Raster, inside: Uint8Array, reach: number): Light {
  const apart = distanceTo(image.width, image.height, (i) => inside[i] === 1);
  return lightOf(image, (i) => (inside[i] === 1 ? 0 : 1 / (1 + (apart.data[i]! / reach) ** 2)));
}

/**
 * Blends one image over a part of another, inside the marked area only.
 * @param rim distance in pixels to the nearest unmarked pixel
 */
function lay(into: Raster, over: Raster, box: Box, rim: Field, feather: number): void {
  for (let row = 0; row < box.height; row += 1) {
    for (let column = 0; column < box.width; column += 1) {
      const at = (box.top + row) * into.width + box.left + column;
      const inward = Math.min(1, rim.data[at]! / feather);
      if (inward <= 0) continue;
      const from = (row * box.width + column) * 4;
      const share = inward * inward * (3 - 2 * inward) * (over.data[from + 3]! / 255);
      for (let k = 0; k < 3; k += 1)
        into.data[at * 4 + k] = over.data[from + k]! * share + into.data[at * 4 + k]! * (1 - share);
      into.data[at * 4 + 3] = Math.max(into.data[at * 4 + 3]!, share * 255);
    }
  }
}

/** The image with the content of the marked area removed, as background for a subject; unchanged outside the mask. */
async function cleared(image: Raster, inside: Uint8Array, on: OnGrow): Promise<Raster> {
  const { width, height } = image;
  // Object removal also replaces a rim, so its mask is shrunk by that width to keep the outside unchanged.
  const outside = dilate(
    Uint8Array.from(inside, (value) => 1 - value),
    width,
    height,
    RIM,
  );
  if (!outside.includes(0)) return image;
  const mask = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < outside.length; i += 1) mask.fill(outside[i] === 0 ? 255 : 0, i * 4, i * 4 + 4);
  return removeObject(image, { width, height, data: mask }, on);
}

/**
 * Paints a prompt into a masked area. A prompt for a place, or for something that covers the ground or fills the sky,
 * is painted as a scene. A prompt for an object alone is painted as that object on the image's own background.
 * Deterministic.
 * @param image is not changed
 * @param mask as large as the image; bright and opaque pixels are painted
 * @param options prompt, seed and style
 * @param on called with the progress at least six times
 * @returns the image, unchanged byte for byte outside the mask, and how the prompt was understood
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE for a mask of another size, an empty one, and one that covers
 * everything
 */
export async function paintIn(
  image: Raster,
  mask: Raster,
  options: SceneOptions,
  on: OnGrow,
): Promise<{ readonly raster: Raster; readonly understanding: Understanding }> {
  on({ fraction: 0 });
  const { width, height } = image;
  const inside = marked(mask, image);
  const box = boxOf(inside, width);
  const side = Math.sqrt(inside.reduce((sum, value) => sum + value, 0));
  const below = box.top > height * BELOW;
  const understanding = understand(options);
  const scene = airOnly(understanding);
  on({ fraction: 0.05, partial: image });
  const thing = isSubject(understanding)
    ? await subjectIn(scene, box, below, (x, y) => inside[(box.top + y) * width + box.left + x] === 1)
    : undefined;
  on({ fraction: 0.3 });
  const paint =
    thing ??
    (await sceneIn(scene, box, below, ({ fraction }) => {
      on({ fraction: 0.3 + fraction * 0.5 });
    }));
  const ground =
    thing === undefined
      ? image
      : await cleared(image, inside, ({ fraction }) => {
          on({ fraction: 0.3 + fraction * 0.5 });
        });
  on({ fraction: 0.82 });
  const lit = recolour(
    paint,
    lightMatch(
      lightOf(paint, (i) => paint.data[i * 4 + 3]!),
      lightAround(image, inside, side * AROUND),
    ),
  );
  on({ fraction: 0.92 });
  const raster: Raster = { width, height, data: new Uint8ClampedArray(ground.data) };
  const feather =
    thing === undefined ? Math.min(FEATHER.max, Math.max(FEATHER.min, side * FEATHER.share)) : FEATHER.min;
  lay(
    raster,
    lit,
    box,
    distanceTo(width, height, (i) => inside[i] === 0),
    feather,
  );
  on({ fraction: 1, partial: raster });
  return { raster, understanding };
}
