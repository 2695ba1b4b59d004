import { z } from 'zod';
import { ENGINE_KINDS, ENGINE_SERVES, makesVideos, type EngineKind } from './kinds.shared.js';

export { ENGINE_KINDS, ENGINE_SERVES, type EngineKind };
/** The calls that a connected engine may serve: images, and videos. */
export const ENGINE_PROCEDURES = [...ENGINE_SERVES.image, ...ENGINE_SERVES.video] as const;

/** `http(s)://host[:port][/path]`; without what an address may carry besides, and without a slash at the end. */
const address = z.url({ protocol: /^https?$/ }).max(500).transform((text, context) => {
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    context.addIssue({ code: 'custom', message: 'an address without user, query or fragment' });
    return z.NEVER;
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`;
});
/** Of printable letters, as a header holds them. */
const key = z.string().trim().regex(/^[\x21-\x7e]{1,500}$/);

const at = { kind: z.enum(ENGINE_KINDS), address, key: key.optional() };

/** A model of an engine as the catalogue is to offer it. */
export const offer = z.object({
  /** The engine's own name of it. */
  model: z.string().min(1).max(200),
  /** As the picker shows it. */
  name: z.string().trim().min(1).max(60),
  procedures: z.array(z.enum(ENGINE_PROCEDURES)).min(1),
  /** Whole credits an image, or a second of a video. */
  credits: z.int().min(0).max(1_000),
  /** A connected engine may bill the operator: for plans alone, unless the operator opens it to everybody. */
  tier: z.enum(['free', 'pro']).default('pro'),
  /**
   * The catalogue's id of another engine's model that this one is the same as. It is then not offered by itself, but makes what
   * that engine cannot, at that model's price.
   */
  standsInFor: z.string().regex(/^x[0-9a-f]{8}-[a-z0-9-]{1,60}$/).exactOptional(),
  /** What the operator pays for it, where the engine does not say: millionths of a US dollar for each image, or for each second of work. */
  cost: z.object({ micros: z.int().min(0).max(1_000_000_000), per: z.enum(['picture', 'second']) }).exactOptional(),
});
export type Offer = z.infer<typeof offer>;
/** One offer a model: two prices for the same would be one too many. */
const offers = z.array(offer).min(1).max(20).refine((all) => new Set(all.map(({ model }) => model)).size === all.length, 'a model is offered twice')
  .refine((all) => all.every((one) => !makesVideos(one) || one.procedures.every((procedure) => makesVideos({ procedures: [procedure] }))), 'a model makes pictures or films');

export const lookInput = z.object(at);
const tried = { model: z.string().min(1).max(200), makes: z.enum(['image', 'video']).default('image') };
export const testInput = z.union([z.object({ ...at, ...tried }), z.object({ id: z.uuid(), ...tried })]);
export const connectInput = z.object({ ...at, name: z.string().trim().min(1).max(60), offers });
export const updateInput = z.object({ id: z.uuid(), enabled: z.boolean().optional(), key: key.optional(), offers: offers.optional() });
export const byEngine = z.object({ id: z.uuid() });

/** A connected engine as its operator sees it; the key never leaves the server. */
export interface EngineView {
  readonly id: string;
  readonly kind: EngineKind;
  readonly name: string;
  readonly address: string;
  readonly hasKey: boolean;
  readonly enabled: boolean;
  readonly offers: readonly Offer[];
  /** The catalogue's ids of what it offers, in the same order. */
  readonly modelIds: readonly string[];
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
}

/** What an engine has done in the last days, today among them. */
export interface EngineUse {
  readonly days: number;
  /** Images that it made. */
  readonly made: number;
  /** Runs that failed by a fault of its own; what it refused to make is counted apart. */
  readonly failed: number;
  readonly refused: number;
  /** Images that another engine had to make for it, and that it made for others. */
  readonly handedOn: number;
  readonly stoodIn: number;
  /** From submission to image, milliseconds, on average; absent when nothing was made. */
  readonly averageMs?: number;
  /** The work that it says it did, milliseconds, all together; absent when it says nothing of it. */
  readonly computeMs?: number;
  /** Millionths of a US dollar, and how many of the images that is for; absent when no cost is known. */
  readonly cost?: { readonly micros: number; readonly pictures: number };
}

/** A connected engine with what it has done. */
export interface EngineListed extends EngineView {
  readonly use: EngineUse;
  /** Where it calls when an image is done; absent when it is only asked. */
  readonly callsAt?: string;
}

/** An engine that answered: what it has. */
export interface EngineFound {
  readonly kind: EngineKind;
  readonly address: string;
  readonly models: readonly string[];
  readonly version?: string;
}

/** A trial: one image, or the first one of a video (WebP as a data URL), and how long it took, milliseconds. */
export interface EngineTrial {
  readonly picture: string;
  readonly ms: number;
}
