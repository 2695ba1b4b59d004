/**
 * A video of one to four images by a template. The template's data define how the images follow one another and which
 * effects are applied.
 */
import { createCanvas } from '@napi-rs/canvas';
import type { Programs } from '../../../ffmpeg.js';
import { createRandom } from '../../scene/random.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { opaque } from '../../photo/opaque.js';
import { encodeMp4, videoPath } from '../io/encode.js';
import { frameCountOf, type RenderedVideo } from '../io/rendered-video.js';
import { TEMPLATES } from './templates/catalogue.js';
import type { Moment, Ready, Setting } from './templates/effect.js';
import { flying } from './templates/flying.js';
import type { VideoTemplate } from '../../../options.shared.js';
import { burst, leak, mirrors } from './templates/overlays.js';
import { glitch, night, projector, soak } from './templates/pixels.js';
import { fitImage, stageOf, turnAt } from './templates/stage.js';
import type { Effect, Template } from './templates/timeline.js';

export interface VideoFromTemplateOptions {
  /** The name of a built-in template, or a custom one. */
  readonly template: VideoTemplate | Template;
  /** Length in seconds. Multiplied by `fps` it must give a whole number of frames. */
  readonly seconds: number;
  readonly fps: number;
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  /** Controls random details, such as where flakes and hearts fly and which rows are torn. */
  readonly seed: number;
}

function readied(effect: Effect, setting: Setting): Ready {
  switch (effect.kind) {
    case 'flying':
      return flying(effect, setting);
    case 'projector':
      return projector(effect, setting);
    case 'glitch':
      return glitch(effect, setting);
    case 'burst':
      return burst(effect, setting);
    case 'soak':
      return soak(effect, setting);
    case 'night':
      return night(effect, setting);
    case 'leak':
      return leak(effect, setting);
    case 'mirrors':
      return mirrors(effect, setting);
    default:
      return effect satisfies never;
  }
}

/** Number of previews sent while the video is made. */
const SHOWN = 14;
/** Moment of the video used for the poster. By then every template shows its main effect. */
const POSTER = 0.68;

/**
 * Makes a video of images by a template. Deterministic.
 * @param images one to four, of any size
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with frames as they are made
 * @throws ProgramFault when FFmpeg fails; the signal's reason; RangeError for no image or more than four
 */
export async function videoFromTemplate(
  images: readonly Raster[],
  options: VideoFromTemplateOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const frames = frameCountOf(options);
  if (images.length < 1 || images.length > 4) throw new RangeError(`${images.length} images; a video has one to four`);
  const { template, width, height, fps, seed } = options;
  signal.throwIfAborted();
  const sheet = { width, height, unit: Math.min(width, height) };
  const whole: Raster[] = [];
  for (const image of images) whole.push(await fitImage(opaque(image), sheet));
  on({ fraction: 0.04, ...(whole[0] ? { partial: whole[0] } : {}) });
  const setting: Setting = { ...sheet, images: whole, random: (label) => createRandom(seed, label) };
  const plan = typeof template === 'string' ? TEMPLATES[template] : template;
  let poster: Raster | undefined;
  const onFrame = (raster: Raster, index: number): void => {
    if (index === Math.floor(frames * POSTER)) poster = raster;
    if (index % Math.ceil(frames / SHOWN) === 0) on({ fraction: 0.05 + (0.93 * index) / frames, partial: raster });
  };
  const mp4 = videoPath(out);
  await encodeMp4(out.programs, {
    width,
    height,
    fps,
    frames: shown(plan, setting, frames, fps, onFrame),
    path: mp4,
    signal,
  });
  if (poster === undefined) throw new Error('A video without frames');
  on({ fraction: 1, partial: poster });
  return { mp4, poster };
}

async function* shown(
  template: Template,
  setting: Setting,
  frames: number,
  fps: number,
  onFrame: (raster: Raster, index: number) => void,
): AsyncGenerator<Raster> {
  const { width, height } = setting;
  const context = createCanvas(width, height).getContext('2d');
  const stage = stageOf(template, setting);
  const effects = template.effects.map((effect) => readied(effect, setting));
  for (let frame = 0; frame < frames; frame += 1) {
    const video = frame / Math.max(1, frames - 1);
    const { index, moment: image, come } = turnAt(video, setting.images.length, frames / fps);
    const moment: Moment = { seconds: frame / fps, frame, progress: video, image, index };
    stage(context, moment, come);
    for (const { paint } of effects) paint?.(context, moment);
    const data = new Uint8ClampedArray(context.getImageData(0, 0, width, height).data);
    for (const { work } of effects) work?.(data, moment);
    const raster = { width, height, data };
    onFrame(raster, frame);
    yield raster;
  }
}
