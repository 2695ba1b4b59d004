import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { askNet } from '../../../src/engine/local/people/faces.js';
import { middle, partOf, throughWindow, type Face } from '../../../src/engine/local/people/landmarks.js';

/**
 * Photographs of people for measures: those that @vladmandic/face-api (MIT) brings along for its own demonstration.
 * They are in no page of the product.
 */

const demo = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/dist/face-api.node-wasm.js')),
  '..',
  'demo',
);

/** A square of a photograph. */
export interface Cut {
  readonly photo: 1 | 2 | 3 | 4 | 5 | 6;
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** Who is in them, each alone: names by what tells them apart. */
export const PEOPLE = {
  dark: { photo: 6, left: 140, top: 430, side: 430 },
  green: { photo: 6, left: 1_420, top: 260, side: 420 },
  fair: { photo: 3, left: 960, top: 180, side: 420 },
  curls: { photo: 3, left: 480, top: 300, side: 420 },
  tilted: { photo: 1, left: 1_370, top: 150, side: 420 },
  profile: { photo: 2, left: 300, top: 60, side: 420 },
} as const satisfies Readonly<Record<string, Cut>>;

export async function photograph({ photo, left, top, side }: Cut, to = 240): Promise<Raster> {
  const { data, info } = await sharp(join(demo, `sample${photo}.jpg`))
    .extract({ left, top, width: side, height: side })
    .resize(to)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

/** A rectangle of a photograph, pixels. */
export interface Part {
  readonly photo: Cut['photo'];
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** @param to pixels of its longer side */
export async function partOfPhotograph({ photo, ...rectangle }: Part, to: number): Promise<Raster> {
  const { data, info } = await sharp(join(demo, `sample${photo}.jpg`))
    .extract(rectangle)
    .resize(to, to, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

/** A whole photograph. @param to pixels of its longer side */
export async function wholePhotograph(photo: Cut['photo'], to: number): Promise<Raster> {
  const { data, info } = await sharp(join(demo, `sample${photo}.jpg`))
    .resize(to, to, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

/** Two people of one photograph. */
export async function pair(): Promise<Raster> {
  const { data, info } = await sharp(join(demo, 'sample6.jpg'))
    .extract({ left: 140, top: 300, width: 800, height: 560 })
    .resize(400)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

/**
 * What a network that was trained to tell people apart says of a face (face-api's, after dlib's): 128 numbers.
 * Its window is dlib's: the middle of eyes and mouth, 1 / 0.45 times the way between them wide.
 */
export async function descriptorOf(image: Raster, face: Face): Promise<Float32Array> {
  const [left, right, lips] = [
    middle(partOf(face, 'leftEye')),
    middle(partOf(face, 'rightEye')),
    middle(partOf(face, 'lips')),
  ];
  const way = (Math.hypot(left.x - lips.x, left.y - lips.y) + Math.hypot(right.x - lips.x, right.y - lips.y)) / 2;
  const side = way / 0.45;
  const { x, y } = middle([left, right, lips]);
  const { roll } = face.pose;
  const down = 0.07 * side;
  const seen = await throughWindow(
    image,
    { centre: { x: x - down * Math.sin(roll), y: y + down * Math.cos(roll) }, side, roll },
    150,
  );
  const found = await askNet('faceRecognitionNet', seen, (api, input) =>
    api.nets.faceRecognitionNet.computeFaceDescriptor(input),
  );
  const [one] = Array.isArray(found) ? found : [found];
  if (one === undefined) throw new Error('no descriptor');
  return one;
}

/** How unlike two faces are: under 0.6 they count as one person's (dlib). */
export const unlike = (one: Float32Array, other: Float32Array): number =>
  Math.hypot(...Array.from(one, (value, k) => value - other[k]!));
