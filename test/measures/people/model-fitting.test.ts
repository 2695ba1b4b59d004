import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { toLab, type Lab } from '../../../src/engine/local/scene/colour.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { fitGarment } from '../../../src/engine/local/people/garment/fit-garment.js';
import { readFaces } from '../../../src/engine/local/people/landmarks.js';
import { ToolRefusal } from '../../../src/engine/local/refusal.js';
import { pair, PEOPLE, photograph } from './people.js';

const quiet = (): void => undefined;
const RED = '#c8281e';
/** How near to the garment's red a pixel is that shows it (OKLab): its light may differ. */
const NEAR = 0.17;
/** How far beyond somebody's outline the wall may change, pixels: a cut-out is not sure to the pixel. */
const RIM = 5;
/** The share of the torso that shows the garment, at least. */
const WORN = 0.9;

function drawn(width: number, height: number, paint: (pen: SKRSContext2D) => void): Raster {
  const canvas = createCanvas(width, height);
  paint(canvas.getContext('2d'));
  return { width, height, data: new Uint8ClampedArray(canvas.getContext('2d').getImageData(0, 0, width, height).data) };
}

/** A shirt of one colour, laid flat, with a collar and sleeves. */
const shirt = (colour: string): Raster =>
  drawn(240, 240, (pen) => {
    pen.fillStyle = '#ece8e1';
    pen.fillRect(0, 0, 240, 240);
    pen.fillStyle = colour;
    pen.beginPath();
    for (const [x, y] of [
      [92, 34],
      [104, 44],
      [120, 48],
      [136, 44],
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
  });

const [WIDTH, HEIGHT, MIDDLE, CHIN] = [280, 380, 140, 150] as const;
/** Widths of a face, pixels. */
const FACE = 66;

const SKIN = '#d9a384';
/** A body in a shirt: without arms, or with arms that hang beside it, bare below short sleeves. */
const TRUNK = [
  [MIDDLE - 26, CHIN + 26],
  [MIDDLE, CHIN + 38],
  [MIDDLE + 26, CHIN + 26],
  [MIDDLE + 80, CHIN + 46],
  [MIDDLE + 88, HEIGHT],
  [MIDDLE - 88, HEIGHT],
  [MIDDLE - 80, CHIN + 46],
] as const;
const SLIM = [
  [MIDDLE - 26, CHIN + 26],
  [MIDDLE, CHIN + 38],
  [MIDDLE + 26, CHIN + 26],
  [MIDDLE + 80, CHIN + 46],
  [MIDDLE + 72, CHIN + 100],
  [MIDDLE + 70, HEIGHT],
  [MIDDLE - 70, HEIGHT],
  [MIDDLE - 72, CHIN + 100],
  [MIDDLE - 80, CHIN + 46],
] as const;
/** Of the right; the left is its mirror image. Pixels from the middle and from the chin. */
const ARM = [
  [84, 90],
  [106, 90],
  [112, HEIGHT - CHIN],
  [90, HEIGHT - CHIN],
] as const;
const SLEEVE = [
  [66, 42],
  [80, 46],
  [98, 66],
  [112, 118],
  [80, 124],
  [70, 100],
] as const;

interface Somebody {
  readonly image: Raster;
  /** The lowest row of the face. */
  readonly below: number;
  /** 1 where somebody is, 0 the wall. */
  readonly is: Uint8Array;
}

/** The head of a photograph on a body that is drawn: where everything is, is known. */
async function somebody(hasArms = false): Promise<Somebody> {
  const head = await photograph(PEOPLE.fair, 240);
  const [face] = await readFaces(head);
  if (face === undefined) throw new Error('no face');
  const [left, right, chin] = [face.points[0]!, face.points[16]!, face.points[8]!];
  const scale = FACE / Math.hypot(right.x - left.x, right.y - left.y);
  const canvas = createCanvas(head.width, head.height);
  const pixels = canvas.getContext('2d').createImageData(head.width, head.height);
  pixels.data.set(head.data);
  canvas.getContext('2d').putImageData(pixels, 0, 0);
  const body = (pen: SKRSContext2D, flat: boolean): void => {
    const filled = (points: readonly (readonly [number, number])[], colour: string): void => {
      pen.fillStyle = colour;
      pen.beginPath();
      for (const [x, y] of points) pen.lineTo(x, y);
      pen.fill();
    };
    pen.fillStyle = SKIN;
    pen.fillRect(MIDDLE - 24, CHIN - 30, 48, 70);
    filled(hasArms ? SLIM : TRUNK, '#46618a');
    if (hasArms)
      for (const sign of [-1, 1])
        for (const [points, colour] of [
          [ARM, SKIN],
          [SLEEVE, '#46618a'],
        ] as const)
          filled(
            points.map(([x, y]) => [MIDDLE + sign * x, CHIN + y] as const),
            colour,
          );
    pen.save();
    pen.beginPath();
    pen.ellipse(MIDDLE, CHIN - FACE * 0.66, FACE * 0.66, FACE * 0.84, 0, 0, 2 * Math.PI);
    if (flat) pen.fill();
    pen.clip();
    if (!flat)
      pen.drawImage(
        canvas,
        MIDDLE - ((left.x + right.x) / 2) * scale,
        CHIN - chin.y * scale,
        head.width * scale,
        head.height * scale,
      );
    pen.restore();
  };
  const image = drawn(WIDTH, HEIGHT, (pen) => {
    pen.fillStyle = '#d5dde0';
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    body(pen, false);
  });
  const alone = drawn(WIDTH, HEIGHT, (pen) => {
    body(pen, true);
  });
  const [there] = await readFaces(image);
  if (there === undefined) throw new Error('no face on the body');
  return {
    image,
    below: Math.floor(Math.max(...there.points.map(({ y }) => y))),
    is: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (alone.data[i * 4 + 3]! > 0 ? 1 : 0)),
  };
}

const apart = (one: Lab, other: Lab): number => Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);

/** The share of the torso in which a picture shows a colour. */
function shown({ data }: Raster, colour: Lab): number {
  let [hits, count] = [0, 0];
  for (let y = CHIN + 70; y < CHIN + 180; y += 1)
    for (let x = MIDDLE - 60; x < MIDDLE + 60; x += 1) {
      const at = (y * WIDTH + x) * 4;
      count += 1;
      if (apart(toLab([data[at]!, data[at + 1]!, data[at + 2]!]), colour) < NEAR) hits += 1;
    }
  return hits / count;
}

const near = (is: Uint8Array, x: number, y: number, reach: number): boolean => {
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1)
      if (is[Math.min(HEIGHT - 1, Math.max(0, y + dy)) * WIDTH + Math.min(WIDTH - 1, Math.max(0, x + dx))] === 1)
        return true;
  return false;
};

/** Why a picture does not show the garment on somebody; nothing where it does. */
function wrongWith(made: Raster, { image, below, is }: Somebody, colour: Lab): readonly string[] {
  let [face, wall] = [0, 0];
  for (let i = 0; i < image.data.length; i += 1) {
    if (made.data[i] === image.data[i]) continue;
    const [x, y] = [(i >> 2) % WIDTH, Math.floor((i >> 2) / WIDTH)];
    if (y <= below) face += 1;
    else if (!near(is, x, y, RIM)) wall += 1;
  }
  return [
    ...(shown(made, colour) > WORN ? [] : ['garment']),
    ...(face === 0 ? [] : ['face']),
    ...(wall === 0 ? [] : ['wall']),
  ];
}

/**
 * Shares of what is an upper arm that shows a colour, and of what is a bare arm, or wall between arm and trunk, that is
 * as it was.
 */
function arms(
  made: Raster,
  { image }: Somebody,
  colour: Lab,
): { readonly upper: number; readonly bare: number; readonly gap: number } {
  const share = (
    from: readonly [number, number],
    to: readonly [number, number],
    counts: (at: number) => boolean,
  ): number => {
    let [hits, all] = [0, 0];
    for (let y = CHIN + from[1]; y < CHIN + to[1]; y += 1)
      for (let x = from[0]; x < to[0]; x += 1)
        for (const sign of [-1, 1]) {
          all += 1;
          if (counts((y * WIDTH + MIDDLE + sign * x) * 4)) hits += 1;
        }
    return hits / all;
  };
  const isSame = (at: number): boolean => [0, 1, 2].every((k) => made.data[at + k] === image.data[at + k]);
  return {
    upper: share(
      [78, 72],
      [94, 108],
      (at) => apart(toLab([made.data[at]!, made.data[at + 1]!, made.data[at + 2]!]), colour) < NEAR,
    ),
    bare: share([92, 140], [106, HEIGHT - CHIN], isSame),
    gap: share([76, 140], [84, HEIGHT - CHIN], isSame),
  };
}

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof ToolRefusal ? { identifier: error.identifier, ...error.params } : error),
  );

let person: Somebody;
let made: Raster;
const red = toLab([200, 40, 30]);
beforeAll(async () => {
  person = await somebody();
  made = await fitGarment(shirt(RED), person.image, 'regular', quiet);
}, 120_000);

describe('a garment on a person', () => {
  it('shows the garment on the torso; the face and the wall are as they were, byte for byte', () => {
    expect(wrongWith(made, person, red)).toEqual([]);
  });

  it('control: the person as they were, and the garment’s colour over all of it', () => {
    expect(wrongWith(person.image, person, red)).toEqual(['garment']);
    const pasted = drawn(WIDTH, HEIGHT, (pen) => {
      pen.fillStyle = RED;
      pen.fillRect(0, 0, WIDTH, HEIGHT);
    });
    expect(wrongWith(pasted, person, red)).toEqual(['face', 'wall']);
  });

  it('follows the arms: sleeves on the upper ones, the bare ones and the wall beside the trunk as they were', async () => {
    const other = await somebody(true);
    const result = await fitGarment(shirt(RED), other.image, 'regular', quiet);
    expect(wrongWith(result, other, red)).toEqual([]);
    const { upper, bare, gap } = arms(result, other, red);
    expect(upper).toBeGreaterThan(0.9);
    expect(bare).toBeGreaterThan(0.97);
    expect(gap).toBeGreaterThan(0.97);
  }, 120_000);

  it('control: the garment’s colour over the whole outline leaves no arm bare', async () => {
    const other = await somebody(true);
    const poncho = { ...other.image, data: new Uint8ClampedArray(other.image.data) };
    for (let at = 0; at < other.is.length; at += 1)
      if (other.is[at] === 1 && at > (CHIN + 30) * WIDTH) poncho.data.set([200, 40, 30], at * 4);
    expect(arms(poncho, other, red).bare).toBeLessThan(0.05);
  });

  it('leaves the throat bare above the collar', () => {
    const at = ((CHIN + 12) * WIDTH + MIDDLE) * 4;
    expect([...made.data.subarray(at, at + 4)]).toEqual([...person.image.data.subarray(at, at + 4)]);
  });

  it('gives the same bytes again, others for another fit; neither picture is changed', async () => {
    const garment = shirt(RED);
    const [before, whose] = [Buffer.from(garment.data), Buffer.from(person.image.data)];
    const again = Buffer.from(made.data);
    for (const fit of ['regular', 'loose'] as const)
      expect([fit, Buffer.from((await fitGarment(garment, person.image, fit, quiet)).data).equals(again)]).toEqual([
        fit,
        fit === 'regular',
      ]);
    expect([Buffer.from(garment.data).equals(before), Buffer.from(person.image.data).equals(whose)]).toEqual([
      true,
      true,
    ]);
  });

  it('says which picture has no face, one in profile, two, no body, no garment, or a garment that somebody wears', async () => {
    const garment = shirt(RED);
    const { raster: lake } = await renderScene({ prompt: 'a lake below mountains', seed: 7, width: 240, height: 180 });
    const plain = drawn(160, 160, (pen) => {
      pen.fillStyle = '#8899aa';
      pen.fillRect(0, 0, 160, 160);
    });
    expect(await refusal(fitGarment(garment, lake, 'regular', quiet))).toEqual({
      identifier: 'NO_FACE_FOUND',
      input: 'image',
    });
    expect(await refusal(fitGarment(garment, await photograph(PEOPLE.profile), 'regular', quiet))).toEqual({
      identifier: 'INVALID_FACE_POSE',
      input: 'image',
    });
    expect(await refusal(fitGarment(garment, await pair(), 'regular', quiet))).toEqual({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      input: 'image',
      reason: 'several-faces',
    });
    expect(await refusal(fitGarment(plain, person.image, 'regular', quiet))).toEqual({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      input: 'garment',
      reason: 'no-subject',
    });
    expect(await refusal(fitGarment(await photograph(PEOPLE.green), person.image, 'regular', quiet))).toEqual({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      input: 'garment',
      reason: 'garment-worn',
    });
    const { data } = person.image;
    const bust = { width: WIDTH, height: CHIN + 40, data: data.slice(0, WIDTH * (CHIN + 40) * 4) };
    expect(await refusal(fitGarment(garment, bust, 'regular', quiet))).toEqual({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      input: 'image',
      reason: 'body-not-seen',
    });
  });
});
