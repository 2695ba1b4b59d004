import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import type { Media } from '../../../engine/port.js';
import type { Processing } from '../task.state.js';

/** Validates a video file; implemented by the video part of the engine. */
export type CheckVideo = (
  path: string,
  expected: { readonly width: number; readonly height: number; readonly seconds: number },
  type: 'video/mp4' | 'video/webm',
) => Promise<boolean>;

/**
 * Fully decodes an engine's output.
 * @returns whether it has the requested type, size in pixels and, for videos, duration
 */
export async function isSound(media: Media, task: Processing, checkVideo: CheckVideo): Promise<boolean> {
  switch (media.type) {
    case 'image/png':
      return task.media === 'image' && isDecodable(media.bytes, task.width, task.height);
    case 'video/mp4':
    case 'video/webm':
      return (
        task.media === 'video' &&
        (await stat(media.path)).size > 0 &&
        (await isDecodable(media.poster, task.width, task.height)) &&
        checkVideo(media.path, task, media.type)
      );
    default:
      return media satisfies never;
  }
}

/** Whether a PNG decodes completely and has this size, in pixels. */
async function isDecodable(png: Uint8Array, width: number, height: number): Promise<boolean> {
  try {
    const image = sharp(png, { failOn: 'warning', limitInputPixels: width * height });
    const { format } = await image.metadata();
    const { info } = await image.raw().toBuffer({ resolveWithObject: true });
    return format === 'png' && info.width === width && info.height === height;
  } catch {
    return false;
  }
}
