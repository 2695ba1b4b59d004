import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { VIDEO_FPS } from '../picture.shared.js';
import type { Params, ProcedureName, SourceRole, Style } from '../picture.shared.js';
import { drawPicture, SIDE } from './draw.js';
import type { Programs } from './ffmpeg.js';
import { LONGEST_SIDE, type Job, type JobResult, type JobStage } from './job.js';
import type { OnGrow, Raster, Understanding } from './scene/scene.js';

/** Told how far a job is: `fraction` 0..1 of the whole, and the picture as it stands when there is one. */
export type Report = (stage: JobStage, fraction: number, partial?: Raster) => void;

/** The parameters of one call. */
type Of<P extends ProcedureName> = Extract<Params, { readonly procedure: P }>;

/** Where the working part of a job begins and ends, 0..1 of the whole; encoding comes after. */
const WORK = { from: 0.04, to: 0.92 } as const;
/** The same for a picture that is drawn from words and then styled. */
const DRAWING = { from: 0.02, styling: 0.84, to: 0.92 } as const;

/**
 * Makes one output, whatever the call. Runs in a child of the engine pool; the parts that not every job needs are loaded
 * when first asked for and stay.
 * @returns what was made, or nothing when it does not open at the size asked for
 * @throws ToolRefusal for what the user can mend
 */
export async function make(job: Job, report: Report): Promise<JobResult | undefined> {
  const { params } = job;
  switch (params.procedure) {
    case 'text2Image.create':
      return drawn(job, params.style, report);
    case 'image2Image.create':
      return restyled(job, params, report);
    case 'imageTools.upscale':
      return enlarged(job, report);
    case 'imageTools.objectRemover':
      return erased(job, report);
    case 'video.createVideoByText':
      return filmed(job, params.style, report);
    case 'imageTools.backgroundRemover':
      return cutOut(job, report);
    case 'imageTools.backgroundChanger':
      return withBackground(job, params, report);
    case 'video.createVideoByImage':
      return animated(job, params, report);
    default:
      return params satisfies never;
  }
}

async function drawn(job: Job, style: Style, report: Report): Promise<JobResult | undefined> {
  report('understanding', 0);
  const span = DRAWING.styling - DRAWING.from;
  const { raster, understanding } = await drawPicture({
    ...words(job), ...styleOption(style), width: job.width, height: job.height,
    onGrow: ({ fraction, partial }) => { report('drawing', DRAWING.from + span * clamp(fraction), partial); },
    onStyle: () => { report('styling', DRAWING.styling); },
  });
  return picture(job, raster, report, { understanding });
}

async function restyled(job: Job, { style, strength }: Of<'image2Image.create'>, report: Report): Promise<JobResult | undefined> {
  const { restyle } = await import('./tools/restyle.js');
  const { raster, understanding } = await restyle(await given(job, 'image', report, job), { ...words(job), ...styleOption(style), strength }, working(report));
  return picture(job, raster, report, { ...(job.prompt === '' ? {} : { understanding }), alpha: true });
}

async function enlarged(job: Job, report: Report): Promise<JobResult | undefined> {
  const { upscale } = await import('./tools/upscale.js');
  const raster = await upscale(await given(job, 'image', report), { width: job.width, height: job.height }, working(report));
  return picture(job, raster, report, { alpha: true });
}

async function erased(job: Job, report: Report): Promise<JobResult | undefined> {
  const { removeObject } = await import('./tools/remove-object.js');
  const [whole, mask] = [await given(job, 'image', report), await given(job, 'mask', report)];
  return picture(job, await removeObject(whole, mask, working(report)), report, { alpha: true });
}

async function cutOut(job: Job, report: Report): Promise<JobResult | undefined> {
  const { matte } = await import('./tools/matte.js');
  return picture(job, await matte(await given(job, 'image', report), working(report)), report, { alpha: true });
}

async function withBackground(job: Job, { background }: Of<'imageTools.backgroundChanger'>, report: Report): Promise<JobResult | undefined> {
  const [{ matte }, { changeBackground, studio }] = await Promise.all([import('./tools/matte.js'), import('./tools/change-background.js')]);
  const step = working(report);
  const subject = await matte(await given(job, 'image', report), ({ fraction, partial }) => { step({ fraction: fraction / 2, ...(partial ? { partial } : {}) }); });
  const { width, height } = job;
  let behind: Raster;
  let understanding: Understanding | undefined;
  switch (background.kind) {
    case 'prompt':
      ({ raster: behind, understanding } = await drawPicture({ ...words(job), ...styleOption(background.style), ...drawable(job) }));
      break;
    case 'image':
      behind = await given(job, 'background', report);
      break;
    case 'colour':
      behind = studio(rgbOf(background.colour), width, height);
      break;
    default:
      return background satisfies never;
  }
  const raster = await changeBackground(subject, behind, ({ fraction, partial }) => { step({ fraction: 0.5 + fraction / 2, ...(partial ? { partial } : {}) }); });
  return picture(job, raster, report, understanding ? { understanding } : {});
}

/** The size at which a scene of the same shape can be drawn. */
function drawable({ width, height }: Job): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, SIDE.most / Math.max(width, height));
  const side = (length: number): number => Math.max(SIDE.least, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** `#rrggbb` as numbers from 0 to 255. */
function rgbOf(colour: string): readonly [number, number, number] {
  const at = (from: number): number => Number.parseInt(colour.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

async function animated(job: Job, { motion }: Of<'video.createVideoByImage'>, report: Report): Promise<JobResult> {
  const { videoFromImage } = await import('./video/from-image.js');
  return film(job, videoFromImage(await given(job, 'image', report), { motion, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}

async function filmed(job: Job, style: Style, report: Report): Promise<JobResult> {
  const { videoFromText } = await import('./video/from-text.js');
  report('understanding', 0);
  return film(job, videoFromText({ ...words(job), ...styleOption(style), ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}

/** A film in the making, with its poster as a picture. The signal is never raised: a job that is cancelled ends with its process. */
async function film(job: Job, making: Promise<{ readonly mp4: string; readonly poster: Raster; readonly understanding?: Understanding }>): Promise<JobResult> {
  const { mp4, poster, understanding } = await making;
  const bytes = await image(poster).removeAlpha().png({ compressionLevel: 6 }).toBuffer();
  return { media: { type: 'video/mp4', path: mp4, poster: bytes }, width: job.width, height: job.height, ...(understanding ? { understanding: told(understanding) } : {}) };
}

const filmOptions = ({ seconds, width, height, seed }: Job) => ({ seconds, width, height, seed, fps: VIDEO_FPS });

/** Where a film is written and with what. */
async function filmPlace({ id, dir, programs }: Job): Promise<{ readonly dir: string; readonly programs: Programs }> {
  if (programs === undefined) throw new Error('a film was asked for without FFmpeg');
  const own = join(dir, id);
  await mkdir(own, { recursive: true });
  return { dir: own, programs };
}

const words = ({ prompt, negativePrompt, seed }: Job) => ({ prompt, seed, ...(negativePrompt === '' ? {} : { negativePrompt }) });

/** `natural` is the form's word for no style of its own: a style named in the prompt then counts. */
const styleOption = (style: Style) => (style === 'natural' ? {} : { style });

const clamp = (fraction: number): number => Math.min(Math.max(fraction, 0), 1);

/** Progress of the working part. */
const working = (report: Report): OnGrow => ({ fraction, partial }) => { report('working', WORK.from + (WORK.to - WORK.from) * clamp(fraction), partial); };

/** A picture that was given, as pixels. @param size scaled to it when given */
async function given({ sources }: Job, role: SourceRole, report: Report, size?: { readonly width: number; readonly height: number }): Promise<Raster> {
  const source = sources.find((one) => one.role === role);
  if (source === undefined) throw new Error(`no picture for ${role}`);
  report('reading', 0);
  const whole = sharp(source.path, { limitInputPixels: LONGEST_SIDE * LONGEST_SIDE }).toColourspace('srgb');
  const { data, info } = await (size === undefined ? whole : whole.resize({ ...size, fit: 'fill', kernel: 'lanczos3' })).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) };
}

const image = ({ data, width, height }: Raster): Sharp =>
  sharp(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } });

/** Encodes and opens again: nothing is delivered that does not open at the size asked for. @param more.alpha kept where there is any */
async function picture(job: Job, raster: Raster, report: Report, more: { readonly understanding?: Understanding; readonly alpha?: true } = {}): Promise<JobResult | undefined> {
  report('encoding', WORK.to);
  const whole = image(raster);
  const bytes = await (more.alpha && isSeeThrough(raster) ? whole : whole.removeAlpha()).png({ compressionLevel: 6 }).toBuffer();
  const { info } = await sharp(bytes, { limitInputPixels: job.width * job.height }).raw().toBuffer({ resolveWithObject: true });
  if (info.width !== job.width || info.height !== job.height) return undefined;
  return { media: { type: 'image/png', bytes }, width: job.width, height: job.height, ...(more.understanding ? { understanding: told(more.understanding) } : {}) };
}

function isSeeThrough({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/** What the user is told of how a prompt was read. */
function told({ understood, ignored }: Understanding): NonNullable<JobResult['understanding']> {
  return { understood: understood.map(({ text, kind, means }) => ({ text, kind, means })), ignored };
}
