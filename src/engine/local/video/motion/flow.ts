/** Dense optical flow between images of a video (Farnebäck 2003), and images warped by it. */
import type { Raster } from '../../scene/scene.js';
import { withOpenCv } from '../../photo/opencv.js';

/** Brightness 0..255, row by row. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * For every pixel of one image, its displacement to another image: right and down in pairs, in the flow's own pixels.
 */
export interface Flow {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Brightness of an image, scaled down by box means to at most `longest` pixels a side. */
export function greyOf({ width, height, data }: Raster, longest: number): Grey {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / longest));
  const small = { width: Math.max(1, Math.floor(width / step)), height: Math.max(1, Math.floor(height / step)) };
  const out = new Uint8Array(small.width * small.height);
  for (let y = 0, to = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1, to += 1) {
      let sum = 0;
      for (let dy = 0; dy < step; dy += 1) {
        for (let dx = 0, at = ((y * step + dy) * width + x * step) * 4; dx < step; dx += 1, at += 4)
          sum += 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
      }
      out[to] = sum / (step * step);
    }
  }
  return { ...small, data: out };
}

/** Brightness scaled down by box means to at most `longest` pixels a side; unchanged if it is already that small. */
export function greyOfPlane(grey: Grey, longest: number): Grey {
  const { width, height, data } = grey;
  const step = Math.max(1, Math.ceil(Math.max(width, height) / longest));
  if (step === 1) return grey;
  const small = { width: Math.max(1, Math.floor(width / step)), height: Math.max(1, Math.floor(height / step)) };
  const out = new Uint8Array(small.width * small.height);
  for (let y = 0, to = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1, to += 1) {
      let sum = 0;
      for (let dy = 0; dy < step; dy += 1)
        for (let dx = 0, at = (y * step + dy) * width + x * step; dx < step; dx += 1, at += 1) sum += data[at]!;
      out[to] = Math.round(sum / (step * step));
    }
  }
  return { ...small, data: out };
}

/**
 * The flow between two images of the same size.
 * @throws Error for a fault inside OpenCV
 */
export function flowBetween(from: Grey, to: Grey): Promise<Flow> {
  const { width, height } = from;
  return withOpenCv((cv, keep) => {
    const mat = ({ data }: Grey): InstanceType<typeof cv.Mat> => {
      const made = keep(new cv.Mat(height, width, cv.CV_8UC1));
      made.data.set(data);
      return made;
    };
    const out = keep(new cv.Mat());
    cv.calcOpticalFlowFarneback(mat(from), mat(to), out, 0.5, 4, 17, 3, 7, 1.5, 0);
    return { width, height, data: Float32Array.from(out.data32F) };
  });
}

/**
 * Warps an image by a flow: each pixel is read from where the flow points.
 * @param flow of any size in the image's shape; its vectors are scaled
 * @param share factor of the displacement: 1 the whole, 2 twice as far
 * @param into memory of the image's length that may be overwritten
 */
export function carried(image: Raster, flow: Flow, share = 1, into = new Uint8ClampedArray(image.data.length)): Raster {
  const { width, height, data } = image;
  const [across, down] = [flow.width / width, flow.height / height];
  for (let y = 0, to = 0; y < height; y += 1) {
    const v = Math.min(flow.height - 1, Math.max(0, (y + 0.5) * down - 0.5));
    const row = Math.min(flow.height - 2, Math.floor(v));
    const low = Math.max(0, row) * flow.width;
    const high = Math.min(flow.height - 1, Math.max(0, row) + 1) * flow.width;
    const fv = v - Math.max(0, row);
    for (let x = 0; x < width; x += 1, to += 4) {
      const u = Math.min(flow.width - 1, Math.max(0, (x + 0.5) * across - 0.5));
      const left = Math.max(0, Math.min(flow.width - 2, Math.floor(u)));
      const right = Math.min(flow.width - 1, left + 1);
      const fu = u - left;
      const [a, b, c, d] = [(1 - fu) * (1 - fv), fu * (1 - fv), (1 - fu) * fv, fu * fv];
      const [p, q, r, s] = [(low + left) * 2, (low + right) * 2, (high + left) * 2, (high + right) * 2];
      const dx = ((flow.data[p]! * a + flow.data[q]! * b + flow.data[r]! * c + flow.data[s]! * d) * share) / across;
      const dy =
        ((flow.data[p + 1]! * a + flow.data[q + 1]! * b + flow.data[r + 1]! * c + flow.data[s + 1]! * d) * share) /
        down;
      const sx = Math.min(width - 1, Math.max(0, x + dx));
      const sy = Math.min(height - 1, Math.max(0, y + dy));
      const ix = Math.floor(sx);
      const iy = Math.floor(sy);
      const gx = sx - ix;
      const gy = sy - iy;
      const at = (iy * width + ix) * 4;
      const next = ix + 1 < width ? 4 : 0;
      const under = iy + 1 < height ? width * 4 : 0;
      for (let k = 0; k < 3; k += 1) {
        const top = data[at + k]! + (data[at + next + k]! - data[at + k]!) * gx;
        const bottom = data[at + under + k]! + (data[at + under + next + k]! - data[at + under + k]!) * gx;
        into[to + k] = top + (bottom - top) * gy;
      }
      into[to + 3] = 255;
    }
  }
  return { width, height, data: into };
}
