/**
 * Restyles a video. Every fifth image is restyled. Where the video has not changed, it keeps paint from the previous
 * restyled image. The images in between are blended from both, warped by the video's motion. Strokes therefore move
 * with the objects they are painted on and do not flicker.
 */
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster, Style } from '../../scene/scene.js';
import { resample } from '../../photo/resample.js';
import { restyle } from '../../photo/restyle/restyle.js';
import { encodeMp4, videoPath } from '../io/encode.js';
import type { RenderedVideo } from '../io/rendered-video.js';
import { carried, flowBetween, greyOf, type Flow, type Grey } from '../motion/flow.js';
import { framesOf, type VideoFacts } from '../io/source.js';

export interface RestyleVideoOptions {
  /** `natural` changes nothing. */
  readonly style: Style;
  /** 0 close to the video, 1 the strongest effect. */
  readonly strength: number;
  /** 0 to 2^32 − 1; controls the brush, the paper and the inks. */
  readonly seed: number;
  /** Pixels; even, in the video's shape. */
  readonly width: number;
  readonly height: number;
  /** A whole number of frames. */
  readonly seconds: number;
  readonly fps: number;
}

/** Frames between two restyled images. */
const STRIDE = 5;
/**
 * Styles of hard marks. Warping would smear them, so a restyled image is held for several frames, as in hand-drawn
 * animation.
 */
const MARKED: readonly Style[] = ['ink', 'line', 'blueprint', 'risograph', 'isometric', 'pixel'];
const HELD = 3;
/**
 * Seconds of one core for all restyled images of a video, and the cost of one megapixel, as measured
 * (docs/creations.md, 1024² in up to 1.6 s, in oil 2.9). Warping takes about as much again, and two cores may be
 * shared: half a minute of video stays well within the 300 s that the pool gives a job.
 */
const PAINTING = { seconds: 80, oil: 2.8, other: 1.55 } as const;
/** Longest side of the images that motion is estimated on, pixels. */
const SEEN = 320;
/** Share of the previous paint that is kept where nothing has changed, 0..1. */
const KEPT = 0.72;
/** A warped pixel counts as unchanged within this many steps of brightness. */
const SAME = 10;

/** A restyled image of the video. */
interface Key {
  readonly grey: Grey;
  readonly painted: Raster;
}

/**
 * Maximum pixels of a restyled image, so that all of them take PAINTING.seconds. At 848 × 480 and 25 frames per second,
 * videos in oil are restyled at a smaller size beyond 13 s (30 s: 0.19 megapixels, 578 × 327), those of hard marks
 * beyond 15 s (0.21), others beyond 25 s (0.34).
 */
function maxPainted({ style, seconds, fps }: Pick<RestyleVideoOptions, 'style' | 'seconds' | 'fps'>): number {
  const images = 1 + Math.ceil((seconds * fps) / (MARKED.includes(style) ? HELD : STRIDE));
  return (1e6 * PAINTING.seconds) / (images * (style === 'oil' ? PAINTING.oil : PAINTING.other));
}

/**
 * Restyles a video; the sound is kept. Deterministic: the same video and options give the same frames. The images of a
 * long video are restyled below their final size: see `maxPainted`.
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with restyled images
 * @throws ProgramFault when FFmpeg fails; the signal's reason
 */
export async function restyleVideo(
  video: { readonly path: string; readonly facts: Pick<VideoFacts, 'hasSound'> },
  options: RestyleVideoOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps, seconds } = options;
  const mp4 = videoPath(out);
  const images = framesOf(out.programs, video.path, { width, height, fps, seconds }, signal);
  let poster: Raster | undefined;
  let made = 0;
  const frames = (async function* () {
    for await (const frame of restyledFrames(images, { ...options, pixels: maxPainted(options) })) {
      signal.throwIfAborted();
      poster ??= frame;
      if (made % (STRIDE * 2) === 0) on({ fraction: made / (seconds * fps), partial: frame });
      made += 1;
      yield frame;
    }
  })();
  await encodeMp4(out.programs, {
    width,
    height,
    fps,
    frames,
    path: mp4,
    signal,
    ...(video.facts.hasSound ? { sound: { path: video.path } } : {}),
  });
  if (poster === undefined) throw new Error('a video without frames');
  on({ fraction: 1, partial: poster });
  return { mp4, poster };
}

/** Settings for restyling an image. */
interface Hand extends Pick<RestyleVideoOptions, 'style' | 'strength' | 'seed'> {
  /** Maximum pixels of a restyled image; unlimited when left out. */
  readonly pixels?: number;
}

/**
 * Yields one restyled image for each frame.
 * @param frames of one size, opaque, at an even rate
 */
export function restyledFrames(
  frames: AsyncIterable<Raster> | Iterable<Raster>,
  hand: Hand,
): AsyncGenerator<Raster, void, undefined> {
  return MARKED.includes(hand.style) ? held(frames, hand) : carriedAlong(frames, hand);
}

async function* carriedAlong(
  frames: AsyncIterable<Raster> | Iterable<Raster>,
  hand: Hand,
): AsyncGenerator<Raster, void, undefined> {
  let before: Key | undefined;
  let waiting: Raster[] = [];
  for await (const frame of frames) {
    waiting.push(frame);
    if (before !== undefined && waiting.length < STRIDE) continue;
    const after = await keyOf(frame, before, hand);
    if (before !== undefined) yield* between(waiting.slice(0, -1), before, after);
    yield after.painted;
    [before, waiting] = [after, []];
  }
  const last = waiting.at(-1);
  if (last === undefined || before === undefined) return;
  const after = await keyOf(last, before, hand);
  yield* between(waiting.slice(0, -1), before, after);
  yield after.painted;
}

/** The denoised video is restyled; otherwise marks would appear and disappear with the noise. */
async function* held(
  frames: AsyncIterable<Raster> | Iterable<Raster>,
  hand: Hand,
): AsyncGenerator<Raster, void, undefined> {
  let calm: { readonly grey: Grey; readonly raster: Raster; readonly painted: Raster } | undefined;
  let index = 0;
  for await (const frame of frames) {
    if (calm === undefined || index % HELD === 0) {
      const grey = greyOf(frame, SEEN);
      const flow = calm === undefined ? undefined : await flowBetween(grey, calm.grey);
      const raster: Raster =
        calm === undefined || flow === undefined
          ? frame
          : mixed(frame, carried(calm.raster, flow), sameness(grey, calm.grey, flow));
      calm = { grey, raster, painted: await paintedOver(raster, hand) };
    }
    index += 1;
    yield calm.painted;
  }
}

async function paintedOver(frame: Raster, { style, strength, seed, pixels = Infinity }: Hand): Promise<Raster> {
  const { width, height } = frame;
  const scale = Math.min(1, Math.sqrt(pixels / (width * height)));
  const reduced = scale === 1 ? frame : await resample(frame, Math.round(width * scale), Math.round(height * scale));
  const { raster } = await restyle(reduced, { prompt: '', style, strength, seed }, () => undefined);
  return scale === 1 ? raster : resample(raster, width, height);
}

async function keyOf(frame: Raster, before: Key | undefined, hand: Hand): Promise<Key> {
  const grey = greyOf(frame, SEEN);
  const raster = await paintedOver(frame, hand);
  if (before === undefined) return { grey, painted: raster };
  const flow = await flowBetween(grey, before.grey);
  return { grey, painted: mixed(raster, carried(before.painted, flow), sameness(grey, before.grey, flow)) };
}

/** Share of the previous paint kept at each pixel of the small image, 0..KEPT: less where the content has changed. */
function sameness(now: Grey, before: Grey, flow: Flow): Grey & { readonly share: Float32Array } {
  const { width, height } = now;
  const share = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      const sx = Math.round(Math.min(width - 1, Math.max(0, x + flow.data[i * 2]!)));
      const sy = Math.round(Math.min(height - 1, Math.max(0, y + flow.data[i * 2 + 1]!)));
      share[i] = KEPT * Math.exp(-(((now.data[i]! - before.data[sy * width + sx]!) / SAME) ** 2));
    }
  }
  return { ...now, share };
}

/** Blends the old image into the new one by the shares. Modifies the new one. */
function mixed(
  fresh: Raster,
  old: Raster,
  { width: across, height: down, share }: ReturnType<typeof sameness>,
): Raster {
  const { width, height, data } = fresh;
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.min(down - 1, Math.floor((y * down) / height)) * across;
    for (let x = 0; x < width; x += 1, at += 4) {
      const kept = share[row + Math.min(across - 1, Math.floor((x * across) / width))]!;
      for (let k = 0; k < 3; k += 1) data[at + k] = data[at + k]! + (old.data[at + k]! - data[at + k]!) * kept;
    }
  }
  return fresh;
}

async function* between(frames: readonly Raster[], before: Key, after: Key): AsyncGenerator<Raster, void, undefined> {
  for (const [index, frame] of frames.entries()) {
    const share = (index + 1) / (frames.length + 1);
    const grey = greyOf(frame, SEEN);
    const one = carried(before.painted, await flowBetween(grey, before.grey));
    const other = carried(after.painted, await flowBetween(grey, after.grey));
    for (let at = 0; at < one.data.length; at += 1)
      one.data[at] = one.data[at]! + (other.data[at]! - one.data[at]!) * share;
    yield one;
  }
}
