import type { Style } from '../../creation/procedures/params.shared.js';
import { drawPicture } from './render/draw.js';
import type { Job, JobResult } from './job.js';
import { faceSwapped, facesSwapped, fitted } from './makers/faces.js';
import { laidOut, promoted } from './makers/templates.js';
import { animatedByHand, enlivened, inShots, templated, withSubjects } from './makers/films.js';
import { enlargedFilm, extendedFilm, restyledFilm } from './makers/videos.js';
import { withoutGround, withoutThing, wordless } from './makers/repairs.js';
import { clamp, drawable, film, filmOptions, filmPlace, given, picture, rgbOf, styleOption, words, working, type Of, type Report } from './making.js';
import type { Raster } from './scene/scene.js';

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
    case 'imageTools.painting':
      return paintedIn(job, params, report);
    case 'video.createVideoByText':
      return filmed(job, params.style, report);
    case 'imageTools.backgroundRemover':
      return cutOut(job, report);
    case 'imageTools.backgroundChanger':
      return withBackground(job, params, report);
    case 'imageTools.uncrop':
      return widened(job, params, report);
    case 'aiShorts.create':
      return (await import('./makers/shorts.js')).short(job, params, report);
    case 'audioVideo.createAudioVideo':
      return (await import('./makers/sound.js')).sounded(job, params, report);
    case 'imageTools.faceSwap':
      return faceSwapped(job, params, report);
    case 'lipSync.createLipSyncTask':
      return (await import('./makers/lip-sync.js')).lipSynced(job, params, report);
    case 'task.createFaceSwapTask':
      return facesSwapped(job, params, report);
    case 'template2Image.create':
      return laidOut(job, params, report);
    case 'template2Image.modelFitting':
      return fitted(job, params, report);
    case 'template2Image.productPromotionalImage':
      return promoted(job, params, report);
    case 'video.createActionImitation':
      return (await import('./makers/mimics.js')).imitated(job, params, report);
    case 'video.createVideoByVideo':
      return restyledFilm(job, params, report);
    case 'video.createVideoByTextV2':
      return inShots(job, params, report);
    case 'video.createVideoByImageV2':
      return enlivened(job, params, report);
    case 'video.videoExtender':
      return extendedFilm(job, params, report);
    case 'video.upscaleVideo':
      return enlargedFilm(job, report);
    case 'video.videoObjectRemover':
      return withoutThing(job, report);
    case 'videoTools.videoBackgroundRemover':
      return withoutGround(job, params, report);
    case 'videoTools.videoSubtitlesRemove':
      return wordless(job, params, report);
    case 'video.createVideoByTemplate':
      return templated(job, params, report);
    case 'anime.createAnimatedVideo':
      return animatedByHand(job, params, report);
    case 'video.createVideoBySubjects':
      return withSubjects(job, report);
    case 'videoEdit.createVideoEdit':
      return (await import('./makers/edits.js')).cutTogether(job, params, report);
    case 'video.createVideoByImage':
      return animated(job, params, report);
    default:
      return params satisfies never;
  }
}

async function drawn(job: Job, style: Style, report: Report): Promise<JobResult | undefined> {
  report('understanding', 0);
  const span = DRAWING.styling - DRAWING.from;
  const { raster } = await drawPicture({
    ...words(job), ...styleOption(style), width: job.width, height: job.height,
    onGrow: ({ fraction, partial }) => { report('drawing', DRAWING.from + span * clamp(fraction), partial); },
    onStyle: () => { report('styling', DRAWING.styling); },
  });
  return picture(job, raster, report);
}

async function restyled(job: Job, { style, strength }: Of<'image2Image.create'>, report: Report): Promise<JobResult | undefined> {
  const { restyle } = await import('./photo/restyle/restyle.js');
  const { raster } = await restyle(await given(job, 'image', report, job), { ...words(job), ...styleOption(style), strength }, working(report));
  return picture(job, raster, report, { alpha: true });
}

async function enlarged(job: Job, report: Report): Promise<JobResult | undefined> {
  const { upscale } = await import('./photo/upscale/upscale.js');
  const raster = await upscale(await given(job, 'image', report), { width: job.width, height: job.height }, working(report));
  return picture(job, raster, report, { alpha: true });
}

async function erased(job: Job, report: Report): Promise<JobResult | undefined> {
  const { removeObject } = await import('./photo/fill/remove-object.js');
  const [whole, mask] = [await given(job, 'image', report), await given(job, 'mask', report)];
  return picture(job, await removeObject(whole, mask, working(report)), report, { alpha: true });
}

async function paintedIn(job: Job, { style }: Of<'imageTools.painting'>, report: Report): Promise<JobResult | undefined> {
  const { paintIn } = await import('./photo/restyle/paint-in.js');
  const [whole, mask] = [await given(job, 'image', report), await given(job, 'mask', report)];
  const { raster } = await paintIn(whole, mask, { ...words(job), ...styleOption(style) }, working(report));
  return picture(job, raster, report, { alpha: true });
}

async function cutOut(job: Job, report: Report): Promise<JobResult | undefined> {
  const { matte } = await import('./photo/cut-out/matte.js');
  return picture(job, await matte(await given(job, 'image', report), working(report)), report, { alpha: true });
}

async function withBackground(job: Job, { background }: Of<'imageTools.backgroundChanger'>, report: Report): Promise<JobResult | undefined> {
  const [{ matte }, { changeBackground, studio }] = await Promise.all([import('./photo/cut-out/matte.js'), import('./photo/cut-out/change-background.js')]);
  const step = working(report);
  const subject = await matte(await given(job, 'image', report), ({ fraction, partial }) => { step({ fraction: fraction / 2, ...(partial ? { partial } : {}) }); });
  const { width, height } = job;
  let behind: Raster;
  switch (background.kind) {
    case 'prompt':
      ({ raster: behind } = await drawPicture({ ...words(job), ...styleOption(background.style), ...drawable(job) }));
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
  return picture(job, raster, report);
}

async function widened(job: Job, { left, top, right, bottom }: Of<'imageTools.uncrop'>, report: Report): Promise<JobResult | undefined> {
  const { uncrop } = await import('./photo/fill/uncrop.js');
  return picture(job, await uncrop(await given(job, 'image', report), { left, top, right, bottom }, working(report)), report, { alpha: true });
}

async function animated(job: Job, { motion }: Of<'video.createVideoByImage'>, report: Report): Promise<JobResult> {
  const { videoFromImage } = await import('./video/generate/from-image.js');
  return film(job, videoFromImage(await given(job, 'image', report), { motion, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}

async function filmed(job: Job, style: Style, report: Report): Promise<JobResult> {
  const { videoFromText } = await import('./video/generate/from-text.js');
  report('understanding', 0);
  return film(job, videoFromText({ ...words(job), ...styleOption(style), ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}
