import { z } from 'zod';
import type { UnusableModel } from '../../engine/remote/kinds.shared.js';
import { REMOTE_OPERATIONS } from '../../engine/remote/operations.shared.js';
import { isProcedure } from '../procedures/registry.shared.js';
import { ENGINE_KINDS, ENGINE_PROCEDURES, makesVideos, type EngineKind, type RemoteFeature } from './kinds.shared.js';

export { ENGINE_KINDS, ENGINE_PROCEDURES, type EngineKind };

const procedure = z
  .string()
  .refine(isProcedure)
  .refine((name) => ENGINE_PROCEDURES.includes(name), 'no engine serves it');

/** `http(s)://host[:port][/path]`, without credentials, query or fragment, and without a trailing slash. */
const address = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .transform((text, context) => {
    const url = new URL(text);
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
      context.addIssue({ code: 'custom', message: 'an address without user, query or fragment' });
      return z.NEVER;
    }
    return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`;
  });
/** Printable ASCII, because it is sent in a header. */
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/);

const at = { kind: z.enum(ENGINE_KINDS), address, key: key.optional() };

/** A model of an engine as offered in the catalogue. */
export const offer = z.object({
  /** The engine's own name of the model. */
  model: z.string().min(1).max(200),
  /** The name that the model picker shows. */
  name: z.string().trim().min(1).max(60),
  procedures: z.array(procedure).min(1),
  /** Whole credits per image, or per second of video. */
  credits: z.int().min(0).max(1_000),
  /**
   * Default `pro`: a connected engine may bill the operator, so only plans can use it unless the operator opens it to
   * everybody.
   */
  tier: z.enum(['free', 'pro']).default('pro'),
  /**
   * Catalogue id of the same model at another engine. This model is then not offered by itself. It is a fallback for
   * that engine, at that model's price.
   */
  standsInFor: z
    .string()
    .regex(/^x[0-9a-f]{8}-[a-z0-9-]{1,60}$/)
    .exactOptional(),
  /** Chosen by the operator: preselected before the other models of connected engines. */
  preferred: z.literal(true).exactOptional(),
  /**
   * The operator may use a model whose licence forbids commercial use: by a licence of their own, or without commerce.
   */
  nonCommercial: z.literal(true).exactOptional(),
  /** What the model does; asked of the engine when it is connected. */
  operations: z.array(z.enum(REMOTE_OPERATIONS)).exactOptional(),
  /**
   * Longest side of its images, pixels, and the time of one, milliseconds; for engines that are known better than
   * usual.
   */
  longSide: z.int().min(256).max(2_048).multipleOf(16).exactOptional(),
  typicalMs: z.int().min(1).exactOptional(),
  /** Version of an imported workflow that is offered. Set by the server alone, together with the price. */
  version: z.int().min(1).exactOptional(),
  /** The operator's cost where the engine reports none: millionths of a US dollar per image, or per second of work. */
  cost: z.object({ micros: z.int().min(0).max(1_000_000_000), per: z.enum(['picture', 'second']) }).exactOptional(),
});
export type Offer = z.infer<typeof offer>;
/** One offer per model: two offers would give it two prices. */
const offers = z
  .array(offer)
  .min(1)
  .max(20)
  .refine((all) => new Set(all.map(({ model }) => model)).size === all.length, 'a model is offered twice')
  .refine(
    (all) =>
      all.every(
        (one) => !makesVideos(one) || one.procedures.every((procedure) => makesVideos({ procedures: [procedure] })),
      ),
    'a model makes pictures or films',
  );

export const lookInput = z.object(at);
const tried = {
  model: z.string().min(1).max(200),
  makes: z.enum(['image', 'video']).default('image'),
  /** Of an imported workflow; the newest if absent. */
  version: z.int().min(1).optional(),
};
export const testInput = z.union([z.object({ ...at, ...tried }), z.object({ id: z.uuid(), ...tried })]);
export const servesInput = z.object({ ...at, model: z.string().min(1).max(200) });
export const connectInput = z.object({ ...at, name: z.string().trim().min(1).max(60), offers });
export const updateInput = z.object({
  id: z.uuid(),
  enabled: z.boolean().optional(),
  key: key.optional(),
  offers: offers.optional(),
});
export const byEngine = z.object({ id: z.uuid() });

/** A connected engine as its operator sees it. The key never leaves the server. */
export interface EngineView {
  readonly id: string;
  readonly kind: EngineKind;
  readonly name: string;
  readonly address: string;
  readonly hasKey: boolean;
  readonly enabled: boolean;
  readonly offers: readonly Offer[];
  /** Catalogue ids of its offers, in the same order. */
  readonly modelIds: readonly string[];
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
}

/** Usage of an engine in the last days, including today. */
export interface EngineUse {
  readonly days: number;
  /** Images made. */
  readonly made: number;
  /** Runs that failed by the engine's fault. Its refusals are counted separately. */
  readonly failed: number;
  readonly refused: number;
  /** Images that a fallback engine made for it, and images that it made as a fallback. */
  readonly handedOn: number;
  readonly stoodIn: number;
  /** Average time from submission to image, in milliseconds; absent if nothing was made. */
  readonly averageMs?: number;
  /** Total work that the engine reported, in milliseconds; absent if it reports none. */
  readonly computeMs?: number;
  /** Millionths of a US dollar, and the number of images they cover; absent if no cost is known. */
  readonly cost?: { readonly micros: number; readonly pictures: number };
}

/** A connected engine with its usage. */
export interface EngineListed extends EngineView {
  readonly use: EngineUse;
  /** Callback address when an image is done; absent if the engine is only polled. */
  readonly callsAt?: string;
}

/** An engine that answered, with what it offers. */
export interface EngineFound {
  readonly kind: EngineKind;
  readonly address: string;
  readonly models: readonly string[];
  readonly version?: string;
  /** What it can do beyond making images, if it says so. */
  readonly features?: readonly RemoteFeature[];
  /** Files that make nothing, with what is missing. */
  readonly unusable?: readonly UnusableModel[];
}

/** A test: one image, or the first frame of a video (WebP as a data URL), and the time it took in milliseconds. */
export interface EngineTrial {
  readonly picture: string;
  readonly ms: number;
}
