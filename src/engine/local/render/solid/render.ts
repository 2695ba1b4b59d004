import { loadKernel, type Kernel } from '../../kernel/load.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import type { SceneMemory } from './memory.js';
import { GLOW_FLOATS, GROUP_FLOATS } from './memory.js';
import { stageFloats, type Stage } from './stage.js';

interface SolidKernel {
  setup(
    world: number,
    prims: number,
    groups: number,
    groupCount: number,
    materials: number,
    glows: number,
    glowCount: number,
    data: number,
    out: number,
    width: number,
    height: number,
  ): void;
  bake(points: number, count: number, grid: number, lathe: number): void;
  render_rows(stride: number, first: number, from: number, to: number): void;
  find_edges(marks: number, from: number, to: number, threshold: number): number;
  smooth_edges(marks: number, from: number, to: number): void;
  distances(to: number, cell: number): void;
  present(bytes: number, stride: number, grain: number, from: number, to: number): void;
}

/** Pixel strides of the coarse passes before the full one. */
const COARSE = [16, 8, 4, 2] as const;
const FULL_BANDS = 6;
const SMOOTH_BANDS = 3;
/** Channel difference, 0..1 of the display range, from which a pixel is redrawn with four samples. */
const EDGE_THRESHOLD = 0.055;
const GRAIN = 1.2 / 255;
const FLOAT_BYTES = 4;

/** Lets timers and messages be processed between two passes. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

interface Layout {
  readonly marks: number;
  readonly bytes: number;
}

function place(
  kernel: Kernel<SolidKernel>,
  stage: Stage,
  memory: SceneMemory,
  width: number,
  height: number,
  seconds: number,
): Layout {
  const arrays = [
    stageFloats(stage, seconds),
    Float32Array.from(memory.prims),
    Float32Array.from(memory.groups),
    Float32Array.from(memory.materials),
    Float32Array.from(memory.glows),
  ];
  let end = kernel.heap;
  const take = (bytes: number): number => {
    const at = end;
    end += (bytes + 15) & ~15;
    return at;
  };
  const offsets = arrays.map((array) => take(array.byteLength));
  const data = take(memory.dataFloats * FLOAT_BYTES);
  const longest = Math.max(0, ...memory.profiles.map(({ points }) => points.byteLength));
  const points = take(longest);
  const pixels = take(width * height * 4 * FLOAT_BYTES);
  const marks = take(width * height);
  const bytes = take(width * height * 4);
  kernel.reserve(end);
  arrays.forEach((array, i) => {
    kernel.floats(offsets[i] ?? 0, array.length).set(array);
  });
  for (const { offset, values } of memory.planes) kernel.floats(data + offset * FLOAT_BYTES, values.length).set(values);
  for (const profile of memory.profiles) {
    const grid = data + profile.offset * FLOAT_BYTES;
    kernel.floats(grid, profile.head.length).set(profile.head);
    kernel.floats(points, profile.points.length).set(profile.points);
    kernel.exports.bake(points, profile.points.length / 2, grid, profile.lathe ? 1 : 0);
  }
  const [world = 0, prims = 0, groups = 0, materials = 0, glows = 0] = offsets;
  kernel.exports.setup(
    world,
    prims,
    groups,
    memory.groups.length / GROUP_FLOATS,
    materials,
    glows,
    memory.glows.length / GLOW_FLOATS,
    data,
    pixels,
    width,
    height,
  );
  return { marks, bytes };
}

/**
 * Renders a stage with the objects in memory. Only one render at a time per process, because renders share the kernel's
 * memory; a second call waits for the first.
 * @param onGrow called after every pass; the partial image fills missing pixels from their neighbours
 * @returns the image, opaque
 */
export async function renderSolid(
  stage: Stage,
  memory: SceneMemory,
  width: number,
  height: number,
  onGrow?: OnGrow,
  seconds = 0,
): Promise<Raster> {
  const turn = queue.then(() => {
    const kernel = loadKernel<SolidKernel>('solid');
    return renderNow(kernel, place(kernel, stage, memory, width, height, seconds), width, height, onGrow);
  });
  queue = turn.catch(() => undefined);
  return turn;
}

/**
 * A rendered image, and the distance along the ray at every `cell`-th pixel, in the stage's units; at least 1e4 for
 * open sky.
 */
export interface SolidMoment {
  readonly raster: Raster;
  readonly distances: Float32Array;
}

/**
 * Renders a moment for a video: see renderSolid. The distances are at nodes `cell` pixels apart, the last on or beyond
 * the far edges.
 */
export async function renderSolidMoment(
  stage: Stage,
  memory: SceneMemory,
  width: number,
  height: number,
  seconds: number,
  cell: number,
): Promise<SolidMoment> {
  const turn = queue.then(async () => {
    const kernel = loadKernel<SolidKernel>('solid');
    const layout = place(kernel, stage, memory, width, height, seconds);
    const raster = await renderNow(kernel, layout, width, height, undefined);
    kernel.exports.distances(layout.bytes, cell);
    return {
      raster,
      distances: kernel.floats(layout.bytes, (Math.ceil(width / cell) + 1) * (Math.ceil(height / cell) + 1)).slice(),
    };
  });
  queue = turn.catch(() => undefined);
  return turn;
}

let queue: Promise<unknown> = Promise.resolve();

async function renderNow(
  kernel: Kernel<SolidKernel>,
  layout: Layout,
  width: number,
  height: number,
  onGrow: OnGrow | undefined,
): Promise<Raster> {
  const shown = (stride: number, done = 0): Raster => {
    kernel.exports.present(layout.bytes, 1, GRAIN, 0, done);
    kernel.exports.present(layout.bytes, stride, GRAIN, done, height);
    return { width, height, data: new Uint8ClampedArray(kernel.bytes(layout.bytes, width * height * 4)) };
  };
  const grow = async (fraction: number, stride: number, done = 0): Promise<void> => {
    onGrow?.({ fraction, partial: shown(stride, done) });
    await breathe();
  };
  let first = 1;
  for (const stride of COARSE) {
    kernel.exports.render_rows(stride, first, 0, height);
    first = 0;
    await grow((0.24 / stride ** 1.3) * 2.4, stride);
  }
  const band = Math.ceil(height / FULL_BANDS / 2) * 2;
  for (let from = 0; from < height; from += band) {
    const to = Math.min(from + band, height);
    kernel.exports.render_rows(1, 0, from, to);
    await grow(0.24 + (0.5 * to) / height, 2, to);
  }
  kernel.exports.find_edges(layout.marks, 0, height, EDGE_THRESHOLD);
  const smooth = Math.ceil(height / SMOOTH_BANDS);
  for (let from = 0; from < height; from += smooth) {
    const to = Math.min(from + smooth, height);
    kernel.exports.smooth_edges(layout.marks, from, to);
    await grow(0.76 + (0.24 * to) / height, 1);
  }
  return shown(1);
}
