/** The shots of an animated video: what is drawn in each, ready to be animated. */
import { defined } from '../../../../kernel/defined.shared.js';
import { airOf, drawLayersMoment, type DrawAir } from '../../render/layers/draw.js';
import type { Raster, Scene } from '../../scene/scene.js';
import { drawSolid } from '../../render/solid/index.js';
import { findFaces } from '../../people/faces.js';
import { distanceTo, type Field } from '../../photo/planes.js';
import { depthOf } from '../generate/depth.js';
import { gentle } from '../generate/from-text.js';
import type { Move } from '../generate/moves.js';
import { cropped, extentOf, Puppet } from '../generate/puppet.js';
import { CELL, gridSize } from '../io/reel.js';
import { footing, mainSubjectOf } from '../generate/main-subject.js';
import { LOOKS } from './looks.js';
import type { AnimeLook } from '../../../options.shared.js';
import { paletteOf, shade } from './shade.js';

/** A subject that moves separately from the background. */
export interface Acting {
  readonly puppet: Puppet;
  readonly move: Move;
  /** Nearness of the ground at its foot, in the camera's scale. */
  readonly near: number;
}

/** A shot that is ready to be rendered. */
export interface Shot {
  readonly depth: Field;
  /** The background at a moment, in seconds of the shot. Returns the same object while it is unchanged. */
  readonly ground: (seconds: number) => Promise<Raster>;
  readonly acting?: Acting;
  readonly air?: DrawAir;
}

/** Background drawings per second. Painted backgrounds change seldom, as in animated films. */
const GROUNDS = 2.5;
/** Seconds of the scene that pass in one second of the video. */
const PACE = 0.9;
/** Width of the outline around a cut-out, as a share of the longer side. */
const CONTOUR = 1 / 520;

/**
 * A shot of an image.
 * @param image of the video's size, opaque
 */
export async function imageShot(image: Raster, look: AnimeLook, move: Move, air: DrawAir | undefined): Promise<Shot> {
  const palette = paletteOf(image, look);
  const parts = await mainSubjectOf(image);
  const { columns, rows } = gridSize(image.width, image.height);
  const ground = await shade(parts?.ground ?? image, look, palette);
  const depth = await depthOf(parts?.ground ?? image, await findFaces(image), columns, rows);
  const acting =
    parts === undefined
      ? undefined
      : await actingOf(parts.subject, await shade(image, look, palette), depth, look, move);
  return { depth, ground: () => Promise.resolve(ground), ...defined({ acting, air }) };
}

/** A shot of a scene described in words: layers that move, or one image for a 3D scene. */
export async function sceneShot(
  scene: Scene,
  look: AnimeLook,
  width: number,
  height: number,
  move: Move,
): Promise<Shot> {
  if (scene.renderer === 'solid') return imageShot(await drawSolid(scene, width, height), look, move, undefined);
  const air = airOf(scene, width, height);
  const drawn = (seconds: number) => drawLayersMoment(scene, width, height, PACE * seconds, air !== undefined, CELL);
  const first = drawn(0);
  const palette = paletteOf(first.raster, look);
  let kept: { readonly index: number; readonly raster: Raster } = {
    index: 0,
    raster: await shade(first.raster, look, palette),
  };
  const ground = async (seconds: number): Promise<Raster> => {
    const index = Math.floor(seconds * GROUNDS + 1e-6);
    if (index !== kept.index) kept = { index, raster: await shade(drawn(index / GROUNDS).raster, look, palette) };
    return kept.raster;
  };
  return { depth: gentle(first.depth), ground, ...defined({ air }) };
}

async function actingOf(
  subject: Raster,
  drawn: Raster,
  depth: Field,
  look: AnimeLook,
  move: Move,
): Promise<Acting | undefined> {
  const extent = extentOf(subject);
  if (extent === undefined) return undefined;
  const cel = cropped(contoured(subject, drawn, look), extent);
  const place = { x: (extent.left + extent.right + 1) / 2, y: extent.bottom + 3, width: cel.width, height: cel.height };
  // A subject cut off by the lower edge must stay at that edge, so it moves gently.
  const said = extent.bottom >= subject.height - 3 && move !== 'sway' ? 'gentle' : move;
  return {
    puppet: await Puppet.of(cel, place, { touch: 0, thrown: 0, aside: 0, down: 0 }),
    move: said,
    near: Math.max(0.62, footing(subject, depth)),
  };
}

/** A cel: the drawing inside the subject's outline, with a line around it. */
function contoured(subject: Raster, drawn: Raster, look: AnimeLook): Raster {
  const { width, height } = subject;
  const { line } = LOOKS[look];
  const ink = line.colour === 'darker' ? ([92, 78, 96] as const) : line.colour;
  const wide = Math.max(1, Math.max(width, height) * CONTOUR * line.width);
  const outside = distanceTo(width, height, (i) => subject.data[i * 4 + 3]! < 128);
  const data = new Uint8ClampedArray(drawn.data);
  for (let i = 0, at = 0; i < width * height; i += 1, at += 4) {
    data[at + 3] = (subject.data[at + 3]! - 88) * 3.2;
    const share = line.cover * Math.min(1, Math.max(0, wide + 0.5 - outside.data[i]!));
    if (share > 0) for (let k = 0; k < 3; k += 1) data[at + k]! += (ink[k]! - data[at + k]!) * share;
  }
  return { width, height, data };
}
