import type { ErrorIdentifier } from '../../kernel/errors.shared.js';
import type { EngineKind } from './kinds.shared.js';
import { sniff, SNIFF_BYTES } from '../../platform/sniff.js';

/** Where an engine is and how it is asked. */
export interface RemoteAddress {
  readonly kind: EngineKind;
  /** `http(s)://host[:port][/path]`, without a slash at the end. */
  readonly address: string;
  /** Sent as a bearer token; some engines need none. */
  readonly key?: string;
}

/** One image or video to make. */
export interface RemoteJob {
  /** The engine's own name of its model. */
  readonly model: string;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly seed: number;
  /** Pixels wanted; an engine that knows certain sizes only takes the nearest in shape. */
  readonly width: number;
  readonly height: number;
  /** Of a video: how long it is to be at least. An image when left out. */
  readonly seconds?: number;
  /** An image to start from (PNG) and how far to go from it, 0 to 1. */
  readonly image?: { readonly png: Uint8Array; readonly strength: number };
  /** Where the engine may say that the job has ended, if it calls back at all. */
  readonly webhook?: string;
}

/** What an engine says that a job took. */
export interface RemoteUsage {
  /** Time that it worked for, without waiting: whole milliseconds. */
  readonly computeMs?: number;
  /** What it bills, in millionths of a US dollar. */
  readonly micros?: number;
}

/** Where a job stands at its engine. `refused` is the engine's judgement of the content, never a fault. */
export type RemoteState =
  | { readonly state: 'queued' }
  | { readonly state: 'running'; /** 0 to 1. */ readonly fraction?: number }
  | { readonly state: 'succeeded'; readonly outputs: readonly RemoteOutput[]; readonly usage?: RemoteUsage }
  | { readonly state: 'failed'; readonly reason: string; /** Whose fault it is, if not the request's. */ readonly fault?: 'away' | 'time' }
  | { readonly state: 'canceled' }
  | { readonly state: 'refused' };

/** A result: bytes that came with the answer, or an address at the engine from which they are fetched at once. */
export type RemoteOutput = { readonly bytes: Uint8Array } | { readonly url: string };

/** What an engine says of itself. */
export interface RemoteFound {
  /** Names of its models that make images or videos. */
  readonly models: readonly string[];
  readonly version?: string;
}

/**
 * Why a call to an engine failed. `away`: no one answers; `busy`: ask later; `denied`: the key is wrong or may
 * not; `spent`: the operator's account there is empty; `misunderstood`: it answered something else than its maker says;
 * `rejected`: it does not take the request; `refused`: it will not make such content; `time`: too slow.
 */
export type RemoteFaultReason = 'away' | 'busy' | 'denied' | 'spent' | 'misunderstood' | 'rejected' | 'refused' | 'time';

/** What a user is told of each. Whose fault it is differs, and so does what helps. */
export const FAULT_IDENTIFIERS: Readonly<Record<RemoteFaultReason, ErrorIdentifier>> = {
  away: 'ENGINE_UNAVAILABLE', busy: 'ENGINE_UNAVAILABLE', denied: 'MODEL_UNAVAILABLE', spent: 'MODEL_UNAVAILABLE',
  misunderstood: 'ENGINE_FAILED', rejected: 'ENGINE_FAILED', refused: 'SENSITIVE_CONTENT', time: 'ENGINE_TIMEOUT',
};

/** A call to an engine that failed. */
export class RemoteFault extends Error {
  constructor(readonly reason: RemoteFaultReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = 'RemoteFault';
  }

  /** Whether another attempt may well succeed. */
  get again(): boolean {
    return this.reason === 'away' || this.reason === 'busy' || this.reason === 'time';
  }
}

/** What was delivered at the door for engines' calls: the body as it came. */
export interface RemoteDelivery {
  readonly body: Uint8Array;
  readonly header: (name: string) => string | undefined;
}

/** How an engine calls back. */
export interface RemoteCalls {
  /**
   * Whose call it is: signed by the engine, and lately.
   * @param now milliseconds since the epoch
   * @throws RemoteFault when what it is signed with cannot be requested
   * @returns the call's own id, the same when it is sent again, and the job that it is about; nothing for a call that is not the engine's
   */
  read(delivery: RemoteDelivery, now: number): Promise<{ readonly callId: string; readonly externalId: string } | undefined>;
  /** Whether the job of a call is the one that `submit` gave this id. */
  isAbout(externalId: string, called: string): boolean;
}

/**
 * The port of an engine behind an address: one adapter for each kind. Every call is a short one; waiting is the caller's.
 * @throws RemoteFault from every call; the signal's reason when that ends it
 */
export interface RemoteApi {
  /** Whether it is there, may be used, and what it has. */
  find(signal: AbortSignal): Promise<RemoteFound>;
  /** @returns the engine's own id of the job, or what it came to, for engines that answer only when they are done */
  submit(job: RemoteJob, signal: AbortSignal): Promise<{ readonly externalId: string } | RemoteState>;
  poll(externalId: string, signal: AbortSignal): Promise<RemoteState>;
  /** The bytes of an output, at most `OUTPUT_BYTES`. */
  fetch(output: RemoteOutput, signal: AbortSignal): Promise<Uint8Array>;
  /** Asks it to stop; a job that has ended is left as it is. */
  cancel(externalId: string, signal: AbortSignal): Promise<void>;
  /** What a model takes, for engines whose models differ in it: words, or words and an image. */
  takes?(model: string): Promise<{ readonly words: boolean; readonly image: boolean }>;
  /** For engines that call back; the rest are only asked. */
  readonly calls?: RemoteCalls;
}

/**
 * Only what engines make is opened: PNG, JPEG or WebP by their first bytes, no format that is a document.
 * @throws RemoteFault misunderstood
 */
export function mustBeImage(bytes: Uint8Array): void {
  const kind = sniff(bytes.subarray(0, SNIFF_BYTES));
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'webp') throw new RemoteFault('misunderstood', `the output is ${kind}, no picture`);
}

/**
 * The same of videos: MP4 or WebM.
 * @returns which of them. @throws RemoteFault misunderstood
 */
export function mustBeVideo(bytes: Uint8Array): 'mp4' | 'webm' {
  const kind = sniff(bytes.subarray(0, SNIFF_BYTES));
  if (kind !== 'mp4' && kind !== 'webm') throw new RemoteFault('misunderstood', `the output is ${kind}, no film`);
  return kind;
}

/** The most bytes of one output that are taken. */
export const OUTPUT_BYTES = 64 * 1_048_576;
