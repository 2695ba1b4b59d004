import { z } from 'zod';
import { ENGINE_KINDS, type EngineKind } from './kinds.shared.js';

export { ENGINE_KINDS, type EngineKind };
/** The calls that a connected engine may serve. */
export const ENGINE_PROCEDURES = ['text2Image.create', 'image2Image.create'] as const;

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
  /** Whole credits a picture. */
  credits: z.int().min(0).max(1_000),
  tier: z.enum(['free', 'pro']).default('free'),
});
export type Offer = z.infer<typeof offer>;
/** One offer a model: two prices for the same would be one too many. */
const offers = z.array(offer).min(1).max(20).refine((all) => new Set(all.map(({ model }) => model)).size === all.length, 'a model is offered twice');

export const lookInput = z.object(at);
export const testInput = z.union([
  z.object({ ...at, model: z.string().min(1).max(200) }),
  z.object({ id: z.uuid(), model: z.string().min(1).max(200) }),
]);
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
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
}

/** An engine that answered: what it has. */
export interface EngineFound {
  readonly kind: EngineKind;
  readonly address: string;
  readonly models: readonly string[];
  readonly version?: string;
}

/** A trial: one picture (WebP as a data URL), and how long it took, milliseconds. */
export interface EngineTrial {
  readonly picture: string;
  readonly ms: number;
}
