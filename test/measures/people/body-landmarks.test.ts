import { createCanvas } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bodyLandmarks, type BodyLandmarks, type BodySide } from '../../../src/engine/local/people/body-landmarks.js';
import { fitGarment } from '../../../src/engine/local/people/garment/fit-garment.js';
import { middle, partOf, readFaces, type Face, type Point } from '../../../src/engine/local/people/landmarks.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { MOVENET } from '../../../src/engine/models/catalogue.shared.js';
import { modelStoreOf } from '../../../src/engine/models/settings.js';
import { processEnvironment } from '../../../src/platform/environment.js';
import { partOfPhotograph, type Part } from './people.js';

type Marks = Readonly<Partial<Record<Exclude<keyof BodySide, 'hip'>, readonly [number, number]>>>;
/** Joints by eye, in tenths of the part's width and height; left and right as seen, without those that are hidden. */
const PEOPLE: readonly (Part & { readonly marks: { readonly left: Marks; readonly right: Marks } })[] = [
  {
    ...{ photo: 1, left: 1_190, top: 180, width: 690, height: 1_100 },
    marks: { left: {}, right: { shoulder: [5.2, 3.6], elbow: [3.9, 6.2], wrist: [3.1, 9.1] } },
  },
  {
    ...{ photo: 2, left: 1_150, top: 20, width: 770, height: 1_347 },
    marks: { left: {}, right: { shoulder: [7.9, 3.2], elbow: [8.4, 5.9], wrist: [4.9, 5.85] } },
  },
  {
    ...{ photo: 3, left: 150, top: 220, width: 790, height: 1_130 },
    marks: {
      left: { shoulder: [4.4, 3.9], elbow: [1.3, 4.7] },
      right: { shoulder: [9.2, 4.2], elbow: [9.3, 8], wrist: [8.2, 6.9] },
    },
  },
  {
    ...{ photo: 3, left: 905, top: 100, width: 480, height: 1_250 },
    marks: { left: { shoulder: [1.2, 4.1] }, right: { shoulder: [8.2, 4.3], elbow: [8.6, 7.8], wrist: [4.5, 9.5] } },
  },
  {
    ...{ photo: 6, left: 100, top: 330, width: 530, height: 1_207 },
    marks: { left: { shoulder: [1.5, 4.9], elbow: [2, 7.8] }, right: {} },
  },
  {
    ...{ photo: 6, left: 1_390, top: 110, width: 530, height: 1_427 },
    marks: { left: {}, right: { shoulder: [6.3, 4.3], elbow: [4, 6.9], wrist: [1.1, 8.7] } },
  },
];
/** Longer side of a part, pixels. */
const LONG = 720;

interface Seen {
  readonly image: Raster;
  readonly face: Face;
  readonly found: BodyLandmarks;
  readonly head: number;
}
const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

let folder: string;
let seen: readonly Seen[];
beforeAll(async () => {
  const { NPM_CONFIG_REGISTRY: npmRegistry } = processEnvironment;
  const store = modelStoreOf(
    {
      modelsDir: join(tmpdir(), 'kinora-optional-models'),
      installs: { proxies: {} },
      ...(npmRegistry === undefined ? {} : { npmRegistry }),
    },
    Date.now,
  );
  await store.install(MOVENET, () => undefined, new AbortController().signal);
  folder = store.pathOf(MOVENET);
  seen = await Promise.all(
    PEOPLE.map(async (part) => {
      const image = await partOfPhotograph(part, LONG);
      const [face] = await readFaces(image);
      if (face === undefined) throw new Error('no face');
      const brows = middle([...partOf(face, 'leftBrow'), ...partOf(face, 'rightBrow')]);
      // From crown to chin, of the distance between brows and chin.
      const head = 1.62 * apart(brows, face.points[8]!);
      return { image, face, head, found: await bodyLandmarks(image, face, folder) };
    }),
  );
}, 600_000);

/** Distances of landmarks from the marks, heads, in ascending order. */
function distances(moved: Point = { x: 0, y: 0 }): readonly number[] {
  return PEOPLE.flatMap(({ marks }, at) => {
    const { image, found, head } = seen[at]!;
    return (['left', 'right'] as const).flatMap((side) =>
      (['shoulder', 'elbow', 'wrist'] as const).flatMap((joint) => {
        const mark = marks[side][joint];
        if (mark === undefined) return [];
        const there = { x: (mark[0] / 10) * image.width, y: (mark[1] / 10) * image.height };
        const own = found[side][joint];
        return [apart(there, { x: own.x + moved.x * head, y: own.y + moved.y * head }) / head];
      }),
    );
  }).sort((one, other) => one - other);
}

describe('landmarks of bodies', () => {
  it('are near the joints of six people with hanging, bent and raised arms', () => {
    const all = distances();
    expect(all[all.length >> 1]).toBeLessThan(0.25);
    expect(all.filter((one) => one < 0.5).length / all.length).toBeGreaterThan(0.8);
  });

  it('control: half a head beside, they are not', () => {
    const all = distances({ x: 0.5, y: 0 });
    expect(all[all.length >> 1]).toBeGreaterThan(0.4);
  });

  it('are the same again', async () => {
    const { image, face, found } = seen[0]!;
    expect(await bodyLandmarks(image, face, folder)).toEqual(found);
  });

  it('have low scores where there is no body', async () => {
    const { image, face } = seen[0]!;
    const wall = { ...image, data: new Uint8ClampedArray(image.data.length).fill(140) };
    const { left, right } = await bodyLandmarks(wall, face, folder);
    expect(Math.max(left.shoulder.score, right.shoulder.score)).toBeLessThan(0.25);
  });
});

describe('a garment by landmarks', () => {
  it('keeps the forearm that is in front of the body, and lays the sleeve on the upper arm', async () => {
    const { image, found } = seen[1]!;
    const canvas = createCanvas(240, 240);
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#f2f2f0';
    pen.fillRect(0, 0, 240, 240);
    pen.fillStyle = '#c8281e';
    pen.beginPath();
    for (const [x, y] of [
      [92, 34],
      [120, 48],
      [148, 34],
      [182, 46],
      [220, 96],
      [192, 116],
      [175, 92],
      [175, 212],
      [65, 212],
      [65, 92],
      [48, 116],
      [20, 96],
      [58, 46],
    ] as const)
      pen.lineTo(x, y);
    pen.fill();
    const { data } = pen.getImageData(0, 0, 240, 240);
    const shirt = { width: 240, height: 240, data: new Uint8ClampedArray(data) };
    const isSame = (made: Raster, { x, y }: Point): boolean => {
      const at = (Math.round(y) * image.width + Math.round(x)) * 4;
      return [0, 1, 2].every((k) => made.data[at + k] === image.data[at + k]);
    };
    const { shoulder, elbow, wrist } = found.right;
    const [upper, fore] = [middle([shoulder, shoulder, elbow]), middle([elbow, wrist])];
    const made = await fitGarment(shirt, image, 'regular', () => undefined, folder);
    expect([isSame(made, upper), isSame(made, fore), isSame(made, wrist)]).toEqual([false, true, true]);
    const guessed = await fitGarment(shirt, image, 'regular', () => undefined);
    expect(isSame(guessed, fore)).toBe(false);
  }, 120_000);
});
