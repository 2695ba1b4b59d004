/** Replaces a video's background: with a colour, an image, the blurred original background, or transparency. */
import sharp from 'sharp';
import type { Programs } from '../../../ffmpeg.js';
import type { Behind } from '../../../options.shared.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { feather } from '../../photo/cut-out/alpha.js';
import { studio } from '../../photo/cut-out/change-background.js';
import { dilate } from '../../photo/fill/marks.js';
import type { Field } from '../../photo/planes.js';
import { resample, within } from '../../photo/resample.js';
import { videoMatte, type VideoMatte } from './video-matte.js';
import type { RenderedVideo } from '../io/rendered-video.js';
import { framesOf } from '../io/source.js';
import { PREVIEWS, encodeProcessed } from '../io/encode-processed.js';

/** Longer sides of the examined frames, pixels: for tracking the subject, and for its rim. */
const SIDE = { followed: 256, rim: 480 } as const;
/** Blur of the background, as a share of the video's longer side. */
const OUT_OF_FOCUS = 0.02;
/** Background colours, sRGB 0..255: the usual chroma-key green, and the colours that shops and slides request. */
export const BEHIND = { green: [0, 177, 64], white: [255, 255, 255], black: [0, 0, 0] } as const;

export interface VideoBackground {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly seconds: number;
  readonly behind: Behind;
  /** Takes precedence over `behind`. Fills the frame, cropped equally on both sides. */
  readonly image?: Raster;
}

/** A blurred frame of the video. */
async function blurred({ width, height, data }: Raster): Promise<Raster> {
  const bytes = await sharp(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), {
    raw: { width, height, channels: 4 },
  })
    .blur(Math.max(0.5, OUT_OF_FOCUS * Math.max(width, height)))
    .raw()
    .toBuffer();
  return { width, height, data: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** The background shared by all frames; undefined when each frame has its own. */
async function stillBackground({ behind, image, width, height }: VideoBackground): Promise<Raster | undefined> {
  if (image !== undefined) return resample(image, width, height, 'cover');
  if (behind === 'blur' || behind === 'none') return undefined;
  if (behind === 'studio') return studio([226, 222, 214], width, height);
  const [red, green, blue] = BEHIND[behind];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([red, green, blue, 255], at);
  return { width, height, data };
}

/**
 * A frame's subject on a background. Opaque.
 * @param mask any size, 255 belongs to the subject; without a mask, nothing of the frame remains
 */
export async function before(frame: Raster, mask: Field | undefined, ground: Raster): Promise<Raster> {
  if (mask === undefined) return { ...ground, data: new Uint8ClampedArray(ground.data) };
  const { data } = await rimmed(frame, mask);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255;
    for (let k = 0; k < 3; k += 1) data[at + k] = ground.data[at + k]! + (data[at + k]! - ground.data[at + k]!) * alpha;
    data[at + 3] = 255;
  }
  return { width: frame.width, height: frame.height, data };
}

/** A frame with its mask as alpha: a soft rim without the background's colour. */
async function rimmed(frame: Raster, mask: Field): Promise<Raster> {
  const size = within(frame.width, frame.height, SIDE.rim);
  return feather(frame, await resample(frame, size.width, size.height), mask);
}

/**
 * Pixels around the subject that keep a colour. Blocks of two by two share one colour in a video, and a player that
 * scales mixes more.
 */
const KEPT_ABOUT = 6;

/**
 * A frame's subject alone: all else is transparent, and only the colours that the rim is mixed with remain.
 * @param mask as for `before`
 */
export async function cutOut(frame: Raster, mask: Field | undefined): Promise<Raster> {
  const { width, height } = frame;
  if (mask === undefined) return { width, height, data: new Uint8ClampedArray(width * height * 4) };
  const { data } = await rimmed(frame, mask);
  const solid = Uint8Array.from({ length: width * height }, (_, at) => (data[at * 4 + 3]! > 0 ? 1 : 0));
  const near = dilate(solid, width, height, KEPT_ABOUT);
  for (let at = 0; at < near.length; at += 1) if (near[at] === 0) data.fill(0, at * 4, at * 4 + 3);
  return { width, height, data };
}

/** A frame's matte as values 0..1. */
function maskAt({ width, height, mattes }: VideoMatte, index: number): Field | undefined {
  const bytes = mattes[Math.min(index, mattes.length - 1)];
  return bytes === undefined ? undefined : { width, height, data: Float32Array.from(bytes, (value) => value / 255) };
}

/** Progress at the end of each phase, 0..1. */
const SHARES = { following: 0.5, writing: 0.97 } as const;

/**
 * Puts a video's subject on another background. The sound stays. Deterministic.
 * @param given the video's file, and whether it has sound
 * @param out the folder for the video: an MP4, or a WebM with alpha for a transparent background; no other files are
 * left there
 * @param on progress 0..1 with frames as they are made
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'video', reason: 'no-subject'} when nothing stands out;
 * ProgramFault when FFmpeg fails; the signal's reason
 */
export async function changeVideoBackground(
  { path, hasSound }: { readonly path: string; readonly hasSound: boolean },
  wanted: VideoBackground,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps, seconds } = wanted;
  const read = (size: Pick<Raster, 'width' | 'height'>) =>
    framesOf(out.programs, path, { ...size, fps, seconds }, signal);
  const frames = Math.max(1, Math.round(seconds * fps));
  let looked = 0;
  const found = await videoMatte(
    () => read(within(width, height, SIDE.followed)),
    () => {
      looked += 1;
      if (looked % PREVIEWS === 0) on({ fraction: SHARES.following * Math.min(1, looked / (2 * frames)) });
    },
  );
  const [ground, isClear] = [await stillBackground(wanted), wanted.behind === 'none' && wanted.image === undefined];
  const made = (async function* () {
    let index = 0;
    for await (const frame of read({ width, height })) {
      yield isClear
        ? await cutOut(frame, maskAt(found, index))
        : await before(frame, maskAt(found, index), ground ?? (await blurred(frame)));
      index += 1;
    }
  })();
  return encodeProcessed(
    made,
    {
      width,
      height,
      fps,
      seconds,
      from: SHARES.following,
      to: SHARES.writing,
      ...(isClear ? { type: 'video/webm' as const } : {}),
      ...(hasSound ? { soundFrom: path } : {}),
    },
    out,
    on,
    signal,
  );
}
