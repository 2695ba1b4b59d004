import { cost } from '@src/catalog/cost.shared';
import type { ModelView } from '@src/catalog/model.shared';
import { imageSize, RESOLUTIONS, type ProcedureName, type Resolution } from '@src/creation/procedures/params.shared';

/** An example of what credits buy. */
export interface CreditUse {
  readonly kind: 'picture' | 'film' | 'animate' | 'upscale' | 'restyle';
  /** Name of the model. */
  readonly model: string;
  /** Price in whole credits, by the same function as the Create button. */
  readonly each: number;
  /** Whether it runs in the relaxed queue, which is free on some plans. */
  readonly isRelaxed: boolean;
  /** Length of a video. */
  readonly seconds?: number;
  readonly resolution?: Resolution;
}

/** Length of the example video, in seconds. */
export const VIDEO_SECONDS = 5;
const WIDE = '16:9';
/** Maximum number of image models shown. */
const MAX_IMAGE_MODELS = 3;

const serving = (models: readonly ModelView[], procedure: ProcedureName): readonly ModelView[] =>
  models.filter(({ procedures }) => procedures.includes(procedure));

function image(model: ModelView, kind: 'picture' | 'restyle'): CreditUse {
  const { width, height } = imageSize('1:1', model.longSide);
  return {
    kind,
    model: model.name,
    isRelaxed: model.relaxed,
    each: cost(model.cost, { outputs: 1, pixels: width * height, seconds: 0 }),
  };
}

function video(model: ModelView, kind: 'film' | 'animate', resolution: Resolution): CreditUse {
  const { width, height } = imageSize(WIDE, RESOLUTIONS[resolution]);
  return {
    kind,
    model: model.name,
    isRelaxed: model.relaxed,
    resolution,
    seconds: VIDEO_SECONDS,
    each: cost(model.cost, { outputs: 1, pixels: width * height, seconds: VIDEO_SECONDS }),
  };
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
    ...serving(models, 'image2Image.create')
      .slice(0, 1)
      .map((model) => image(model, 'restyle')),
    ...moved.map((model) => video(model, 'animate', '720p')),
    ...larger.map((model): CreditUse => ({
      kind: 'upscale',
      model: model.name,
      isRelaxed: model.relaxed,
      each: cost(model.cost, { outputs: 1, pixels: 2_048 * 2_048, seconds: 0 }),
    })),
  ].filter(({ each }) => each > 0);
}

/** The number of outputs that an amount of credits pays for. */
export const countOf = ({ each }: Pick<CreditUse, 'each'>, credits: number): number => Math.floor(credits / each);
