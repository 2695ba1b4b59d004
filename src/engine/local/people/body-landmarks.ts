/**
 * Where shoulders, elbows, wrists and hips are in an image of a person, by MoveNet Lightning 4 (Apache 2.0), an
 * optional model: 4.7 MB of weights, about 0.05 s an image.
 */
import { pathToFileURL } from 'node:url';
import type { Raster } from '../scene/scene.js';
import { startTensorFlow } from '../../../platform/machine/tensorflow.js';
import { loadGraph, type GraphNetwork } from './graph-network.js';
import { inImage, middle, partOf, throughWindow, type Face, type Point, type Window } from './landmarks.js';

/** A landmark, pixels, and how certain it is, 0 to 1. */
export interface BodyPoint extends Point {
  readonly score: number;
}
/** Landmarks of one side. */
export interface BodySide {
  readonly shoulder: BodyPoint;
  readonly elbow: BodyPoint;
  readonly wrist: BodyPoint;
  readonly hip: BodyPoint;
}
/** Left and right as seen in the image. */
export interface BodyLandmarks {
  readonly left: BodySide;
  readonly right: BodySide;
}

/** Side length in pixels of the network's images. */
const SIDE = 192;
/** Where each landmark is among the network's seventeen (the order of COCO); the person's own left and right. */
const ORDER = {
  left: { shoulder: 5, elbow: 7, wrist: 9, hip: 11 },
  right: { shoulder: 6, elbow: 8, wrist: 10, hip: 12 },
} as const;
/**
 * The square that the network sees: its side, and the distance of its middle below the chin, as multiples of the
 * distance from brows to chin. It reaches from above the head to below the hips, and to both sides of stretched arms.
 */
const SEEN = { side: 9, below: 2.4 } as const;

const networks = new Map<string, Promise<GraphNetwork>>();
function networkIn(folder: string): Promise<GraphNetwork> {
  const known = networks.get(folder);
  if (known !== undefined) return known;
  const loading = loadGraph(pathToFileURL(`${folder}/`)).catch((error: unknown) => {
    networks.delete(folder);
    throw error;
  });
  networks.set(folder, loading);
  return loading;
}

/** The square around a face's body. */
function windowOf(face: Face): Window {
  const chin = face.points[8]!;
  const brows = middle([...partOf(face, 'leftBrow'), ...partOf(face, 'rightBrow')]);
  const long = Math.hypot(chin.x - brows.x, chin.y - brows.y);
  return { centre: { x: (chin.x + brows.x) / 2, y: chin.y + SEEN.below * long }, side: SEEN.side * long, roll: 0 };
}

/** The image's part in a window as the network wants it: 0 to 255, black outside the image. */
async function seenIn(image: Raster, window: Window): Promise<Int32Array> {
  const part = await throughWindow(image, window, SIDE);
  const rgb = new Int32Array(SIDE * SIDE * 3);
  for (let y = 0, i = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1, i += 1) {
      const at = inImage(window, (x + 0.5) / SIDE, (y + 0.5) / SIDE);
      if (at.x < 0 || at.y < 0 || at.x >= image.width || at.y >= image.height) continue;
      for (let k = 0; k < 3; k += 1) rgb[i * 3 + k] = part.data[i * 4 + k]!;
    }
  return rgb;
}

/**
 * Finds the upper body that belongs to a face. It always answers; scores tell what to believe. Deterministic.
 * @param image opaque
 * @param folder of the installed model
 * @throws Error when the folder has no such model
 */
export async function bodyLandmarks(image: Raster, face: Face, folder: string): Promise<BodyLandmarks> {
  const [tf, run] = await Promise.all([startTensorFlow(), networkIn(folder)]);
  const window = windowOf(face);
  const input = tf.tensor4d(await seenIn(image, window), [1, SIDE, SIDE, 3], 'int32');
  const output = run(input);
  let found: Float32Array;
  try {
    found = Float32Array.from(await output.data());
  } finally {
    tf.dispose([input, output]);
  }
  const pointAt = (index: number): BodyPoint => {
    const [y, x, score] = found.subarray(index * 3, index * 3 + 3);
    return { ...inImage(window, x!, y!), score: score! };
  };
  const sideOf = (side: 'left' | 'right'): BodySide => ({
    shoulder: pointAt(ORDER[side].shoulder),
    elbow: pointAt(ORDER[side].elbow),
    wrist: pointAt(ORDER[side].wrist),
    hip: pointAt(ORDER[side].hip),
  });
  const [one, other] = [sideOf('left'), sideOf('right')];
  return one.shoulder.x <= other.shoulder.x ? { left: one, right: other } : { left: other, right: one };
}
