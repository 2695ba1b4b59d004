import { z } from 'zod';
import type { RecipeV1 } from '../provenance/recipe.shared.js';

const MEBIBYTE = 1_048_576;

/** Upload limits. Bytes, pixels, seconds, milliseconds. */
export const UPLOAD_LIMITS = {
  /** Maximum bytes of one file. */
  bytes: 100 * MEBIBYTE,
  /** Maximum bytes of a file sent in one request, as form data. */
  formBytes: 20 * MEBIBYTE,
  /** Maximum pixels of an image before it is scaled down, and its maximum longer side. */
  pixels: 64_000_000,
  side: 16_000,
  /** Longer side of an image as stored. */
  keptSide: 4_096,
  /** Maximum frames of an animation; the first is kept. */
  frames: 1_000,
  /** Maximum duration of a video or a recording, and maximum pixels of a video frame. */
  seconds: 600,
  videoPixels: 9_000_000,
  videoSide: 4_096,
  /** Maximum uploads of one user at once, and their total bytes. */
  live: 200,
  liveBytes: 1_024 * MEBIBYTE,
  /** Maximum uploads that one user begins in ten minutes. */
  rate: { limit: 120, windowMs: 600_000 },
  /** Disk space that uploads always leave free, because the ledger is on the same disk. */
  freeBytes: 1_024 * MEBIBYTE,
  /** Life of an upload since its last use. */
  lifeMs: 86_400_000,
} as const;

/**
 * What an upload is for. A mask is stored losslessly. An `alpha-mask` becomes a mask that is white where the image is
 * transparent.
 */
export const UPLOAD_PURPOSES = ['image', 'mask', 'alpha-mask', 'video', 'audio'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** What inspection changed in a file; the page explains each. */
export const UPLOAD_NOTES = [
  'turned',
  'made-smaller',
  'first-frame',
  'colours-converted',
  'location-removed',
  'sound-removed',
] as const;
export type UploadNote = (typeof UPLOAD_NOTES)[number];

export type UploadType = 'image/png' | 'image/jpeg' | 'video/mp4' | 'video/webm' | 'audio/mp4';

/** Why a file was refused: `params.reason` of INPUT_INVALID_FOR_SERVICE. */
export const UPLOAD_REFUSALS = [
  'empty',
  'not-a-picture',
  'not-a-video',
  'svg',
  'heic',
  'damaged',
  'too-many-frames',
  'too-long',
  'too-complex',
  'codec',
  'no-moving-picture',
  'not-a-recording',
  'no-recording',
  'incomplete',
  'too-many-uploads',
  'too-much-stored',
  'crop-outside',
  'crop-too-small',
  'trim-outside',
  'trim-too-short',
  'trim-too-long',
  'trim-too-large',
] as const;
export type UploadRefusal = (typeof UPLOAD_REFUSALS)[number];

/** An upload as its owner sees it. Times in milliseconds since the epoch. */
export interface UploadView {
  readonly id: string;
  readonly kind: 'image' | 'video' | 'audio';
  readonly purpose: UploadPurpose;
  /** Pixels as displayed, after the camera's rotation. Of a recording: those of its waveform image. */
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  readonly bytes: number;
  readonly type: UploadType;
  /**
   * Accessible to its owner only; `?w=320|640|1024` gives a smaller image (of a video: its first frame; of a recording:
   * its waveform).
   */
  readonly url: string;
  readonly thumbUrl: string;
  readonly animated?: true;
  readonly notes: readonly UploadNote[];
  /** Its recipe, if it is one of our own results. */
  readonly recipe?: RecipeV1;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * `upload.create` takes form data: `file`, `purpose` (default: an image), and a `requestId`, with which a repeated call
 * answers with the same upload.
 */
export const uploadForm = z.instanceof(FormData).transform((form, context) => {
  const file = form.get('file');
  const purpose = z
    .enum(UPLOAD_PURPOSES)
    .default('image')
    .safeParse(form.get('purpose') ?? undefined);
  const requestId = z
    .uuid()
    .optional()
    .safeParse(form.get('requestId') ?? undefined);
  if (!(file instanceof Blob)) context.addIssue({ code: 'custom', path: ['file'], message: 'a file is expected' });
  if (!purpose.success) context.addIssue({ code: 'custom', path: ['purpose'], message: 'an unknown purpose' });
  if (!requestId.success) context.addIssue({ code: 'custom', path: ['requestId'], message: 'not a UUID' });
  return file instanceof Blob && purpose.success && requestId.success
    ? { file, purpose: purpose.data, requestId: requestId.data }
    : z.NEVER;
});

/** `upload.get`, `upload.delete`, `upload.recipe`. */
export const uploadById = z.object({ id: z.uuid() });
/** `upload.finish`: the last path segment of the resumable upload's address. */
export const uploadFinish = z.object({ tusId: z.uuid() });
