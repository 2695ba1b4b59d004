/**
 * The child process of the engine pool: draws one picture at a time, tells how far it is, and ends when the process that
 * forked it goes away (its channel closes), however that process ended.
 */
import { createCanvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { toChild, type DrawJob, type DrawStage, type FromChild } from './draw-job.js';
import { drawPicture } from './draw.js';
import type { Raster } from './scene/scene.js';

const PREVIEW_SIDE = 384;
const PREVIEW_BYTES = 40_000;
const PREVIEW_EVERY_MILLISECONDS = 250;
/** Where each stage begins, 0..1 of the whole. */
const BEGINS: Readonly<Record<DrawStage, number>> = { understanding: 0, drawing: 0.02, styling: 0.84, encoding: 0.92 };

const tell = (message: FromChild): void => { process.send?.(message); };

const image = ({ data, width, height }: Raster): Sharp =>
  sharp(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } });

/** A small picture of how far the drawing is. Made at once, not when there is time: a painter may hold the thread until it is done. */
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

/** Decodes what was just encoded: nothing is delivered that does not open again at the size asked for. */
async function checked(png: Uint8Array, job: DrawJob): Promise<boolean> {
  const { info } = await sharp(png, { limitInputPixels: job.width * job.height }).raw().toBuffer({ resolveWithObject: true });
  return info.width === job.width && info.height === job.height;
}

/** Sends progress, and previews no more often than four times a second. */
function reporter(id: string): (stage: DrawStage, fraction?: number, partial?: Raster) => void {
  let last = 0;
  return (stage, fraction = BEGINS[stage], partial) => {
    const now = performance.now();
    const bytes = partial !== undefined && now - last >= PREVIEW_EVERY_MILLISECONDS ? preview(partial) : undefined;
    if (bytes !== undefined) last = now;
    tell({ kind: 'progress', id, stage, fraction, ...(bytes === undefined ? {} : { preview: { bytes, type: 'image/webp' } }) });
  };
}

async function draw(job: DrawJob): Promise<void> {
  const report = reporter(job.id);
  report('understanding');
  const span = BEGINS.styling - BEGINS.drawing;
  const { raster, understanding } = await drawPicture({
    prompt: job.prompt, seed: job.seed, width: job.width, height: job.height,
    ...(job.negativePrompt !== undefined && { negativePrompt: job.negativePrompt }),
    ...(job.style !== undefined && { style: job.style }),
    onGrow: ({ fraction, partial }) => { report('drawing', BEGINS.drawing + span * Math.min(Math.max(fraction, 0), 1), partial); },
    onStyle: () => { report('styling'); },
  });
  report('encoding');
  const png = await image(raster).removeAlpha().png({ compressionLevel: 6 }).toBuffer();
  const sound = await checked(png, job);
  if (sound) tell({ kind: 'done', id: job.id, png, width: job.width, height: job.height, understanding });
  else tell({ kind: 'failed', id: job.id, reason: 'output', message: 'the picture does not open at the size asked for' });
}

process.on('message', (raw: unknown) => {
  const { job } = toChild.parse(raw);
  draw(job).catch((error: unknown) => {
    tell({ kind: 'failed', id: job.id, reason: 'failed', message: error instanceof Error ? error.message : 'unknown' });
  });
});
process.on('disconnect', () => { process.exit(0); });
// Ctrl+C in a terminal, and a supervisor that stops a service, reach the whole group: the pool decides when a child ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
sharp.concurrency(1);
sharp.cache(false);
tell({ kind: 'ready' });
