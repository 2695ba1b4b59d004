import { z } from 'zod';
import type { RecipeV1 } from '../provenance/recipe.shared.js';

const MEBIBYTE = 1_048_576;

/** What may be uploaded. Bytes, pixels, seconds, milliseconds. */
export const UPLOAD_LIMITS = {
  /** Bytes of one file. */
  bytes: 100 * MEBIBYTE,
  /** Bytes of a file sent whole, as form data. */
  formBytes: 20 * MEBIBYTE,
  /** Pixels of an image before it is made smaller, and its longer side. */
  pixels: 64_000_000,
  side: 16_000,
  /** Longer side of an image as it is kept. */
  keptSide: 4_096,
  /** Images of an animation; the first is kept. */
  frames: 1_000,
  /** Length of a video or a recording, and pixels of one of its frames. */
  seconds: 600,
  videoPixels: 9_000_000,
  videoSide: 4_096,
  /** Uploads that one user has at once, and their bytes in all. */
  live: 200,
  liveBytes: 1_024 * MEBIBYTE,
  /** Uploads that one user begins in ten minutes. */
  rate: { limit: 120, windowMs: 600_000 },
  /** What stays free of the disk whatever is sent: the ledger lies on it too. */
  freeBytes: 1_024 * MEBIBYTE,
  /** How long an upload lives that nothing has used since. */
  lifeMs: 86_400_000,
} as const;

/** What an upload is for. A mask is kept without loss. */
export const UPLOAD_PURPOSES = ['image', 'mask', 'video', 'audio'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** What was done to a file when it was taken in, for words beside it. */
export const UPLOAD_NOTES = ['turned', 'made-smaller', 'first-frame', 'colours-converted', 'location-removed', 'sound-removed'] as const;
export type UploadNote = (typeof UPLOAD_NOTES)[number];

export type UploadType = 'image/png' | 'image/jpeg' | 'video/mp4' | 'video/webm' | 'audio/mp4';

/** Why a file was refused: `params.reason` of INPUT_INVALID_FOR_SERVICE. */
export const UPLOAD_REFUSALS = [
  'empty', 'not-a-picture', 'not-a-video', 'svg', 'heic', 'damaged', 'too-many-frames', 'too-long', 'too-complex', 'codec', 'no-moving-picture', 'not-a-recording', 'no-recording', 'incomplete', 'too-many-uploads', 'too-much-stored',
  'crop-outside', 'crop-too-small', 'trim-outside', 'trim-too-short', 'trim-too-long', 'trim-too-large',
] as const;
export type UploadRefusal = (typeof UPLOAD_REFUSALS)[number];

/** An upload as its owner sees it. Times in milliseconds since the epoch. */
export interface UploadView {
  readonly id: string;
  readonly kind: 'image' | 'video' | 'audio';
  readonly purpose: UploadPurpose;
  /** Pixels as shown: turned as the camera said. Of a recording: of an image of its waves. */
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  readonly bytes: number;
  readonly type: UploadType;
  /** For its owner alone; `?w=320|640|1024` for a smaller image (of a video: its first; of a recording: its waves). */
  readonly url: string;
  readonly thumbUrl: string;
  readonly animated?: true;
  readonly notes: readonly UploadNote[];
  /** What made it, when it is one of our own results. */
  readonly recipe?: RecipeV1;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** `upload.create` takes form data: `file`, and `purpose` (an image when left out). */
export const uploadForm = z.instanceof(FormData).transform((form, context) => {
  const file = form.get('file');
  const purpose = z.enum(UPLOAD_PURPOSES).default('image').safeParse(form.get('purpose') ?? undefined);
  if (!(file instanceof Blob)) context.addIssue({ code: 'custom', path: ['file'], message: 'a file is expected' });
  if (!purpose.success) context.addIssue({ code: 'custom', path: ['purpose'], message: 'an unknown purpose' });
  return file instanceof Blob && purpose.success ? { file, purpose: purpose.data } : z.NEVER;
});

/** `upload.get`, `upload.delete`, `upload.recipe`. */
export const uploadById = z.object({ id: z.uuid() });
/** `upload.finish`: the last part of the address that the resumable upload was given. */
export const uploadFinish = z.object({ tusId: z.uuid() });
