/** The product's watermark: small, in the corner, applied as the last step to a result. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { mediaFile, runProgram, SAFE_INPUT, type Programs } from './ffmpeg.js';
import type { Media } from './local/job.js';
import { ENCODE_TIMEOUT_MS, intoMp4, intoWebm, WITH_ALPHA } from './local/video/io/encode.js';

/** The media to be marked. */
export interface Marked {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Folder for produced files; deleted with the attempt. */
  readonly dir: string;
  /** Prefix of the file names in that folder. */
  readonly index: number;
}

/**
 * Adds the watermark to a finished result. @throws the tools' errors for media that does not decode; the signal's
 * reason
 */
export type Mark = (media: Media, on: Marked, signal: AbortSignal) => Promise<Media>;

/** Share of the shorter side. */
const SIZE = 0.06;
const MARGIN = 0.035;
const MIN_PIXELS = 14;

interface Stamp {
  /** RGBA, square. */
  readonly pixels: Uint8Array;
  readonly side: number;
  readonly left: number;
  readonly top: number;
}

/**
 * The watermark: light with a thin dark edge, so that it is visible on any background. No letters, which would need a
 * font.
 */
function drawing(side: number): Buffer {
  const bar = '<rect x="5" y="5" width="7" height="22" rx="3.5"/>';
  const arrow = '<path d="M26.2 6.6 17.4 16l8.8 9.4" stroke-linecap="round" stroke-linejoin="round"';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 32 32">` +
      `<g opacity="0.3" fill="#000" stroke="#000"><g stroke-width="2.4">${bar}</g>${arrow} fill="none" stroke-width="8.6"/></g>` +
      `<g opacity="0.82"><g fill="#fff">${bar}</g>${arrow} fill="none" stroke="#fff" stroke-width="6.2"/></g></svg>`,
  );
}

async function stampFor({ width, height }: Pick<Marked, 'width' | 'height'>): Promise<Stamp> {
  const short = Math.min(width, height);
  // Even, because video chroma is stored for two pixels at a time.
  const even = (length: number): number => 2 * Math.round(length / 2);
  const side = Math.min(short, Math.max(MIN_PIXELS, even(short * SIZE)));
  const margin = Math.min(short - side, even(short * MARGIN));
  const { data } = await sharp(drawing(side)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, side, left: width - side - margin, top: height - side - margin };
}

/** Adds the watermark to an image; all other pixels stay unchanged. @param png of `on`'s size */
async function onImage(png: Uint8Array, on: Pick<Marked, 'width' | 'height'>): Promise<Uint8Array> {
  const { pixels, side, left, top } = await stampFor(on);
  const { data, info } = await sharp(png, { failOn: 'warning', limitInputPixels: on.width * on.height })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const whole = { raw: { width, height, channels } };
  // Only the corner is composed: composing the whole of a transparent image would round all its pixels.
  const corner = await sharp(data, whole)
    .extract({ left, top, width: side, height: side })
    .composite([{ input: Buffer.from(pixels), raw: { width: side, height: side, channels: 4 } }])
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const from = (row * side + column) * corner.info.channels;
      corner.data.copy(data, ((top + row) * width + left + column) * channels, from, from + channels);
    }
  }
  return sharp(data, whole).png({ compressionLevel: 6 }).toBuffer();
}

/** Adds the watermark to every frame of a video; writes a new file in the same folder. */
async function onVideo(
  programs: Programs,
  { path, type }: Extract<Media, { readonly path: string }>,
  { width, height, dir, index }: Marked,
  fps: number,
  signal: AbortSignal,
): Promise<string> {
  const { pixels, side, left, top } = await stampFor({ width, height });
  const [stamp, marked] = [
    join(dir, `mark-${index}.rgba`),
    join(dir, `marked-${index}.${type === 'video/webm' ? 'webm' : 'mp4'}`),
  ];
  const isClear = type === 'video/webm';
  await writeFile(stamp, pixels);
  const args = [
    '-nostdin',
    '-hide_banner',
    '-v',
    'error',
    ...(isClear ? WITH_ALPHA : []),
    ...SAFE_INPUT,
    '-i',
    mediaFile(path),
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    '-s',
    `${side}x${side}`,
    '-i',
    mediaFile(stamp),
    '-filter_complex',
    `[0:v:0]format=${isClear ? 'yuva420p' : 'yuv420p'}[film];[film][1:v:0]overlay=${left}:${top}:eof_action=repeat:format=yuv420[marked]`,
    '-map',
    '[marked]',
    '-map',
    '0:a?',
    '-c:a',
    'copy',
    ...(isClear ? intoWebm(fps, marked) : intoMp4(fps, marked)),
  ];
  try {
    await runProgram(programs.ffmpeg, args, { timeoutMs: ENCODE_TIMEOUT_MS, stdoutLimit: 1_000_000, signal });
  } finally {
    await rm(stamp, { force: true });
  }
  return marked;
}

/**
 * The watermarking step. Deterministic for one version of the programs.
 * @param programs locates FFmpeg; called when a video is first marked
 * @param fps frames per second of videos
 */
export function createMark(programs: () => Promise<Programs>, fps: number): Mark {
  return async (media, on, signal) => {
    switch (media.type) {
      case 'image/png':
        return { ...media, bytes: await onImage(media.bytes, on) };
      case 'video/mp4':
      case 'video/webm':
        return {
          ...media,
          path: await onVideo(await programs(), media, on, fps, signal),
          poster: await onImage(media.poster, on),
        };
      default:
        return media satisfies never;
    }
  };
}
