import type { ModelView } from './model.shared.js';

/** Raised whenever a price below changes: a price shown from an older seed is compared with the new one. */
const PRICE_VERSION = 1;

const MEGAPIXEL = 1_024 * 1_024;

/** A free model that works here, with nothing else installed. */
function local(model: Pick<ModelView, 'id' | 'name' | 'procedures' | 'typicalMs' | 'cost' | 'longSide'> & { readonly relaxed?: boolean }): ModelView {
  return { relaxed: true, ...model, tier: 'free', engine: 'local', priceVersion: PRICE_VERSION };
}

/** A price for each picture, whatever its size up to `upToPixels`. */
const each = (perOutput: number, upToPixels: number): ModelView['cost'] => ({ base: 0, perOutput, perSecond: 0, resolution: [{ upToPixels, percent: 100 }] });

/** Credits a second: 0.6 at 480p, 0.8 at 720p, 1.6 at 1080p. */
const film: ModelView['cost'] = {
  base: 0, perOutput: 0, perSecond: 1, resolution: [{ upToPixels: 854 * 854, percent: 60 }, { upToPixels: 1_280 * 1_280, percent: 80 }, { upToPixels: 1_920 * 1_920, percent: 160 }],
};

/** Models that speak: offered where the machine can (adr/0042). */
export const NEEDS_SPEECH: ReadonlySet<string> = new Set(['narrator', 'lip-sync']);

/**
 * Every model the product offers, in the order in which the picker shows them; the operator's to change. Those that need
 * nothing else installed are named for what they are: a preview engine that draws scenes, a network that enlarges, tools
 * that work on pictures by classical means.
 */
export const SEED: readonly ModelView[] = [
  local({ id: 'preview', name: 'Preview engine', procedures: ['text2Image.create'], typicalMs: 2_500, cost: each(1, MEGAPIXEL), longSide: 1_024 }),
  local({ id: 'preview-fine', name: 'Preview engine Fine', procedures: ['text2Image.create'], typicalMs: 5_500, cost: each(3, 1_536 * 1_536), longSide: 1_536, relaxed: false }),
  local({ id: 'preview-restyle', name: 'Preview restyle', procedures: ['image2Image.create'], typicalMs: 6_000, cost: each(1, 2_048 * 2_048), longSide: 2_048 }),
  local({
    id: 'esrgan', name: 'ESRGAN', procedures: ['imageTools.upscale'], typicalMs: 15_000, longSide: 4_096, relaxed: false,
    cost: { base: 0, perOutput: 1, perSecond: 0, resolution: [{ upToPixels: 2_048 * 2_048, percent: 100 }, { upToPixels: 4_096 * 4_096, percent: 200 }] },
  }),
  local({ id: 'eraser', name: 'Eraser', procedures: ['imageTools.objectRemover'], typicalMs: 6_000, cost: each(1, 4_096 * 4_096), longSide: 4_096 }),
  local({ id: 'painter', name: 'Painter', procedures: ['imageTools.painting'], typicalMs: 8_000, cost: each(1, 4_096 * 4_096), longSide: 4_096 }),
  local({ id: 'cut-out', name: 'Cut-out', procedures: ['imageTools.backgroundRemover'], typicalMs: 6_000, cost: each(1, 4_096 * 4_096), longSide: 4_096 }),
  local({ id: 'backdrop', name: 'Backdrop', procedures: ['imageTools.backgroundChanger'], typicalMs: 10_000, cost: each(1, 4_096 * 4_096), longSide: 4_096 }),
  local({ id: 'wide-frame', name: 'Wide frame', procedures: ['imageTools.uncrop'], typicalMs: 9_000, cost: each(1, 4_096 * 4_096), longSide: 4_096 }),
  local({ id: 'typesetter', name: 'Typesetter', procedures: ['template2Image.create'], typicalMs: 4_000, cost: each(1, 2_048 * 2_048), longSide: 2_048 }),
  local({ id: 'fitting', name: 'Fitting', procedures: ['template2Image.modelFitting'], typicalMs: 12_000, cost: each(1, 4_096 * 4_096), longSide: 4_096 }),
  local({ id: 'product-stage', name: 'Product stage', procedures: ['template2Image.productPromotionalImage'], typicalMs: 9_000, cost: each(1, 1_536 * 1_536), longSide: 1_536 }),
  local({ id: 'face-swap', name: 'Face swap', procedures: ['imageTools.faceSwap'], typicalMs: 7_000, cost: each(1, 4_096 * 4_096), longSide: 4_096 }),
  local({
    id: 'face-tracks', name: 'Face tracks', procedures: ['task.createFaceSwapTask'], typicalMs: 60_000, longSide: 1_280,
    cost: { base: 0, perOutput: 1, perSecond: 1, resolution: [{ upToPixels: 4_096 * 4_096, percent: 100 }] },
  }),
  local({
    id: 'subtitle-eraser', name: 'Subtitle eraser', procedures: ['videoTools.videoSubtitlesRemove'], typicalMs: 60_000, longSide: 1_280,
    cost: { base: 0, perOutput: 0, perSecond: 1, resolution: [{ upToPixels: 1_280 * 1_280, percent: 60 }] },
  }),
  local({
    id: 'film-eraser', name: 'Film eraser', procedures: ['video.videoObjectRemover'], typicalMs: 70_000, longSide: 1_280,
    cost: { base: 0, perOutput: 0, perSecond: 1, resolution: [{ upToPixels: 1_280 * 1_280, percent: 80 }] },
  }),
  local({
    id: 'film-cut-out', name: 'Film cut-out', procedures: ['videoTools.videoBackgroundRemover'], typicalMs: 60_000, longSide: 1_280,
    cost: { base: 0, perOutput: 0, perSecond: 1, resolution: [{ upToPixels: 1_280 * 1_280, percent: 80 }] },
  }),
  local({ id: 'preview-motion', name: 'Preview motion', procedures: ['video.createVideoByText'], typicalMs: 25_000, cost: film, longSide: 1_280 }),
  local({ id: 'preview-shots', name: 'Preview shots', procedures: ['video.createVideoByTextV2'], typicalMs: 35_000, cost: film, longSide: 1_280 }),
  local({ id: 'parallax', name: 'Parallax', procedures: ['video.createVideoByImage'], typicalMs: 9_000, cost: film, longSide: 1_280 }),
  local({ id: 'layers', name: 'Layers', procedures: ['video.createVideoByImageV2'], typicalMs: 16_000, cost: film, longSide: 1_280 }),
  local({
    id: 'narrator', name: 'Narrator', procedures: ['aiShorts.create'], typicalMs: 45_000, longSide: 1_280,
    cost: { base: 0, perOutput: 2, perSecond: 1, resolution: [{ upToPixels: 1_280 * 1_280, percent: 40 }] },
  }),
  local({
    id: 'lip-sync', name: 'Lip sync', procedures: ['lipSync.createLipSyncTask'], typicalMs: 30_000, longSide: 1_920,
    cost: { base: 0, perOutput: 1, perSecond: 1, resolution: [{ upToPixels: 1_280 * 1_280, percent: 60 }, { upToPixels: 1_920 * 1_920, percent: 120 }] },
  }),
  local({
    id: 'foley', name: 'Foley', procedures: ['audioVideo.createAudioVideo'], typicalMs: 20_000, longSide: 1_920,
    cost: { base: 0, perOutput: 1, perSecond: 1, resolution: [{ upToPixels: 1_920 * 1_920, percent: 50 }] },
  }),
  local({
    id: 'film-restyle', name: 'Film restyle', procedures: ['video.createVideoByVideo'], typicalMs: 60_000, longSide: 848,
    cost: { base: 0, perOutput: 0, perSecond: 1, resolution: [{ upToPixels: 854 * 854, percent: 60 }] },
  }),
  local({
    id: 'cutting-room', name: 'Cutting room', procedures: ['videoEdit.createVideoEdit'], typicalMs: 30_000, longSide: 1_920,
    cost: { base: 0, perOutput: 1, perSecond: 1, resolution: [{ upToPixels: 854 * 854, percent: 15 }, { upToPixels: 1_280 * 1_280, percent: 20 }, { upToPixels: 1_920 * 1_920, percent: 40 }] },
  }),
  local({
    id: 'puppeteer', name: 'Puppeteer', procedures: ['video.createActionImitation'], typicalMs: 40_000, longSide: 720,
    cost: { base: 0, perOutput: 0, perSecond: 1, resolution: [{ upToPixels: 720 * 720, percent: 60 }] },
  }),
  local({ id: 'continuation', name: 'Continuation', procedures: ['video.videoExtender'], typicalMs: 40_000, cost: each(4, 1_280 * 1_280), longSide: 1_280 }),
  local({
    id: 'film-upscaler', name: 'Film upscaler', procedures: ['video.upscaleVideo'], typicalMs: 60_000, longSide: 4_096,
    cost: { base: 0, perOutput: 0, perSecond: 1, resolution: [{ upToPixels: 1_920 * 1_920, percent: 60 }, { upToPixels: 4_096 * 4_096, percent: 160 }] },
  }),
  local({ id: 'effect-timelines', name: 'Effect timelines', procedures: ['video.createVideoByTemplate'], typicalMs: 12_000, cost: film, longSide: 1_280 }),
  local({ id: 'cel-animation', name: 'Cel animation', procedures: ['anime.createAnimatedVideo'], typicalMs: 30_000, cost: film, longSide: 1_280 }),
  local({ id: 'puppet-stage', name: 'Puppet stage', procedures: ['video.createVideoBySubjects'], typicalMs: 30_000, cost: film, longSide: 1_280 }),
];
