/** Enlarges a video: by multi-frame fusion when time allows, otherwise by filters alone. The sound stays. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFile, SAFE_INPUT, streamProgram, type Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import type { Size } from '../../photo/resize.js';
import { encodeMp4, ENCODE_TIMEOUT_MS, videoPath, intoMp4, putSound, type PlanarFrame } from '../io/encode.js';
import type { RenderedVideo } from '../io/rendered-video.js';
import { greyOf } from '../motion/flow.js';
import { createFusion, noiseOf, scaled } from './fusion.js';
import { evenly, framesOf, GUARDED, planesOf, RESIDENT_BYTES, type VideoFacts } from '../io/source.js';

export interface UpscaleVideoOptions extends Size {
  /** Even sides: `width` and `height` of the result. */
  readonly fps: number;
  /** A whole number of frames. */
  readonly seconds: number;
  /** Chosen by the number of pixels when left out: see {@link MAX_FUSED}. */
  readonly way?: 'fused' | 'filtered';
}

/** A source video. */
export interface SourceVideo {
  readonly path: string;
  readonly facts: Pick<VideoFacts, 'width' | 'height' | 'hasSound'>;
}

/**
 * Maximum pixels enlarged by fusion in total: about a hundred seconds of one core. Pixels are counted instead of time,
 * so that every machine gives the same result.
 */
const MAX_FUSED = 350_000_000;
/**
 * Above these pixels, in total or for one frame, the encoder uses a faster preset. 4K would otherwise take three times
 * the allowed time, and more memory.
 */
const HASTY = { all: 4_000_000_000, frame: 4_200_000 } as const;
/** Noise (of 255) below which nothing is denoised, and the spatial and temporal strength for each step above it. */
const NOISE = { min: 1, across: 1.5, through: 2.2 } as const;
/** Sharpening strength for a clean video, its minimum, and its reduction for each step of noise. */
const EDGES = { max: 0.6, min: 0.2, perNoise: 0.08 } as const;
/** Frames between two progress reports. */
const REPORT_EVERY = 10;

const even = (length: number): number => Math.max(2, 2 * Math.floor(length / 2));

/** Size in which frames are decoded: the video's own, but never larger than requested. */
const readAs = ({ facts }: SourceVideo, to: Size): Size => ({
  width: Math.min(to.width, even(facts.width)),
  height: Math.min(to.height, even(facts.height)),
});

/**
 * Enlarges a video. Deterministic.
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with an image at the beginning and the end
 * @throws ProgramFault when FFmpeg fails; the signal's reason
 */
export async function upscaleVideo(
  video: SourceVideo,
  options: UpscaleVideoOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps, seconds } = options;
  const mp4 = videoPath(out);
  const first = await imageOf(out.programs, video.path, { width, height, fps }, signal);
  on({ fraction: 0.02, partial: first });
  const { way = width * height * Math.round(seconds * fps) <= MAX_FUSED ? 'fused' : 'filtered' } = options;
  await (way === 'fused' ? fused : filtered)(video, options, out, on, signal);
  const poster = await imageOf(out.programs, mp4, { width, height, fps }, signal);
  on({ fraction: 1, partial: poster });
  return { mp4, poster };
}

async function imageOf(
  programs: Programs,
  path: string,
  size: Size & { readonly fps: number },
  signal: AbortSignal,
): Promise<Raster> {
  for await (const frame of framesOf(programs, path, { ...size, seconds: 1 / size.fps }, signal)) return frame;
  throw new Error('a video without frames');
}

/** Enlarges each frame with the help of the frames before it. */
async function fused(
  video: SourceVideo,
  { width, height, fps, seconds }: UpscaleVideoOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<void> {
  const from = readAs(video, { width, height });
  const frames = Math.round(seconds * fps);
  const enlarge = createFusion({ width, height });
  const made = (async function* (): AsyncGenerator<PlanarFrame> {
    let count = 0;
    for await (const { yuv } of planesOf(out.programs, video.path, { ...from, fps, seconds }, signal)) {
      signal.throwIfAborted();
      yield await frameOf(yuv, from, { width, height }, enlarge);
      count += 1;
      if (count % REPORT_EVERY === 0) on({ fraction: 0.02 + 0.94 * (count / frames) });
    }
  })();
  await encodeMp4(out.programs, {
    width,
    height,
    fps,
    frames: made,
    path: videoPath(out),
    signal,
    ...(video.facts.hasSound ? { sound: { path: video.path } } : {}),
  });
}

/** Enlarges a frame's planes: brightness by fusion, colour by cubic interpolation. */
async function frameOf(
  yuv: Uint8Array,
  from: Size,
  to: Size,
  enlarge: ReturnType<typeof createFusion>,
): Promise<PlanarFrame> {
  const [half, toHalf] = [
    { width: from.width / 2, height: from.height / 2 },
    { width: to.width / 2, height: to.height / 2 },
  ];
  const [light, colour] = [from.width * from.height, half.width * half.height];
  // A clamped array rounds to the nearest integer and clamps to 0..255.
  const made = new Uint8ClampedArray((to.width * to.height * 3) / 2);
  made.set((await enlarge({ ...from, data: yuv.subarray(0, light) })).data);
  for (const part of [0, 1]) {
    const plane = { ...half, data: yuv.subarray(light + part * colour, light + (part + 1) * colour) };
    made.set(scaled(plane, toHalf, 'cubic').data, to.width * to.height + part * toHalf.width * toHalf.height);
  }
  return { yuv: new Uint8Array(made.buffer) };
}

/** Enlarges entirely in FFmpeg: denoising by the measured noise, Lanczos, sharpening. */
async function filtered(
  video: SourceVideo,
  { width, height, fps, seconds }: UpscaleVideoOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<void> {
  const { programs, dir } = out;
  const from = readAs(video, { width, height });
  const noise = await videoNoise(programs, video.path, { ...from, fps, seconds }, signal);
  const frames = Math.round(seconds * fps);
  const isLarge = width * height > HASTY.frame || width * height * frames > HASTY.all;
  const [mp4, silent] = [videoPath(out), join(dir, 'silent.mp4')];
  const graph = [
    await evenly(programs, video.path, { ...from, fps }, signal),
    'format=yuv420p',
    ...cleaning(noise),
    `scale=${width}:${height}:flags=lanczos+accurate_rnd`,
    `unsharp=5:5:${Math.max(EDGES.min, EDGES.max - EDGES.perNoise * noise).toFixed(2)}:5:5:0`,
    // When the sound outlasts the images, the last image is held.
    `tpad=stop_mode=clone:stop_duration=${seconds.toFixed(6)}`,
    `trim=end_frame=${frames}`,
    `setpts=N/${fps}/TB`,
  ].join(',');
  const args = [
    ...GUARDED,
    ...SAFE_INPUT,
    '-i',
    mediaFile(video.path),
    '-map',
    '0:V:0',
    '-an',
    '-sn',
    '-dn',
    '-vf',
    graph,
    '-r',
    String(fps),
    '-progress',
    'pipe:1',
    ...intoMp4(fps, video.facts.hasSound ? silent : mp4, isLarge ? 'ultrafast' : 'veryfast'),
  ];
  try {
    for await (const said of streamProgram(programs.ffmpeg, args, {
      timeoutMs: ENCODE_TIMEOUT_MS,
      residentLimit: RESIDENT_BYTES,
      signal,
    })) {
      const count = Number(/frame=\s*(\d+)/.exec(Buffer.from(said).toString('utf8'))?.[1] ?? 0);
      if (count > 0) on({ fraction: 0.02 + 0.94 * Math.min(1, count / frames) });
    }
    if (video.facts.hasSound)
      await putSound(programs, { video: silent, seconds, sound: { path: video.path }, path: mp4, signal });
  } finally {
    await rm(silent, { force: true });
  }
}

const cleaning = (noise: number): readonly string[] => {
  if (noise < NOISE.min) return [];
  const [across, through] = [noise * NOISE.across, noise * NOISE.through];
  return [
    `hqdn3d=${across.toFixed(2)}:${(across * 0.75).toFixed(2)}:${through.toFixed(2)}:${(through * 0.75).toFixed(2)}`,
  ];
};

/** The lower noise of two samples: at the video's beginning and in its middle. */
async function videoNoise(
  programs: Programs,
  path: string,
  { seconds, ...size }: Size & { readonly fps: number; readonly seconds: number },
  signal: AbortSignal,
): Promise<number> {
  const seen: number[] = [];
  for (const at of [0, seconds / 2]) {
    for await (const frame of framesOf(
      programs,
      path,
      { ...size, from: at, seconds: Math.min(seconds - at, 1 / size.fps) },
      signal,
    ))
      seen.push(noiseOf(greyOf(frame, Infinity)));
  }
  return Math.min(...seen);
}
