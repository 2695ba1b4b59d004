import type { ProductError } from '../kernel/errors.shared.js';
import type { JobParams } from './job-params.js';
import type { Stage, Understanding } from './progress.shared.js';
import type { SourceRole } from './sources.shared.js';
import type { Media } from './local/job.js';

export type { JobParams, Media };

/** An image or video that the work is made from: a file of the attempt's own. */
export interface EngineSource {
  readonly role: SourceRole;
  readonly path: string;
  readonly type: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of a video. */
  readonly seconds?: number;
}

/** One attempt at a task: the outputs still to be made. */
export interface EngineRequest {
  /** `taskId_attempt`: names the work to the engine, for its own idempotency and its log. */
  readonly id: string;
  readonly model: string;
  readonly params: JobParams;
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Of each output: pixels, and seconds (0 for images). */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly sources: readonly EngineSource[];
  /** A folder for files that are made; it goes with the attempt. */
  readonly dir: string;
  readonly outputs: readonly { readonly index: number; readonly seed: number }[];
}

/** A partial image, small, of what is being made. */
export interface EnginePreview {
  readonly bytes: Uint8Array;
  readonly type: 'image/webp' | 'image/jpeg' | 'image/png';
}

export interface EngineProgress {
  readonly index: number;
  readonly stage: Stage;
  /** 0 to 1 of this output. */
  readonly fraction: number;
  readonly preview?: EnginePreview;
}

/** What became of one output. `again` is true for a passing fault: another attempt may well succeed. */
export type EngineOutcome =
  | { readonly index: number; readonly state: 'made'; readonly media: Media; readonly understanding?: Understanding }
  | { readonly index: number; readonly state: 'failed'; readonly error: ProductError; readonly again: boolean };

/**
 * The port of everything that makes outputs: the local engine, or one behind an address. An engine is told what to make
 * and is stopped by the signal; it knows nothing of credits, owners or the queue.
 */
export interface Engine {
  /**
   * @param on progress, as it comes; may be called as often as the engine likes
   * @param signal stops the work: the iteration then ends soon, with or without the outcomes that were in progress. Its reason
   *   is `drain` or `lost` when another attempt will request the same work
   * @returns an outcome for each output, in the order in which they are done. Never throws for what an engine can do
   *   wrong; that is an outcome.
   */
  generate(request: EngineRequest, on: (progress: EngineProgress) => void, signal: AbortSignal): AsyncIterable<EngineOutcome>;
}
