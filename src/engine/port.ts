import type { ProductError } from '../kernel/errors.shared.js';
import type { JobParams } from './job-params.js';
import type { Stage, Understanding } from './progress.shared.js';
import type { SourceRole } from './sources.shared.js';
import type { Media } from './local/job.js';

export type { JobParams, Media };

/** A source image or video: a file that belongs to this attempt. */
export interface EngineSource {
  readonly role: SourceRole;
  readonly path: string;
  readonly type: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** For videos only. */
  readonly seconds?: number;
}

/** One attempt at a task: the outputs that are still missing. */
export interface EngineRequest {
  /** `taskId_attempt`: the engine's key for idempotency and logs. */
  readonly id: string;
  readonly model: string;
  readonly params: JobParams;
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Size of each output: pixels, and seconds (0 for images). */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly sources: readonly EngineSource[];
  /** Folder for produced files; deleted with the attempt. */
  readonly dir: string;
  readonly outputs: readonly { readonly index: number; readonly seed: number }[];
  /** Settings of the model itself, by key, and the version of the model that they belong to. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  readonly settingsVersion?: number;
  /** LoRAs of the model's engine, by their ids. */
  readonly loras?: readonly { readonly id: string; readonly strength: number }[];
}

/** A small preview of the output so far. */
export interface EnginePreview {
  readonly bytes: Uint8Array;
  readonly type: 'image/webp' | 'image/jpeg' | 'image/png';
}

export interface EngineProgress {
  readonly index: number;
  readonly stage: Stage;
  /** Progress of this output, 0 to 1. */
  readonly fraction: number;
  readonly preview?: EnginePreview;
}

/**
 * Why a result of an engine is not what was asked for, although it opens: `short`, its last frame is held for more than
 * a tenth of the requested length; `opaque`, a cut-out without transparency.
 */
export type Shortfall = 'short' | 'opaque';

/** The result of one output. `again` marks a transient failure: another attempt may succeed. */
export type EngineOutcome =
  | {
      readonly index: number;
      readonly state: 'made';
      readonly media: Media;
      readonly understanding?: Understanding;
      /** Of a remote engine; see `UsedSeed`. */
      readonly seed?: number | null;
      /** Of a remote engine. */
      readonly shortfall?: Shortfall;
      /** Of a remote engine: it had another shape, and was cropped to the requested size. */
      readonly cropped?: true;
    }
  | { readonly index: number; readonly state: 'failed'; readonly error: ProductError; readonly again: boolean };

/**
 * The port of every engine, local or remote. An engine receives the work and an abort signal; it knows nothing of
 * credits, owners or the queue.
 */
export interface Engine {
  /**
   * @param on called with progress, at any rate
   * @param signal stops the work: the iteration then ends soon, with or without the pending outcomes. Its reason is
   *   `drain` or `lost` when another attempt will request the same work
   * @returns an outcome for each output, in the order in which they finish. Engine failures are outcomes, never
   *   exceptions
   */
  generate(
    request: EngineRequest,
    on: (progress: EngineProgress) => void,
    signal: AbortSignal,
  ): AsyncIterable<EngineOutcome>;
}
