import sharp from 'sharp';
import { defined } from '../../kernel/defined.shared.js';
import { filesOf, type RemoteOperation } from '../../engine/remote/operations.shared.js';
import type { RemoteJob } from '../../engine/remote/port.js';

const SIDE = 512;
/** The cheapest test of a video model. */
export const VIDEO_TRIAL = { width: 848, height: 480, seconds: 3 } as const;
const PROMPT = 'a red apple on a wooden table';
/** A table with a bowl: something to edit, cut out or enlarge. */
const TABLE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="#cfd8d4"/><rect y="300" width="512" height="212" fill="#8a5a34"/><path d="M150 250h212a106 106 0 0 1-212 0z" fill="#f4f1ea"/></svg>`;
const AREA =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512"/><rect x="170" y="130" width="172" height="140" fill="#fff"/></svg>';

const drawn = (svg: string, width: number, height: number): Promise<Buffer> =>
  sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' }).removeAlpha().png().toBuffer();

/** What a test adds to its job: LoRAs with words for them, or the version of an imported workflow (else the newest). */
export interface TrialExtras {
  readonly loras?: NonNullable<RemoteJob['loras']>;
  readonly words?: readonly string[];
  readonly version?: number;
}

/** Whether an operation can be tested: a face, a garment, a video or a recording cannot be drawn. */
export const isTriable = (operation: RemoteOperation): operation is TriableOperation =>
  filesOf(operation).every((file) => file === 'image' || file === 'mask');
type TriableOperation = Exclude<
  RemoteOperation,
  'compose' | 'try-on' | 'face-swap' | 'video-to-video' | 'lip-sync' | 'talking-image' | 'mimic-motion'
>;

/** The job by which an operator tests a model: one image or short video of its first operation. */
export async function trialOf(
  operation: TriableOperation,
  model: string,
  { loras, words = [], version }: TrialExtras = {},
): Promise<RemoteJob> {
  const job = {
    operation,
    model,
    ...defined({ loras, settingsVersion: version }),
    prompt: [...words, PROMPT].join(', '),
    negativePrompt: '',
    seed: 7,
    width: SIDE,
    height: SIDE,
  };
  const image = async (width: number, height: number) => ({
    png: await drawn(TABLE, width, height),
    width,
    strength: 0.8,
  });
  switch (operation) {
    case 'text-to-image':
      return job;
    case 'text-to-video':
      return { ...job, ...VIDEO_TRIAL };
    case 'image-to-video':
      return { ...job, ...VIDEO_TRIAL, image: await image(VIDEO_TRIAL.width, VIDEO_TRIAL.height) };
    case 'edit':
      return { ...job, prompt: 'Make the bowl red. Keep everything else.', image: await image(SIDE, SIDE) };
    case 'image-to-image':
    case 'replace-background':
    case 'cut-out':
      return { ...job, image: await image(SIDE, SIDE) };
    case 'upscale':
      return { ...job, image: await image(SIDE / 2, SIDE / 2) };
    case 'inpaint':
    case 'erase':
      return {
        ...job,
        image: await image(SIDE, SIDE),
        mask: await sharp(await drawn(AREA, SIDE, SIDE))
          .toColourspace('b-w')
          .png()
          .toBuffer(),
      };
    default:
      return operation satisfies never;
  }
}
