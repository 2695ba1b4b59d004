/** Draws the subject of a scene alone, to be composited into another image. */
import { drawLayers } from '../../render/layers/draw.js';
import { createRandom } from '../../scene/random.js';
import {
  SUBJECTS,
  type ScenePlace,
  type Raster,
  type Scene,
  type SubjectId,
  type Understanding,
} from '../../scene/scene.js';
import { drawSolid } from '../../render/solid/index.js';
import { applyStyle } from '../../render/style/style.js';
import { matte } from '../cut-out/matte.js';
import { distanceTo, field, soften } from '../planes.js';
import { ToolRefusal } from '../../refusal.js';

/** Subjects that only appear in the air and need nothing but a sky. */
const AIRY: readonly SubjectId[] = [
  'rainbow',
  'aurora',
  'lightning',
  'cloud',
  'stars',
  'galaxy',
  'nebula',
  'sun',
  'comet',
];
/** Subjects that cover the ground or fill the air rather than stand there. They are painted with their scene. */
const SPREAD: readonly SubjectId[] = [
  ...AIRY,
  'flower',
  'tulip',
  'sunflower',
  'grass',
  'coral',
  'leaf',
  'fire',
  'crowd',
  'marble',
  'ink',
  'bubbles',
  'blobs',
  'waves',
  'geometry',
  'spiral',
  'mandala',
  'fractal',
  'gradient',
  'smoke',
  'confetti',
];
/** Subjects on or in water, which is drawn with them. */
const AFLOAT: readonly SubjectId[] = ['sailboat', 'ship', 'whale', 'dolphin', 'swan', 'iceberg'];
/** Subjects for which a plain backdrop would become a stage. */
const PERFORMERS: readonly SubjectId[] = ['dancer', 'person', 'woman', 'man', 'child', 'couple', 'guitar'];
/**
 * Difference of two drawings, of 255, at which a pixel starts to belong to the subject, and the steps until it belongs
 * completely.
 */
const DIFFERENCE = { from: 8, steps: 16 } as const;
/** A shadow leaves at least this share of the light, and its channels' shares differ by at most this much. */
const SHADOW = { min: 0.45, apart: 0.09 } as const;
/** Brightness, of 255: minimum of the moon itself, and the range of the surrounding mean over which it fades in. */
const MOONLIGHT = { own: 64, from: 34, whole: 84 } as const;

const namesPlace = ({ understood }: Understanding): boolean => understood.some(({ kind }) => kind === 'place');

/** Whether the prompt names an object and no place for it. */
export const isSubject = (understanding: Understanding): boolean =>
  understanding.scene.subjects.length > 0 &&
  !namesPlace(understanding) &&
  understanding.scene.subjects.every(({ id }) => !SPREAD.includes(id));

/** The scene without default ground, when the prompt only names things in the air. */
export function airOnly(understanding: Understanding): Scene {
  const { scene } = understanding;
  const airy =
    scene.subjects.length > 0 && !namesPlace(understanding) && scene.subjects.every(({ id }) => AIRY.includes(id));
  return airy ? { ...scene, places: ['sky'] } : scene;
}

/** A close-up on a plain background. */
function closeUp(scene: Scene): Scene {
  const subjects = scene.subjects.map((subject) => ({ ...subject, size: 'large' as const, where: 'centre' as const }));
  const inLayers = scene.renderer === 'layers' || subjects.every(({ id }) => SUBJECTS[id] === 'both' && id !== 'moon');
  const places: readonly ScenePlace[] = subjects.some(({ id }) => AFLOAT.includes(id))
    ? ['sea']
    : subjects.some(({ id }) => PERFORMERS.includes(id))
      ? ['desert']
      : ['studio'];
  return inLayers ? { ...scene, subjects, renderer: 'layers', places, weather: 'clear' } : { ...scene, subjects };
}

/** Flood fill from the border through open pixels. */
function flood(width: number, height: number, open: (index: number) => boolean): Uint8Array {
  const seen = new Uint8Array(width * height);
  const waiting: number[] = [];
  const visit = (i: number): void => {
    if (seen[i] !== 0 || !open(i)) return;
    seen[i] = 1;
    waiting.push(i);
  };
  for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) visit(y * width + x);
  for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) visit(y * width + x);
  for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x + 1 < width) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i + width < seen.length) visit(i + width);
  }
  return seen;
}

/**
 * How much darker one pixel is than another of the same hue, 0..1: a shadow on what the other one shows; 0 when it is
 * not a shadow.
 */
function shadowAt(one: Raster, other: Raster, at: number): number {
  const shares = [0, 1, 2].map((k) => one.data[at + k]! / Math.max(1, other.data[at + k]!));
  const [min, max] = [Math.min(...shares), Math.max(...shares)];
  return max < 1 && min > SHADOW.min && max - min < SHADOW.apart ? 1 - (min + max) / 2 : 0;
}

/**
 * The difference of two drawings, with straight alpha and filled holes: whatever it encloses belongs to it. Its shadow
 * is black with the shadow's strength as alpha.
 */
function difference(one: Raster, other: Raster, styled: Raster): Raster {
  const { width, height } = one;
  const own = new Uint8Array(width * height);
  const shade = new Uint8Array(width * height);
  for (let i = 0; i < own.length; i += 1) {
    let apart = 0;
    for (let k = 0; k < 3; k += 1) apart += (one.data[i * 4 + k]! - other.data[i * 4 + k]!) ** 2;
    const alpha = Math.min(255, Math.max(0, ((Math.sqrt(apart) - DIFFERENCE.from) * 255) / DIFFERENCE.steps));
    const dark = shadowAt(one, other, i * 4);
    if (dark > 0) shade[i] = dark * 255;
    else own[i] = alpha;
  }
  // Gaps where the subject has the background's colour are closed before enclosed areas are filled.
  const gap = Math.max(2, Math.round(Math.min(width, height) / 90));
  const near = distanceTo(width, height, (i) => own[i]! > 127);
  const outside = flood(width, height, (i) => near.data[i]! > gap);
  const far = distanceTo(width, height, (i) => outside[i] === 1);
  const data = new Uint8ClampedArray(styled.data);
  for (let i = 0; i < own.length; i += 1) {
    const enclosed = outside[i] === 0 && far.data[i]! > gap + 1;
    if (!enclosed && own[i] === 0) data.fill(0, i * 4, i * 4 + 3);
    data[i * 4 + 3] = enclosed ? 255 : own[i] === 0 ? shade[i]! : own[i]!;
  }
  return { width, height, data };
}

/** A moon as it appears in any sky: its unlit part is transparent, and its light fades towards it. */
function moonlit(cut: Raster, drawn: Raster): Raster {
  const { width, height } = cut;
  const bright = field(width, height);
  // Stars beyond this distance do not belong to the moon.
  const near = distanceTo(width, height, (i) => cut.data[i * 4 + 3]! > 127);
  for (let i = 0; i < bright.data.length; i += 1) {
    bright.data[i] =
      near.data[i]! > width / 24 ? 0 : Math.max(drawn.data[i * 4]!, drawn.data[i * 4 + 1]!, drawn.data[i * 4 + 2]!);
  }
  const gap = width / 40;
  const lit = distanceTo(width, height, (i) => bright.data[i]! > MOONLIGHT.own);
  const unlit = distanceTo(width, height, (i) => lit.data[i]! > gap);
  const mean = soften(bright, Math.round(width / 60));
  const data = new Uint8ClampedArray(cut.data);
  for (let i = 0; i < bright.data.length; i += 1) {
    for (let k = 0; k < 3; k += 1) data[i * 4 + k] = drawn.data[i * 4 + k]!;
    const rim = Math.min(1, Math.max(0, unlit.data[i]! - gap));
    data[i * 4 + 3] =
      255 * rim * Math.min(1, Math.max(0, (mean.data[i]! - MOONLIGHT.from) / (MOONLIGHT.whole - MOONLIGHT.from)));
  }
  return { width, height, data };
}

/**
 * Draws a close-up of a scene's subject and cuts it out: for layered scenes by drawing them with and without the
 * subject; for 3D scenes by matting.
 * @param scene one for which {@link isSubject} holds
 * @param side pixels of the square it is drawn on
 * @returns straight alpha; undefined when it does not stand out from its scene
 */
export async function drawSubject(scene: Scene, side: number): Promise<Raster | undefined> {
  const near = closeUp(scene);
  const draw = near.renderer === 'solid' ? drawSolid : drawLayers;
  const drawn = await draw(near, side, side);
  const styled = applyStyle(drawn, near, createRandom(near.seed, 'style'));
  if (near.renderer === 'layers') {
    return difference(drawn, await drawLayers({ ...near, subjects: [] }, side, side), styled);
  }
  try {
    const cut = await matte(styled, () => undefined);
    return near.subjects.every(({ id }) => id === 'moon') ? moonlit(cut, styled) : cut;
  } catch (error) {
    if (error instanceof ToolRefusal) return undefined;
    throw error;
  }
}
