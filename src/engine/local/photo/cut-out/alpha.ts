/**
 * Turns a hard cut into a soft matte. In a band around the cut, each pixel is placed between the nearby colours of
 * subject and background; what remains uncertain follows the image's own edges (guided filter; He, Sun, Tang 2013). The
 * background's colour is then removed from the rim.
 */
import type { Raster } from '../../scene/scene.js';
import {
  boxMean,
  channels,
  distanceTo,
  each,
  field,
  soften,
  soften4,
  stretchField,
  valueAt,
  type Field,
} from '../planes.js';

type Colours = readonly [Field, Field, Field];

/** A guided filter's linear model of a matte: alpha = r·red + g·green + b·blue + c, with smooth coefficients. */
interface Guided {
  readonly r: Field;
  readonly g: Field;
  readonly b: Field;
  readonly c: Field;
}

/**
 * Fits the matte to the colours in every square of `2 radius + 1` pixels; `softness` in squared channel units (0.0001
 * keeps fine hair).
 */
function guide(colours: Colours, matte: Field, radius: number, softness: number): Guided {
  const { width, height } = matte;
  const mean = colours.map((plane) => boxMean(plane, radius));
  const meanMatte = boxMean(matte, radius);
  const product = (one: Field, other: Field): Field =>
    boxMean(
      each((a, b) => a * b, one, other),
      radius,
    );
  const [rr, rg, rb, gg, gb, bb] = [
    product(colours[0], colours[0]),
    product(colours[0], colours[1]),
    product(colours[0], colours[2]),
    product(colours[1], colours[1]),
    product(colours[1], colours[2]),
    product(colours[2], colours[2]),
  ];
  const [rm, gm, bm] = colours.map((plane) => product(plane, matte));
  const out = { r: field(width, height), g: field(width, height), b: field(width, height), c: field(width, height) };
  for (let i = 0; i < matte.data.length; i += 1) {
    const [mr, mg, mb, ma] = [mean[0]!.data[i]!, mean[1]!.data[i]!, mean[2]!.data[i]!, meanMatte.data[i]!];
    const a11 = rr.data[i]! - mr * mr + softness;
    const a12 = rg.data[i]! - mr * mg;
    const a13 = rb.data[i]! - mr * mb;
    const a22 = gg.data[i]! - mg * mg + softness;
    const a23 = gb.data[i]! - mg * mb;
    const a33 = bb.data[i]! - mb * mb + softness;
    const [v1, v2, v3] = [rm!.data[i]! - mr * ma, gm!.data[i]! - mg * ma, bm!.data[i]! - mb * ma];
    const c11 = a22 * a33 - a23 * a23;
    const c12 = a13 * a23 - a12 * a33;
    const c13 = a12 * a23 - a13 * a22;
    const scale = 1 / (a11 * c11 + a12 * c12 + a13 * c13);
    const r = (c11 * v1 + c12 * v2 + c13 * v3) * scale;
    const g = (c12 * v1 + (a11 * a33 - a13 * a13) * v2 + (a12 * a13 - a11 * a23) * v3) * scale;
    const b = (c13 * v1 + (a12 * a13 - a11 * a23) * v2 + (a11 * a22 - a12 * a12) * v3) * scale;
    out.r.data[i] = r;
    out.g.data[i] = g;
    out.b.data[i] = b;
    out.c.data[i] = ma - r * mr - g * mg - b * mb;
  }
  return { r: boxMean(out.r, radius), g: boxMean(out.g, radius), b: boxMean(out.b, radius), c: boxMean(out.c, radius) };
}

/** Colours of one side of the cut spread over the whole image, the nearest first, and their variance. */
interface Spread {
  readonly colours: Colours;
  readonly variance: Field;
}

function spread(colours: Colours, weight: Field, radius: number): Spread {
  const { width, height } = weight;
  const twice = (source: Field): Field => boxMean(boxMean(source, radius), radius);
  const near = twice(weight);
  const wide = soften4(weight, radius * 5);
  const means = colours.map((plane) => {
    const weighed = each((value, w) => value * w, plane, weight);
    const close = twice(weighed);
    const far = soften4(weighed, radius * 5);
    const all =
      weighed.data.reduce((sum, value) => sum + value, 0) /
      Math.max(
        1,
        weight.data.reduce((sum, value) => sum + value, 0),
      );
    const out = field(width, height);
    for (let i = 0; i < out.data.length; i += 1) {
      const one = near.data[i]! + 1e-5;
      const two = wide.data[i]! * 0.02 + 1e-7;
      out.data[i] = (close.data[i]! + far.data[i]! * 0.02 + all * 1.01e-5) / (one + two + 1e-7);
    }
    return out;
  });
  const squares = field(width, height);
  for (let k = 0; k < 3; k += 1) {
    const spreadSquare = boxMean(
      each((value, mean, w) => (value - mean) ** 2 * w, colours[k]!, means[k]!, weight),
      radius,
    );
    for (let i = 0; i < squares.data.length; i += 1) squares.data[i]! += spreadSquare.data[i]! / (near.data[i]! + 1e-4);
  }
  // Safe: the list was made from three planes just above.
  return { colours: [means[0]!, means[1]!, means[2]!], variance: squares };
}

/** A matte at working size, and the data of its rim. */
interface Rim {
  readonly guided: Guided;
  readonly sure: Field;
  readonly subject: Colours;
  readonly ground: Colours;
  readonly band: number;
}

/**
 * Where the subject certainly shows its own colours, 1 or 0: far from the background, and along the middle of parts too
 * thin to have such a region.
 */
function innerOf(inside: Field, band: number): Field {
  const { width, height, data } = inside;
  const far = distanceTo(width, height, (i) => data[i]! > band);
  const out = each((d) => (d > band ? 1 : 0), inside);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1, i = y * width + 1; x < width - 1; x += 1, i += 1) {
      const d = data[i]!;
      if (
        d > 1 &&
        far.data[i]! > 2 * band &&
        d >= data[i - 1]! &&
        d >= data[i + 1]! &&
        d >= data[i - width]! &&
        d >= data[i + width]!
      )
        out.data[i] = 1;
    }
  }
  return out;
}

/**
 * @param middle the image, at most about 800 pixels on its longer side
 * @param hard the cut in its size, 0..1
 */
function rimOf(middle: Raster, hard: Field): Rim {
  const { width, height } = middle;
  const colours = channels(middle);
  const inside = distanceTo(width, height, (i) => hard.data[i]! < 0.5);
  const outside = distanceTo(width, height, (i) => hard.data[i]! >= 0.5);
  const band = Math.max(3, Math.max(width, height) * 0.013);
  const radius = Math.max(2, Math.round(band));
  const subject = spread(colours, innerOf(inside, band), radius);
  const ground = spread(
    colours,
    each((d) => (d > band ? 1 : 0), outside),
    radius,
  );
  const placed = field(width, height);
  // Smooth step of the cut itself, used where colours give no information.
  const plain = soften(hard, Math.max(1, Math.round(band / 5)));
  for (let i = 0; i < placed.data.length; i += 1) {
    if (inside.data[i]! > band) {
      placed.data[i] = 1;
      continue;
    }
    if (outside.data[i]! > band) continue;
    let along = 0;
    let length = 0;
    for (let k = 0; k < 3; k += 1) {
      const axis = subject.colours[k]!.data[i]! - ground.colours[k]!.data[i]!;
      along += (colours[k]!.data[i]! - ground.colours[k]!.data[i]!) * axis;
      length += axis * axis;
    }
    const trust = length / (length + 3 * (subject.variance.data[i]! + ground.variance.data[i]!) + 0.004);
    const guess = Math.min(1, Math.max(0, along / (length + 1e-5)));
    placed.data[i] = guess * trust + plain.data[i]! * (1 - trust);
  }
  const sure = each((near, far) => (near > band ? 1 : far > band ? -1 : 0), inside, outside);
  return {
    guided: guide(colours, placed, Math.max(2, Math.round(band * 0.6)), 0.0003),
    sure,
    subject: subject.colours,
    ground: ground.colours,
    band,
  };
}

/**
 * Gives an image a soft matte and clean rim colours.
 * @param image full size, opaque
 * @param middle the same image, at most about 800 pixels on its longer side
 * @param mask the hard cut at any size, 1 subject and 0 background
 * @returns full size, straight alpha
 */
export function feather(image: Raster, middle: Raster, mask: Field): Raster {
  const { width, height } = image;
  const rim = rimOf(middle, soften(stretchField(mask, middle.width, middle.height), 1));
  const scaleX = middle.width / width;
  const scaleY = middle.height / height;
  const data = new Uint8ClampedArray(image.data);
  for (let y = 0; y < height; y += 1) {
    const my = (y + 0.5) * scaleY - 0.5;
    for (let x = 0; x < width; x += 1) {
      const mx = (x + 0.5) * scaleX - 0.5;
      const i = (y * width + x) * 4;
      const sure =
        rim.sure.data[
          Math.min(middle.height - 1, Math.round(Math.max(0, my))) * middle.width +
            Math.min(middle.width - 1, Math.round(Math.max(0, mx)))
        ]!;
      if (sure === 1) continue;
      if (sure === -1) {
        data[i + 3] = 0;
        continue;
      }
      const { r, g, b, c } = rim.guided;
      const raw =
        (valueAt(r, mx, my) * data[i]! + valueAt(g, mx, my) * data[i + 1]! + valueAt(b, mx, my) * data[i + 2]!) / 255 +
        valueAt(c, mx, my);
      const alpha = Math.min(1, Math.max(0, (raw - 0.06) / 0.88));
      data[i + 3] = Math.round(alpha * 255);
      if (alpha <= 0 || alpha >= 1) continue;
      for (let k = 0; k < 3; k += 1) {
        const ground = valueAt(rim.ground[k]!, mx, my) * 255;
        const clean = (image.data[i + k]! - (1 - alpha) * ground) / Math.max(alpha, 0.12);
        // With low alpha the pixel reveals little of the subject's colour, so the nearby subject colour is more
        // accurate.
        const own = valueAt(rim.subject[k]!, mx, my) * 255;
        const trust = Math.min(1, alpha * 1.3);
        data[i + k] = own + (clean - own) * trust * trust;
      }
    }
  }
  return { width, height, data };
}
