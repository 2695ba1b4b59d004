import { z } from 'zod';
import type { ErrorIdentifier } from '../../kernel/errors.shared.js';
import type { Understanding } from '../progress.shared.js';
import type { JobParams } from '../job-params.js';
import { OPTIONAL_MODEL_IDS, type OptionalModelId } from '../models/catalogue.shared.js';
import { SOURCE_ROLES } from '../sources.shared.js';

/** Maximum long side of an image from the local engine, pixels. */
export const LONGEST_SIDE = 4096;

export const JOB_STAGES = ['understanding', 'reading', 'drawing', 'working', 'styling', 'encoding'] as const;
export type JobStage = (typeof JOB_STAGES)[number];

const side = z.int().min(1).max(LONGEST_SIDE);
const job = z.object({
  id: z.string(),
  // Already validated when it is read from the task's document.
  params: z.custom<JobParams>((value) => typeof value === 'object' && value !== null && 'procedure' in value),
  prompt: z.string(),
  negativePrompt: z.string(),
  seed: z.int().min(0).max(0xffff_ffff),
  width: side,
  height: side,
  seconds: z.number().min(0).max(600),
  sources: z.array(z.object({ role: z.enum(SOURCE_ROLES), path: z.string(), type: z.string().exactOptional() })),
  dir: z.string(),
  programs: z.object({ ffmpeg: z.string(), ffprobe: z.string() }).exactOptional(),
  optional: z.object({ id: z.enum(OPTIONAL_MODEL_IDS), folder: z.string() }).exactOptional(),
});

/**
 * One output to make: the request, its size in pixels and length in seconds (0 for images), the source files (with a
 * media type; an image when it is left out), and a folder for its own files. `programs` are present when the job makes
 * or reads a video, and `optional` when the chosen model needs an optional model: which, and its folder.
 */
export type Job = Readonly<z.infer<typeof job>>;

/** Folder of an optional model, if the job's model needs it. */
export const folderFor = ({ optional }: Pick<Job, 'optional'>, id: OptionalModelId): string | undefined =>
  optional?.id === id ? optional.folder : undefined;

/** Progress of an output: `fraction` 0..1 over all stages; occasionally with a small preview. */
export interface JobProgress {
  readonly stage: JobStage;
  readonly fraction: number;
  readonly preview?: { readonly bytes: Uint8Array; readonly type: 'image/webp' };
}

export interface JobResult {
  readonly media: Media;
  readonly width: number;
  readonly height: number;
  /** For procedures with a prompt. */
  readonly understanding?: Understanding;
}

/** The result: an image's bytes, or a video's file with a poster image (PNG). A WebM is a transparent video. */
export type Media =
  | { readonly type: 'image/png'; readonly bytes: Uint8Array }
  | { readonly type: 'video/mp4' | 'video/webm'; readonly path: string; readonly poster: Uint8Array };

/**
 * Why a job failed. `time`, `memory` and `pixels` are limits; `output` is a result that fails verification; `refused`
 * is an input that the user can correct, and carries its own identifier.
 */
export type EngineFaultReason = 'crashed' | 'failed' | 'time' | 'memory' | 'pixels' | 'output' | 'closed' | 'refused';

const IDENTIFIERS: Readonly<Record<EngineFaultReason, ErrorIdentifier>> = {
  crashed: 'ENGINE_FAILED',
  failed: 'ENGINE_FAILED',
  time: 'ENGINE_TIMEOUT',
  memory: 'ENGINE_FAILED',
  pixels: 'ENGINE_FAILED',
  output: 'ENGINE_FAILED',
  closed: 'ENGINE_UNAVAILABLE',
  refused: 'INPUT_INVALID_FOR_SERVICE',
};

/** The user-facing refusal of a job. */
export interface JobRefusal {
  readonly identifier: ErrorIdentifier;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A job that the engine could not do. */
export class EngineFault extends Error {
  readonly identifier: ErrorIdentifier;
  readonly params: JobRefusal['params'];
  /** Whether the fault is transient, so that another attempt may succeed. */
  readonly again: boolean;

  constructor(
    readonly reason: EngineFaultReason,
    detail: string,
    refusal?: JobRefusal,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'EngineFault';
    this.identifier = refusal?.identifier ?? IDENTIFIERS[reason];
    this.params = refusal?.params ?? {};
    this.again = reason === 'crashed' || reason === 'closed' || reason === 'time';
  }
}

/** A view may come from another realm, where `instanceof` fails. */
const bytes = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value), 'not bytes');
const media: z.ZodType<Media> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('image/png'), bytes }),
  z.object({ type: z.enum(['video/mp4', 'video/webm']), path: z.string(), poster: bytes }),
]);

/** Message from the pool to a child. */
export const toChild = z.object({ kind: z.literal('make'), job });
export type ToChild = z.infer<typeof toChild>;

/** Message from a child to the pool. The understanding is the engine's own data and is passed on unchanged. */
export const fromChild = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    id: z.string(),
    stage: z.enum(JOB_STAGES),
    fraction: z.number().min(0).max(1),
    preview: z.object({ bytes, type: z.literal('image/webp') }).optional(),
  }),
  z.object({
    kind: z.literal('done'),
    id: z.string(),
    media,
    width: z.number(),
    height: z.number(),
    understanding: z
      .custom<Understanding>((value) => typeof value === 'object' && value !== null && 'understood' in value)
      .exactOptional(),
  }),
  z.object({ kind: z.literal('failed'), id: z.string(), reason: z.enum(['failed', 'output']), message: z.string() }),
  z.object({
    kind: z.literal('refused'),
    id: z.string(),
    identifier: z.custom<ErrorIdentifier>((value) => typeof value === 'string'),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
]);
export type FromChild = z.infer<typeof fromChild>;
