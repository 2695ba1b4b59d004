/**
 * Enlarges a video from all of its frames: earlier frames are warped to the current one and merged (recursive
 * super-resolution after Elad and Feuer 1999). Each frame samples an object at different positions, so several frames
 * hold more detail than one, and independent noise averages out. Only brightness is fused, because the eye sees colour
 * too coarsely to gain from it.
 */
import { boxMean, field, stretchField, type Field } from '../../photo/planes.js';
import { resampleRows, type Size, type WindowName } from '../../photo/resize.js';
import { flowBetween, greyOfPlane, type Flow, type Grey } from '../motion/flow.js';

/** Maximum weight of the past: the information of seven frames. */
const MAX_TRUST = 0.86;
/**
 * A pixel may differ from the warped past by this multiple of its noise, plus a constant of 255, before the past counts
 * less.
 */
const FORGIVEN = { noise: 1.5, level: 14 } as const;
/** Longest side of the frames that motion is estimated on, pixels. */
const SEEN = 640;
/** Radius of the window over which the match with the past is measured, pixels. */
const ABOUT = 2;
/** Side of the squares in which noise is measured, and the share of the flattest squares that is used. */
const SQUARE = 16;
const FLATTEST = 0.2;

/** Resamples a plane of values to another size. */
export function scaled(
  {
    width,
    height,
    data,
  }: { readonly width: number; readonly height: number; readonly data: Uint8Array | Float32Array },
  to: Size,
  window: WindowName,
): Field {
  const out = field(to.width, to.height);
  resampleRows(data, { width, height }, 1, to, window, (row, y) => {
    out.data.set(row, y * to.width);
  });
  return out;
}

/**
 * Noise of a frame: the standard deviation in its flattest squares, by the difference of two Laplacians (Immerkær
 * 1996).
 * @returns steps of 255; 0 for a frame too small to measure
 */
export function noiseOf({ width, height, data }: Grey): number {
  const squares: number[] = [];
  for (let top = 1; top + SQUARE < height; top += SQUARE)
    for (let left = 1; left + SQUARE < width; left += SQUARE) {
      let sum = 0;
      for (let y = top; y < top + SQUARE; y += 1)
        for (let x = left; x < left + SQUARE; x += 1) {
          const at = y * width + x;
          const corners = data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
          const sides = data[at - width]! + data[at + width]! + data[at - 1]! + data[at + 1]!;
          sum += Math.abs(corners - 2 * sides + 4 * data[at]!);
        }
      squares.push((Math.sqrt(Math.PI / 2) * sum) / (6 * SQUARE * SQUARE));
    }
  return squares.sort((one, other) => one - other)[Math.floor(squares.length * FLATTEST)] ?? 0;
}

/** Weights of four neighbours for a position `share` of the way between the middle two (Catmull and Rom 1974). */
const near = (share: number): readonly [number, number, number, number] => {
  const [square, cube] = [share * share, share * share * share];
  return [
    0.5 * (-cube + 2 * square - share),
    0.5 * (3 * cube - 5 * square + 2),
    0.5 * (-3 * cube + 4 * square + share),
    0.5 * (cube - square),
  ];
};

/** {@link near} tabulated at every sixty-fourth of the way. */
const NEAR = Float32Array.from({ length: 65 * 4 }, (_, at) => near((at >> 2) / 64)[at & 3]!);

/** Warps a field by a flow. Cubic interpolation prevents blur from building up from frame to frame. */
function carriedSharply(from: Field, flow: Flow): Field {
  const { width, height, data } = from;
  const out = field(width, height);
  const [across, down] = [stretched(flow, 0, from), stretched(flow, 1, from)];
  const [perColumn, perRow] = [width / flow.width, height / flow.height];
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const sx = Math.min(width - 1, Math.max(0, x + across.data[at]! * perColumn));
      const sy = Math.min(height - 1, Math.max(0, y + down.data[at]! * perRow));
      const [left, top] = [Math.floor(sx), Math.floor(sy)];
      const [u, v] = [Math.round((sx - left) * 64) * 4, Math.round((sy - top) * 64) * 4];
      const [x0, x2, x3] = [left > 0 ? left - 1 : 0, Math.min(width - 1, left + 1), Math.min(width - 1, left + 2)];
      let sum = 0;
      for (let k = 0; k < 4; k += 1) {
        const row = Math.min(height - 1, Math.max(0, top + k - 1)) * width;
        sum +=
          NEAR[v + k]! *
          (NEAR[u]! * data[row + x0]! +
            NEAR[u + 1]! * data[row + left]! +
            NEAR[u + 2]! * data[row + x2]! +
            NEAR[u + 3]! * data[row + x3]!);
      }
      out.data[at] = sum;
    }
  return out;
}

/** One component of a flow, 0 horizontal or 1 vertical, resampled to a size. */
function stretched({ width, height, data }: Flow, part: 0 | 1, to: Size): Field {
  const small = field(width, height);
  for (let at = 0; at < small.data.length; at += 1) small.data[at] = data[at * 2 + part]!;
  return stretchField(small, to.width, to.height);
}

/** The difference of a frame from its enlarged frame shrunk again. */
function missed(frame: Grey, enlarged: Field): Field {
  const seen = scaled(enlarged, frame, 'cubic');
  for (let at = 0; at < seen.data.length; at += 1) seen.data[at] = frame.data[at]! - seen.data[at]!;
  return seen;
}

/**
 * Takes the next frame and, if available, a version enlarged by the network.
 * @returns the enlarged frame, 0..255 and slightly beyond
 */
export type Fusion = (frame: Grey, learned?: Field) => Promise<Field>;

/**
 * Enlarges frames one after another. Holds one enlarged frame. Cuts need no special handling, because the past matches
 * nowhere after them.
 * @param to pixels, at least the frames' size
 */
export function createFusion(to: Size): Fusion {
  let past: { readonly frame: Grey; readonly enlarged: Field } | undefined;
  let noise: number | undefined;
  return async (frame, learned) => {
    noise = noise === undefined ? noiseOf(frame) : noise * 0.9 + noiseOf(frame) * 0.1;
    const enlarged = learned ?? scaled(frame, to, 'lanczos');
    const kept = past === undefined ? undefined : await remembered(past, frame, noise, to);
    if (kept !== undefined)
      for (let at = 0; at < enlarged.data.length; at += 1)
        enlarged.data[at]! += kept.trust.data[at]! * (kept.carried.data[at]! - enlarged.data[at]!);
    const wrong = missed(frame, enlarged);
    // Where the past is trusted, the remaining difference is noise, in proportion to the noise level.
    const noisy = (noise * noise) / (noise * noise + 1);
    if (kept !== undefined)
      for (let at = 0; at < wrong.data.length; at += 1) wrong.data[at]! *= 1 - kept.fits.data[at]! * noisy;
    const put = scaled(wrong, to, 'cubic');
    for (let at = 0; at < put.data.length; at += 1) enlarged.data[at]! += put.data[at]!;
    past = { frame, enlarged };
    return enlarged;
  };
}

/** The past warped to the current frame and its trust: for the enlarged frame and for the frame's own pixels. */
async function remembered(
  past: { readonly frame: Grey; readonly enlarged: Field },
  frame: Grey,
  noise: number,
  to: Size,
): Promise<{ readonly carried: Field; readonly trust: Field; readonly fits: Field }> {
  const flow = await flowBetween(greyOfPlane(frame, SEEN), greyOfPlane(past.frame, SEEN));
  const carried = carriedSharply(past.enlarged, flow);
  const wrong = missed(frame, carried);
  for (let at = 0; at < wrong.data.length; at += 1) wrong.data[at]! *= wrong.data[at]!;
  const fits = boxMean(wrong, ABOUT);
  const forgiven = (noise * FORGIVEN.noise + FORGIVEN.level) ** 2;
  for (let at = 0; at < fits.data.length; at += 1)
    fits.data[at] = MAX_TRUST * Math.exp(-Math.max(0, fits.data[at]! - noise * noise) / forgiven);
  return { carried, fits, trust: stretchField(fits, to.width, to.height) };
}
