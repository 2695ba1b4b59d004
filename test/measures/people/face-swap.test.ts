import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { swapFace } from '../../../src/engine/local/people/face-swap.js';
import { readFaces, type Face, type Point } from '../../../src/engine/local/people/landmarks.js';
import { resample } from '../../../src/engine/local/photo/resample.js';
import { ToolRefusal } from '../../../src/engine/local/refusal.js';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { descriptorOf, pair, PEOPLE, photograph, unlike } from './people.js';

const quiet = (): void => undefined;
/**
 * How much nearer the source the result is than the target was, at least; people of the measure are 0.7 and more apart.
 */
const NEARER = 0.15;
/** How much stronger than what was there the step across the outline may be. */
const NO_STRONGER = 1.35;

type Name = 'dark' | 'green' | 'fair' | 'curls' | 'tilted';
const CASES: readonly { readonly from: Name; readonly to: Name }[] = [
  { from: 'dark', to: 'curls' },
  { from: 'green', to: 'dark' },
  { from: 'green', to: 'tilted' },
];

interface Person {
  readonly image: Raster;
  readonly face: Face;
  readonly descriptor: Float32Array;
}
const people = new Map<string, Person>();
const person = (name: Name): Person => {
  const found = people.get(name);
  if (found === undefined) throw new Error(name);
  return found;
};

async function read(image: Raster): Promise<Person> {
  const [face] = await readFaces(image);
  if (face === undefined) throw new Error('no face');
  return { image, face, descriptor: await descriptorOf(image, face) };
}

/** How much nearer a result's face is to the source's than the target's was. */
async function nearer(made: Raster, from: Name, to: Name): Promise<number> {
  const [source, target] = [person(from), person(to)];
  return (
    unlike(source.descriptor, target.descriptor) - unlike(source.descriptor, await descriptorOf(made, target.face))
  );
}

/** The outline that a face is set in by: the jaw and a little above the brows. */
function outlineOf({ points }: Face): readonly Point[] {
  const chin = points[8]!;
  return [
    ...points.slice(0, 17),
    ...points
      .slice(17, 27)
      .map(({ x, y }) => ({ x: x + (x - chin.x) * 0.1, y: y + (y - chin.y) * 0.1 }))
      .reverse(),
  ];
}

/** Mean step of lightness across a line, three pixels to each side. */
function stepAcross({ width, height, data }: Raster, line: readonly Point[]): number {
  const at = (x: number, y: number): number => {
    const i =
      (Math.min(height - 1, Math.max(0, Math.round(y))) * width + Math.min(width - 1, Math.max(0, Math.round(x)))) * 4;
    return (data[i]! + data[i + 1]! + data[i + 2]!) / 3;
  };
  let sum = 0;
  let count = 0;
  for (const [k, from] of line.entries()) {
    const to = line[(k + 1) % line.length]!;
    const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
    const [nx, ny] = [-(to.y - from.y) / length, (to.x - from.x) / length];
    for (let step = 0; step < length; step += 1) {
      const [x, y] = [from.x + ((to.x - from.x) * step) / length, from.y + ((to.y - from.y) * step) / length];
      sum += Math.abs(at(x + nx * 3, y + ny * 3) - at(x - nx * 3, y - ny * 3));
      count += 1;
    }
  }
  return sum / count;
}

const boxLine = ({
  x,
  y,
  width,
  height,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}): readonly Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];

function boundsOf(line: readonly Point[]): {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} {
  const [xs, ys] = [line.map(({ x }) => x), line.map(({ y }) => y)];
  const [x, y] = [Math.round(Math.min(...xs)), Math.round(Math.min(...ys))];
  return { x, y, width: Math.round(Math.max(...xs)) - x, height: Math.round(Math.max(...ys)) - y };
}

/** The source's face box pasted over the target's. */
async function pasted(from: Name, to: Name): Promise<Raster> {
  const [source, target] = [person(from), person(to)];
  const [own, there] = [boundsOf(outlineOf(source.face)), boundsOf(outlineOf(target.face))];
  const part = new Uint8ClampedArray(own.width * own.height * 4);
  for (let row = 0; row < own.height; row += 1)
    part.set(
      source.image.data.subarray(
        ((own.y + row) * source.image.width + own.x) * 4,
        ((own.y + row) * source.image.width + own.x + own.width) * 4,
      ),
      row * own.width * 4,
    );
  const result = await resample({ width: own.width, height: own.height, data: part }, there.width, there.height);
  const out = { ...target.image, data: new Uint8ClampedArray(target.image.data) };
  for (let row = 0; row < there.height; row += 1)
    out.data.set(
      result.data.subarray(row * there.width * 4, (row + 1) * there.width * 4),
      ((there.y + row) * out.width + there.x) * 4,
    );
  return out;
}

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof ToolRefusal ? { identifier: error.identifier, ...error.params } : error),
  );

beforeAll(async () => {
  for (const name of ['dark', 'green', 'fair', 'curls', 'tilted'] as const)
    people.set(name, await read(await photograph(PEOPLE[name])));
}, 60_000);

describe('swapping a face', () => {
  it.each(CASES)(
    '$from into $to: nearer the source than the target was, no step across its outline, the rest as it was',
    async ({ from, to }) => {
      const { image, face } = person(to);
      const made = await swapFace(person(from).image, image, 'largest', quiet);
      expect(await nearer(made, from, to)).toBeGreaterThan(NEARER);
      const outline = outlineOf(face);
      expect(stepAcross(made, outline)).toBeLessThan(stepAcross(image, outline) * NO_STRONGER);
      const { x, y, width, height } = boundsOf(outline);
      let other = 0;
      for (let i = 0; i < made.data.length; i += 1) {
        const [column, row] = [(i >> 2) % made.width, Math.floor((i >> 2) / made.width)];
        if ((column < x - 1 || row < y - 1 || column > x + width || row > y + height) && made.data[i] !== image.data[i])
          other += 1;
      }
      expect(other).toBe(0);
    },
  );

  it.each(CASES)('control: $to as it was is no nearer', async ({ from, to }) => {
    expect(await nearer(person(to).image, from, to)).toBeLessThan(NEARER);
  });

  it.each(CASES)('control: the rectangle of $from pasted into $to has a step at its edge', async ({ from, to }) => {
    const line = boxLine(boundsOf(outlineOf(person(to).face)));
    expect(stepAcross(await pasted(from, to), line)).toBeGreaterThan(stepAcross(person(to).image, line) * NO_STRONGER);
  });

  it('of all: both faces of a picture become the source, of the largest only one', async () => {
    const two = await pair();
    const changed = async (which: 'largest' | 'all'): Promise<number> => {
      const made = await swapFace(person('fair').image, two, which, quiet);
      let count = 0;
      for (const face of await readFaces(two)) {
        const [was, is] = [await descriptorOf(two, face), await descriptorOf(made, face)];
        if (unlike(person('fair').descriptor, was) - unlike(person('fair').descriptor, is) > NEARER) count += 1;
      }
      return count;
    };
    expect(await changed('largest')).toBe(1);
    expect(await changed('all')).toBe(2);
  });

  it('says which picture has no face, one in profile, and two', async () => {
    const { raster: lake } = await renderScene({ prompt: 'a lake below mountains', seed: 7, width: 240, height: 180 });
    const someone = person('fair').image;
    expect(await refusal(swapFace(lake, someone, 'largest', quiet))).toEqual({
      identifier: 'NO_FACE_FOUND',
      input: 'face',
    });
    expect(await refusal(swapFace(someone, lake, 'largest', quiet))).toEqual({
      identifier: 'NO_FACE_FOUND',
      input: 'image',
    });
    expect(await refusal(swapFace(await photograph(PEOPLE.profile), someone, 'largest', quiet))).toEqual({
      identifier: 'INVALID_FACE_POSE',
      input: 'face',
    });
    expect(await refusal(swapFace(await pair(), someone, 'largest', quiet))).toEqual({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      input: 'face',
      reason: 'several-faces',
    });
  });

  it('gives the same bytes again, keeps what is clear, and changes neither picture', async () => {
    const { image } = person('green');
    const clear = { ...image, data: new Uint8ClampedArray(image.data) };
    for (let at = 3; at < 4 * 240 * 20; at += 4) clear.data[at] = 0;
    const before = Buffer.from(clear.data);
    const once = await swapFace(person('dark').image, clear, 'largest', quiet);
    const again = await swapFace(person('dark').image, clear, 'largest', quiet);
    expect(Buffer.from(once.data).equals(Buffer.from(again.data))).toBe(true);
    expect(Buffer.from(clear.data).equals(before)).toBe(true);
    expect(once.data[3]).toBe(0);
  });
});
