import { z } from 'zod';
import type { ErrorIdentifier } from '../../kernel/errors.shared.js';
import { STYLES, type Understanding } from './scene/scene.js';

/** Shorter and longer side of what the local engine draws, pixels. */
export const SIDE = { least: 64, most: 2048 } as const;
/** The most pixels of a picture: asked for more, the engine refuses before any work. */
export const MOST_PIXELS = SIDE.most * SIDE.most;

export const DRAW_STAGES = ['understanding', 'drawing', 'styling', 'encoding'] as const;
export type DrawStage = (typeof DRAW_STAGES)[number];

const job = z.object({
  id: z.string(),
  prompt: z.string(),
  negativePrompt: z.string().optional(),
  style: z.enum(STYLES).optional(),
  seed: z.number().int().min(0).max(0xffff_ffff),
  width: z.number().int().min(SIDE.least).max(SIDE.most),
  height: z.number().int().min(SIDE.least).max(SIDE.most),
});

/** One picture to draw. Sides in pixels; `style` overrides a style named in the prompt. */
export type DrawJob = Readonly<z.infer<typeof job>>;

/** How far a picture has come: `fraction` 0..1 of all stages; a small preview now and then. */
export interface DrawProgress {
  readonly stage: DrawStage;
  readonly fraction: number;
  readonly preview?: { readonly bytes: Uint8Array; readonly type: 'image/webp' };
}

export interface DrawResult {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly understanding: Understanding;
}

/** Why a job came to nothing. `time`, `memory` and `pixels` are limits; `output` is a picture that does not decode as asked. */
export type EngineFaultReason = 'crashed' | 'failed' | 'time' | 'memory' | 'pixels' | 'output' | 'closed';

const IDENTIFIERS: Readonly<Record<EngineFaultReason, ErrorIdentifier>> = {
  crashed: 'ENGINE_FAILED', failed: 'ENGINE_FAILED', time: 'ENGINE_TIMEOUT', memory: 'ENGINE_FAILED',
  pixels: 'ENGINE_FAILED', output: 'ENGINE_FAILED', closed: 'ENGINE_UNAVAILABLE',
};

/** A job that the engine could not do. */
export class EngineFault extends Error {
  readonly identifier: ErrorIdentifier;
  /** A passing fault: another attempt may well succeed. */
  readonly again: boolean;

  constructor(readonly reason: EngineFaultReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = 'EngineFault';
    this.identifier = IDENTIFIERS[reason];
    this.again = reason === 'crashed' || reason === 'closed' || reason === 'time';
  }
}

/** A view may come from another realm, so `instanceof` would not know it. */
const bytes = z.custom<Uint8Array>((value) => ArrayBuffer.isView(value), 'not bytes');

/** What the pool tells a child. */
export const toChild = z.object({ kind: z.literal('draw'), job });
export type ToChild = z.infer<typeof toChild>;

/** What a child tells the pool. The understanding is the engine's own data and is passed on as it is. */
export const fromChild = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('progress'), id: z.string(), stage: z.enum(DRAW_STAGES), fraction: z.number().min(0).max(1),
    preview: z.object({ bytes, type: z.literal('image/webp') }).optional(),
  }),
  z.object({
    kind: z.literal('done'), id: z.string(), png: bytes, width: z.number(), height: z.number(),
    understanding: z.custom<Understanding>((value) => typeof value === 'object' && value !== null && 'scene' in value),
  }),
  z.object({ kind: z.literal('failed'), id: z.string(), reason: z.enum(['failed', 'output']), message: z.string() }),
]);
export type FromChild = z.infer<typeof fromChild>;
