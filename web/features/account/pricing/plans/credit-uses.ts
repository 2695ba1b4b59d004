import { cost } from '@src/catalog/cost.shared';
import type { ModelView } from '@src/catalog/model.shared';
import { imageSize, RESOLUTIONS, type ProcedureName, type Resolution } from '@src/creation/procedures/params.shared';

/** An example of what credits buy. */
export interface CreditUse {
  readonly kind: 'picture' | 'film' | 'animate' | 'upscale' | 'restyle';
  /** Of the model. */
  readonly model: string;
  /** Whole credits, by the function that the Create button is priced by. */
  readonly each: number;
  /** Of the relaxed queue, which costs some plans nothing. */
  readonly isRelaxed: boolean;
  /** Of a video. */
  readonly seconds?: number;
  readonly resolution?: Resolution;
}

/** Seconds of the video that credits are counted in. */
export const VIDEO_SECONDS = 5;
const WIDE = '16:9';
/** Maximum number of image models shown. */
const MAX_IMAGE_MODELS = 3;

const serving = (models: readonly ModelView[], procedure: ProcedureName): readonly ModelView[] => models.filter(({ procedures }) => procedures.includes(procedure));

function image(model: ModelView, kind: 'picture' | 'restyle'): CreditUse {
  const { width, height } = imageSize('1:1', model.longSide);
  return { kind, model: model.name, isRelaxed: model.relaxed, each: cost(model.cost, { outputs: 1, pixels: width * height, seconds: 0 }) };
}

function video(model: ModelView, kind: 'film' | 'animate', resolution: Resolution): CreditUse {
  const { width, height } = imageSize(WIDE, RESOLUTIONS[resolution]);
  return { kind, model: model.name, isRelaxed: model.relaxed, resolution, seconds: VIDEO_SECONDS, each: cost(model.cost, { outputs: 1, pixels: width * height, seconds: VIDEO_SECONDS }) };
}

/** Examples of what a month of credits buys, at current catalogue prices: an image first, then a video. */
export function creditUsesOf(models: readonly ModelView[]): readonly CreditUse[] {
  const [first, ...others] = serving(models, 'text2Image.create').slice(0, MAX_IMAGE_MODELS);
  const videos = serving(models, 'video.createVideoByText').slice(0, 1);
  const moved = serving(models, 'video.createVideoByImage').slice(0, 1);
  const larger = serving(models, 'imageTools.upscale').slice(0, 1);
  return [
    ...(first === undefined ? [] : [image(first, 'picture')]),
    ...videos.map((model) => video(model, 'film', '720p')),
    ...others.map((model) => image(model, 'picture')),
    ...serving(models, 'image2Image.create').slice(0, 1).map((model) => image(model, 'restyle')),
    ...moved.map((model) => video(model, 'animate', '720p')),
    ...larger.map((model): CreditUse => ({ kind: 'upscale', model: model.name, isRelaxed: model.relaxed, each: cost(model.cost, { outputs: 1, pixels: 2_048 * 2_048, seconds: 0 }) })),
  ].filter(({ each }) => each > 0);
}

/** How many of something a number of credits pays for. */
export const countOf = ({ each }: Pick<CreditUse, 'each'>, credits: number): number => Math.floor(credits / each);
