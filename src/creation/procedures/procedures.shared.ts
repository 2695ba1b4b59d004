import { z } from 'zod';
import {
  ASPECTS, isPlain, MOTIONS, PROMPT_MAX, RESOLUTIONS, SEED_MAX, STYLES, UPSCALE,
  type Aspect, type OwnName, type ProcedureName, type Resolution, type SourceRole,
} from './params.shared.js';
import { plainInput, plainRequest, type AskedPlainly } from './plain.shared.js';
import { pressed, sourceRef, type Request, type SourceRef } from './request.shared.js';

export * from './request.shared.js';

/** Keys of a table as an enumeration. */
const keys = <K extends string>(table: Readonly<Record<K, unknown>>) => z.enum(Object.keys(table) as [K, ...K[]]); // Object.keys forgets the type of the keys

const prompt = z.string().trim().min(1).max(PROMPT_MAX);
const negativePrompt = z.string().trim().max(PROMPT_MAX).default('');
const style = z.enum(STYLES).default('natural');
const aspect = keys<Aspect>(ASPECTS).default('1:1');
const count = z.int().min(1).max(4).default(1);
/** Output n is made with seed + n. */
const seed = z.int().min(0).max(SEED_MAX).default(0);
const film = {
  seconds: z.union([z.literal(3), z.literal(5), z.literal(8), z.literal(10)]).default(5),
  resolution: keys<Resolution>(RESOLUTIONS).default('720p'),
};
const colour = z.string().regex(/^#[0-9a-f]{6}$/i).transform((text) => text.toLowerCase());

/** Input of `text2Image.create`. Checked in the form as typed and again by the server. */
export const textToImageInput = z.object({ ...pressed, prompt, negativePrompt, style, aspect, count, seed });
export type TextToImageInput = z.infer<typeof textToImageInput>;

/** Input of `image2Image.create`: a style, or words, or both. */
export const imageToImageInput = z.object({
  ...pressed, image: sourceRef, prompt: z.string().trim().max(PROMPT_MAX).default(''), negativePrompt, style, strength: z.number().min(0).max(1).default(0.6), count, seed,
}).refine((input) => input.prompt !== '' || input.style !== 'natural', { path: ['prompt'], error: 'words or a style are needed' });

/** Input of `imageTools.upscale`; `width` in pixels counts before `scale`. The plan refuses a call with neither: IMAGE_SIZE_REQUIRED. */
export const upscaleInput = z.object({
  ...pressed, image: sourceRef, scale: z.literal([2, 4]).optional(), width: z.int().min(UPSCALE.leastWidth).max(UPSCALE.mostWidth).optional(),
});

/** Input of `imageTools.objectRemover`; the mask is as large as the picture, white where something goes. */
export const objectRemoverInput = z.object({ ...pressed, image: sourceRef, mask: sourceRef });

/** Input of `imageTools.painting`; the mask is as large as the picture, white where the words are painted. */
export const paintingInput = z.object({ ...pressed, image: sourceRef, mask: sourceRef, prompt, style, seed });

/** Input of `imageTools.backgroundRemover`. */
export const backgroundRemoverInput = z.object({ ...pressed, image: sourceRef });

/** Input of `imageTools.backgroundChanger`. */
export const backgroundChangerInput = z.object({
  ...pressed, image: sourceRef, seed,
  background: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('prompt'), prompt, style }),
    z.object({ kind: z.literal('image'), image: sourceRef }),
    z.object({ kind: z.literal('colour'), colour }),
  ]),
});

/** Input of `video.createVideoByText`. */
export const videoByTextInput = z.object({ ...pressed, prompt, negativePrompt, style, aspect: keys<Aspect>(ASPECTS).default('16:9'), ...film, seed });

/** Input of `video.createVideoByImage`. */
export const videoByImageInput = z.object({ ...pressed, image: sourceRef, motion: z.enum(MOTIONS).default('zoom-in'), ...film, seed });

/** The inputs of the calls whose settings have shapes of their own. */
export const INPUTS = {
  'text2Image.create': textToImageInput,
  'image2Image.create': imageToImageInput,
  'imageTools.upscale': upscaleInput,
  'imageTools.objectRemover': objectRemoverInput,
  'imageTools.painting': paintingInput,
  'imageTools.backgroundRemover': backgroundRemoverInput,
  'imageTools.backgroundChanger': backgroundChangerInput,
  'video.createVideoByText': videoByTextInput,
  'video.createVideoByImage': videoByImageInput,
} as const satisfies Readonly<Record<OwnName, z.ZodType>>;

/** The input of a creation call, whichever it is. */
// What a plain call's schema gives is one of the inputs that may be asked; that it is of this call says the table, not its type.
export const inputOf = (procedure: ProcedureName): z.ZodType<Asked['input']> => (isPlain(procedure) ? (plainInput(procedure) as unknown as z.ZodType<Asked['input']>) : INPUTS[procedure]);

/** A creation as it is asked for: its call and that call's input. */
export type Asked = { readonly [P in OwnName]: { readonly procedure: P; readonly input: z.infer<(typeof INPUTS)[P]> } }[OwnName] | AskedPlainly;

const isAskedPlainly = (asked: Asked): asked is AskedPlainly => isPlain(asked.procedure);

const image = (ref: SourceRef, role: SourceRole = 'image') => [{ role, ref }] as const;
const wordless = { prompt: '', negativePrompt: '', count: 1, seed: 0 } as const;

/** Takes a request apart, whichever call it came by. Pure. */
export function requestOf(asked: Asked): Request {
  if (isAskedPlainly(asked)) return plainRequest(asked);
  const { procedure, input } = asked;
  const { model } = input;
  switch (procedure) {
    case 'text2Image.create': {
      const { style: look, aspect: shape } = input;
      return { input: { model, prompt: input.prompt, negativePrompt: input.negativePrompt, count: input.count, seed: input.seed }, params: { procedure, style: look, aspect: shape }, sources: [] };
    }
    case 'image2Image.create': {
      const { style: look, strength } = input;
      return { input: { model, prompt: input.prompt, negativePrompt: input.negativePrompt, count: input.count, seed: input.seed }, params: { procedure, style: look, strength }, sources: image(input.image) };
    }
    case 'imageTools.upscale':
      return { input: { model, ...wordless }, params: { procedure, ...(input.scale === undefined ? {} : { scale: input.scale }), ...(input.width === undefined ? {} : { width: input.width }) }, sources: image(input.image) };
    case 'imageTools.objectRemover':
      return { input: { model, ...wordless }, params: { procedure }, sources: [...image(input.image), ...image(input.mask, 'mask')] };
    case 'imageTools.painting':
      return {
        input: { model, ...wordless, prompt: input.prompt, seed: input.seed }, params: { procedure, style: input.style },
        sources: [...image(input.image), ...image(input.mask, 'mask')],
      };
    case 'imageTools.backgroundRemover':
      return { input: { model, ...wordless }, params: { procedure }, sources: image(input.image) };
    case 'imageTools.backgroundChanger': {
      const { background } = input;
      const words = background.kind === 'prompt' ? background.prompt : '';
      return {
        input: { model, ...wordless, prompt: words, seed: input.seed },
        params: { procedure, background: background.kind === 'prompt' ? { kind: 'prompt', style: background.style } : background.kind === 'image' ? { kind: 'image' } : background },
        sources: [...image(input.image), ...(background.kind === 'image' ? image(background.image, 'background') : [])],
      };
    }
    case 'video.createVideoByText': {
      const { style: look, aspect: shape, seconds, resolution } = input;
      return { input: { model, prompt: input.prompt, negativePrompt: input.negativePrompt, count: 1, seed: input.seed }, params: { procedure, style: look, aspect: shape, seconds, resolution }, sources: [] };
    }
    case 'video.createVideoByImage': {
      const { motion, seconds, resolution } = input;
      return { input: { model, ...wordless, seed: input.seed }, params: { procedure, motion, seconds, resolution }, sources: image(input.image) };
    }
    default:
      return procedure satisfies never;
  }
}
