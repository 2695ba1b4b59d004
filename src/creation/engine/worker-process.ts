/**
 * The child process of the engine pool: draws one picture at a time, tells how far it is, and ends when the process that
 * forked it goes away (its channel closes), however that process ended.
 */
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

async function preview(raster: Raster): Promise<Uint8Array | undefined> {
  for (const quality of [64, 36]) {
    const bytes = await image(raster).resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside', withoutEnlargement: true }).webp({ quality, effort: 1 }).toBuffer();
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
function reporter(id: string): { at(stage: DrawStage, fraction?: number, partial?: Raster): void; end(): void } {
  let last = 0;
  let busy = false;
  let open = true;
  const at = (stage: DrawStage, fraction = BEGINS[stage], partial?: Raster): void => {
    tell({ kind: 'progress', id, stage, fraction });
    const now = performance.now();
    if (!partial || busy || now - last < PREVIEW_EVERY_MILLISECONDS) return;
    [busy, last] = [true, now];
    preview(partial)
      .then((bytes) => { if (bytes && open) tell({ kind: 'progress', id, stage, fraction, preview: { bytes, type: 'image/webp' } }); })
      // A preview that cannot be made is only a preview less; the picture itself is checked at the end.
      .catch(() => undefined)
      .finally(() => { busy = false; });
  };
  return { at, end: () => { open = false; } };
}

async function draw(job: DrawJob): Promise<void> {
  const report = reporter(job.id);
  report.at('understanding');
  const span = BEGINS.styling - BEGINS.drawing;
  const { raster, understanding } = await drawPicture({
    prompt: job.prompt, seed: job.seed, width: job.width, height: job.height,
    ...(job.negativePrompt !== undefined && { negativePrompt: job.negativePrompt }),
    ...(job.style !== undefined && { style: job.style }),
    onGrow: ({ fraction, partial }) => { report.at('drawing', BEGINS.drawing + span * Math.min(Math.max(fraction, 0), 1), partial); },
    onStyle: () => { report.at('styling'); },
  });
  report.at('encoding');
  const png = await image(raster).removeAlpha().png({ compressionLevel: 6 }).toBuffer();
  const sound = await checked(png, job);
  report.end();
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
// Ctrl+C in a terminal reaches the whole group: the pool decides when a child ends, not the terminal.
process.on('SIGINT', () => undefined);
sharp.concurrency(1);
sharp.cache(false);
tell({ kind: 'ready' });
