/** Frames of a clip in the shape of the edited video. */
import sharp from 'sharp';
import type { Programs } from '../../../ffmpeg.js';
import type { PlanarFrame } from '../io/encode.js';
import { videoFacts, planesOf } from '../io/source.js';
import { overlayOf } from './planar.js';

/** `fill`: the clip fills the frame and is cropped. `whole`: the whole clip is shown over a blurred copy of itself. */
export type Fit = 'fill' | 'whole';

export interface Shape {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly fit: Fit;
}

/** A source clip: a video or an image. */
export interface GivenClip {
  readonly path: string;
  readonly isImage: boolean;
}

/** The blurred background: its reduction in size while it is blurred, the blur, and its brightness. */
const GROUND = { part: 8, blur: 6, light: 0.62 } as const;
/** FFmpeg's blur radius is limited to a quarter of the shorter side, since chroma planes have half the size. */
const MAX_BLUR = 0.2;
/** Sides that differ from the frame's by fewer pixels count as equal, and no background is drawn beside them. */
const SAME = 4;

const even = (length: number): number => Math.max(2, Math.round(length / 2) * 2);

/** Size of a clip in a frame: the smallest that covers it, or the largest that fits into it. */
function sizeIn(
  own: { readonly width: number; readonly height: number },
  { width, height }: Pick<Shape, 'width' | 'height'>,
  fit: Fit,
): { readonly width: number; readonly height: number } {
  const [across, down] = [width / own.width, height / own.height];
  const scale = fit === 'fill' ? Math.max(across, down) : Math.min(across, down);
  return { width: even(own.width * scale), height: even(own.height * scale) };
}

/** FFmpeg filters that bring images of `inner` size into the frame's shape. */
function fitting(
  inner: { readonly width: number; readonly height: number },
  { width, height, fit }: Shape,
): readonly string[] {
  if (fit === 'fill')
    return [`scale=w=${Math.max(width, inner.width)}:h=${Math.max(height, inner.height)}`, `crop=${width}:${height}`];
  if (Math.abs(inner.width - width) < SAME && Math.abs(inner.height - height) < SAME)
    return [`scale=${width}:${height}`];
  const [small, low] = [even(width / GROUND.part), even(height / GROUND.part)];
  const cover = sizeIn(inner, { width: small, height: low }, 'fill');
  const ground = [
    `scale=${Math.max(small, cover.width)}:${Math.max(low, cover.height)}`,
    `crop=${small}:${low}`,
    `boxblur=${Math.max(1, Math.floor(Math.min(GROUND.blur, MAX_BLUR * small, MAX_BLUR * low)))}:2`,
    `scale=${width}:${height}:flags=bicubic`,
    `lutyuv=y=16+(val-16)*${GROUND.light}`,
  ].join(',');
  return [`split[clip][under];[under]${ground}[ground];[ground][clip]overlay=(W-w)/2:(H-h)/2`];
}

async function* stillFrames(path: string, frames: number, { width, height, fit }: Shape): AsyncGenerator<PlanarFrame> {
  const whole = sharp(path).flatten({ background: '#ffffff' }).toColourspace('srgb');
  const fill = whole.clone().resize(width, height, { fit: 'cover', kernel: 'lanczos3' });
  const seen =
    fit === 'fill'
      ? fill
      : sharp(
          await fill
            .modulate({ brightness: GROUND.light })
            .blur(Math.min(width, height) / 16)
            .png()
            .toBuffer(),
        ).composite([
          { input: await whole.clone().resize(width, height, { fit: 'inside', kernel: 'lanczos3' }).png().toBuffer() },
        ]);
  const data = await seen.ensureAlpha().raw().toBuffer();
  const { yuv } = overlayOf({
    width,
    height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  });
  for (let at = 0; at < frames; at += 1) yield { yuv };
}

/**
 * Yields an exact number of frames of a clip's range, decoded on demand. A repeated frame is the same object.
 * @param from milliseconds
 * @throws ProgramFault when the clip does not open; the signal's reason
 */
export async function* framesOfClip(
  programs: Programs,
  { path, isImage }: GivenClip,
  { from, frames }: { readonly from: number; readonly frames: number },
  shape: Shape,
  signal?: AbortSignal,
): AsyncGenerator<PlanarFrame> {
  if (isImage) {
    yield* stillFrames(path, frames, shape);
    return;
  }
  const { width, height, fps } = shape;
  const inner = sizeIn(await videoFacts(programs, path, signal), shape, shape.fit);
  yield* planesOf(
    programs,
    path,
    { width, height, fps, shaped: { inner, after: fitting(inner, shape) }, from: from / 1_000, seconds: frames / fps },
    signal,
  );
}
