import { createCanvas } from '@napi-rs/canvas';
import { constants, getPriority, setPriority } from 'node:os';
import sharp from 'sharp';
import { serveHost } from '../../platform/concurrency/child-program.js';
import { toChild, type FromChild, type Job, type JobResult, type JobStage } from './job.js';
import type { Report } from './job-context.js';
import type { Raster } from './scene/scene.js';
import { ToolRefusal } from './refusal.js';

const PREVIEW_SIDE = 384;
const PREVIEW_BYTES = 40_000;
const PREVIEW_EVERY_MILLISECONDS = 250;

/** Send errors are ignored: when the pool has gone, the closed channel ends this process. */
const send = (message: FromChild): void => {
  process.send?.(message, undefined, undefined, () => undefined);
};

/** A small preview. Made synchronously, because a renderer may block the thread until it is done. */
function preview({ data, width, height }: Raster): Uint8Array | undefined {
  const scale = Math.min(1, PREVIEW_SIDE / Math.max(width, height));
  const whole = createCanvas(width, height);
  const pixels = whole.getContext('2d').createImageData(width, height);
  pixels.data.set(data);
  whole.getContext('2d').putImageData(pixels, 0, 0);
  const small = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  small.getContext('2d').drawImage(whole, 0, 0, small.width, small.height);
  for (const quality of [64, 36]) {
    const bytes = small.encodeSync('webp', quality);
    if (bytes.byteLength <= PREVIEW_BYTES) return bytes;
  }
  return undefined;
}

/** Sends progress, with at most four previews per second. */
function reporter(id: string): (stage: JobStage, fraction: number, partial?: Raster) => void {
  let last = 0;
  return (stage, fraction, partial) => {
    const now = performance.now();
    const bytes = partial !== undefined && now - last >= PREVIEW_EVERY_MILLISECONDS ? preview(partial) : undefined;
    if (bytes !== undefined) last = now;
    send({
      kind: 'progress',
      id,
      stage,
      fraction: Math.min(Math.max(fraction, 0), 1),
      ...(bytes === undefined ? {} : { preview: { bytes, type: 'image/webp' } }),
    });
  };
}

/** Makes one output. */
export type RunJob = (job: Job, report: Report) => Promise<JobResult | undefined>;

async function run(runJob: RunJob, job: Job): Promise<void> {
  const made = await runJob(job, reporter(job.id));
  if (made === undefined)
    send({ kind: 'failed', id: job.id, reason: 'output', message: 'the result does not open at the size asked for' });
  else send({ kind: 'done', id: job.id, ...made });
}

/**
 * Serves the pool's jobs in this child process, one at a time, with progress. The process ends when its parent ends
 * (the channel closes), for whatever reason.
 */
export function serveJobs(runJob: RunJob): void {
  sharp.concurrency(1);
  sharp.cache(false);
  // Rendering uses all cores; requests to the server must not wait for it.
  // Lower priority than the parent process, whatever the parent's priority is.
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL));
  serveHost((raw) => {
    const { job } = toChild.parse(raw);
    run(runJob, job).catch((error: unknown) => {
      if (error instanceof ToolRefusal)
        send({ kind: 'refused', id: job.id, identifier: error.identifier, params: { ...error.params } });
      else
        send({
          kind: 'failed',
          id: job.id,
          reason: 'failed',
          message: error instanceof Error ? error.message : 'unknown',
        });
    });
  });
}
