import type { Job, JobResult } from '../../engine/local/job.js';
import type { Report } from '../../engine/local/job-context.js';
import { promptClaims } from '../../engine/local/words-claimed.js';
import { readingOf } from './reading.shared.js';
import type { LocalProcedureName, Params, ProcedureName } from './registry.shared.js';
import type { Technique } from './technique.js';

/** Techniques are loaded on first use, so that a child process starts fast and stays small. */
export const TECHNIQUES: { readonly [P in LocalProcedureName]: () => Promise<{ readonly technique: Technique<P> }> } = {
  'text2Image.create': () => import('./text-to-image/technique.js'),
  'video.createVideoByText': () => import('./text-to-video/technique.js'),
  'imageTools.upscale': () => import('./upscale/technique.js'),
  'imageTools.restore': () => import('./restore-photo/technique.js'),
  'imageTools.objectRemover': () => import('./remove-object/technique.js'),
  'imageTools.painting': () => import('./inpaint/technique.js'),
  'imageTools.backgroundRemover': () => import('./remove-background/technique.js'),
  'imageTools.backgroundChanger': () => import('./change-background/technique.js'),
  'imageTools.uncrop': () => import('./expand/technique.js'),
  'template2Image.create': () => import('./design-templates/technique.js'),
  'template2Image.modelFitting': () => import('./virtual-try-on/technique.js'),
  'template2Image.productPromotionalImage': () => import('./product-photo/technique.js'),
  'imageTools.faceSwap': () => import('./face-swap/technique.js'),
  'lipSync.createLipSyncTask': () => import('./lip-sync/technique.js'),
  'image2Image.create': () => import('./restyle/technique.js'),
  'video.createVideoByImage': () => import('./image-to-video/technique.js'),
  'video.createVideoByImageV2': () => import('./morph/technique.js'),
  'aiShorts.create': () => import('./shorts/technique.js'),
  'audioVideo.createAudioVideo': () => import('./sound-effects/technique.js'),
  'videoEdit.createVideoEdit': () => import('./edit-video/technique.js'),
  'video.createActionImitation': () => import('./mimic-motion/technique.js'),
  'video.createVideoByVideo': () => import('./restyle-video/technique.js'),
  'video.videoExtender': () => import('./extend-video/technique.js'),
  'video.upscaleVideo': () => import('./upscale-video/technique.js'),
  'task.createFaceSwapTask': () => import('./video-face-swap/technique.js'),
  'video.videoObjectRemover': () => import('./remove-video-object/technique.js'),
  'videoTools.videoBackgroundRemover': () => import('./remove-video-background/technique.js'),
  'videoTools.videoSubtitlesRemove': () => import('./remove-subtitles/technique.js'),
  'video.createVideoByTemplate': () => import('./video-effects/technique.js'),
  'anime.createAnimatedVideo': () => import('./animation/technique.js'),
  'video.createVideoBySubjects': () => import('./subjects-to-video/technique.js'),
  'video.createVideoByTextV2': () => import('./text-to-shots/technique.js'),
};

const isLocal = (procedure: ProcedureName): procedure is LocalProcedureName => Object.hasOwn(TECHNIQUES, procedure);

/**
 * Makes one output of any procedure that the local engine serves. Runs in a child process of the engine's pool.
 * @returns the output, or undefined if it cannot be decoded at the requested size
 * @throws ToolRefusal for what the user can fix
 */
export async function runProcedure(job: Job, report: Report): Promise<JobResult | undefined> {
  // Read from the task's document, which was validated.
  const params = job.params as Params;
  if (!isLocal(params.procedure)) throw new RangeError(`${params.procedure} has no technique`);
  const { technique } = await TECHNIQUES[params.procedure]();
  // Techniques are keyed by procedure, so the parameters match.
  const made = await (technique as Technique<ProcedureName>)(job, params, report);
  const understanding = promptClaims({
    ...readingOf(params),
    prompt: job.prompt,
    negativePrompt: job.negativePrompt,
    seed: job.seed,
    roles: job.sources.map(({ role }) => role),
  });
  return made === undefined || understanding === undefined
    ? made
    : { ...made, understanding: { understood: understanding.understood, ignored: understanding.ignored } };
}
