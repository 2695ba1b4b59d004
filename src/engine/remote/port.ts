import type { ErrorIdentifier, ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { EnginePreview } from '../port.js';
import type { FoundWorkflow, WorkflowChoice } from './comfyui/workflow/import.js';
import type { ImportedWorkflow } from './comfyui/workflow/stored.js';
import type { ModelFamily } from './family.shared.js';
import type { EngineKind, RemoteFeature, UnusableModel } from './kinds.shared.js';
import type { RemoteFileName, RemoteOperation } from './operations.shared.js';
import type { Size } from '../sizes.shared.js';
import { sniff, SNIFF_BYTES } from '../../platform/sniff.js';

/** Address and credentials of an engine. */
export interface RemoteAddress {
  readonly kind: EngineKind;
  /** `http(s)://host[:port][/path]`, without a slash at the end. */
  readonly address: string;
  /** Sent as a bearer token; optional for some engines. */
  readonly key?: string;
}

/** A source file as it is sent. */
export interface RemoteFile {
  readonly bytes: Uint8Array;
  /** Media type, for example `video/mp4`. */
  readonly type: string;
}

/** One image or video to make. */
export interface RemoteJob {
  readonly operation: RemoteOperation;
  /** The engine's own name of its model. */
  readonly model: string;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly seed: number;
  /** Requested pixels; an engine with fixed sizes uses the nearest aspect ratio. */
  readonly width: number;
  readonly height: number;
  /** Minimum length of a video, seconds. Absent for images. */
  readonly seconds?: number;
  /** Start image (PNG), its width in pixels, and how far to depart from it, 0 to 1. */
  readonly image?: { readonly png: Uint8Array; readonly width: number; readonly strength: number };
  /** How far a video departs from its source, 0 to 1. */
  readonly strength?: number;
  /** White where `inpaint` and `erase` change the image; PNG of the image's size. */
  readonly mask?: Uint8Array;
  /** The operation's other files. */
  readonly files?: Readonly<Partial<Record<Exclude<RemoteFileName, 'image' | 'mask'>, RemoteFile>>>;
  /** LoRAs by the engine's own names, with their strengths; only for engines that list theirs. */
  readonly loras?: readonly { readonly name: string; readonly strength: number }[];
  /** Webhook address, for engines that call back. */
  readonly webhook?: string;
  /** Settings of the model itself, by key, and the version of the model that they belong to. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  readonly settingsVersion?: number;
}

/** Usage reported by an engine. */
export interface RemoteUsage {
  /** Compute time without queueing, whole milliseconds. */
  readonly computeMs?: number;
  /** Cost in millionths of a US dollar. */
  readonly micros?: number;
}

/** State of a job. `refused` is the engine's judgement of the content, never a fault. */
export type RemoteState =
  | { readonly state: 'queued' }
  | { readonly state: 'running'; /** 0 to 1. */ readonly fraction?: number; readonly preview?: EnginePreview }
  | {
      readonly state: 'succeeded';
      readonly outputs: readonly RemoteOutput[];
      readonly usage?: RemoteUsage;
      readonly seed?: UsedSeed;
    }
  | {
      readonly state: 'failed';
      readonly reason: string;
      /** The engine's fault, when the request is not to blame. */
      readonly fault?: 'away' | 'time';
    }
  | { readonly state: 'canceled' }
  | { readonly state: 'refused' };

/** The seed that was used, if the engine reports it; null if the engine takes none. */
export type UsedSeed = number | null;

/** A result: bytes from the answer, or an address at the engine to download immediately. */
export type RemoteOutput = { readonly bytes: Uint8Array } | { readonly url: string };

/** Self-description of an engine. */
export interface RemoteFound {
  /** Names of its image and video models. */
  readonly models: readonly string[];
  readonly version?: string;
  /** What it can do beyond making images, if it says so. */
  readonly features?: readonly RemoteFeature[];
  /** Files that it has, but that make nothing, with what is missing. */
  readonly unusable?: readonly UnusableModel[];
}

/** A LoRA that an engine has. */
export interface RemoteLora {
  /** The engine's own name of it. */
  readonly name: string;
  /** The family that its file tells. */
  readonly family?: ModelFamily;
  /** Words that it was trained on, the most frequent first. */
  readonly words: readonly string[];
}

/**
 * Why a call to an engine failed. `away`: unreachable; `busy`: retry later; `denied`: the key is invalid or not
 * permitted; `spent`: the operator's account is empty; `misunderstood`: the answer violates the vendor's documentation;
 * `rejected`: the request is not supported; `refused`: the content is refused; `time`: too slow.
 */
export type RemoteFaultReason =
  'away' | 'busy' | 'denied' | 'spent' | 'misunderstood' | 'rejected' | 'refused' | 'time';

/** The user-facing error of each fault. */
export const FAULT_IDENTIFIERS: Readonly<Record<RemoteFaultReason, ErrorIdentifier>> = {
  away: 'ENGINE_UNAVAILABLE',
  busy: 'ENGINE_UNAVAILABLE',
  denied: 'MODEL_UNAVAILABLE',
  spent: 'MODEL_UNAVAILABLE',
  misunderstood: 'ENGINE_FAILED',
  rejected: 'ENGINE_FAILED',
  refused: 'SENSITIVE_CONTENT',
  time: 'ENGINE_TIMEOUT',
};

/** A failed call to an engine. */
export class RemoteFault extends Error {
  constructor(
    readonly reason: RemoteFaultReason,
    detail: string,
  ) {
    super(`${reason}: ${detail}`);
    this.name = 'RemoteFault';
  }

  /** Whether another attempt may succeed. */
  get again(): boolean {
    return this.reason === 'away' || this.reason === 'busy' || this.reason === 'time';
  }
}

/** A webhook as received: headers and raw body. */
export interface RemoteDelivery {
  readonly body: Uint8Array;
  readonly header: (name: string) => string | undefined;
}

/** Webhook support of an engine. */
export interface RemoteCalls {
  /**
   * Verifies the signature and the time of a webhook.
   * @param now milliseconds since the epoch
   * @throws RemoteFault when the verification keys cannot be fetched
   * @returns the webhook's id (equal for repeated deliveries) and its job; undefined when it is not from the engine
   */
  read(
    delivery: RemoteDelivery,
    now: number,
  ): Promise<{ readonly callId: string; readonly externalId: string } | undefined>;
  /** Whether a webhook's job is the one that `submit` gave this id. */
  isAbout(externalId: string, called: string): boolean;
}

/**
 * The port of a remote engine: one adapter per kind. Every call is short; the caller does the waiting.
 * @throws RemoteFault from every call; the signal's reason when aborted
 */
export interface RemoteApi {
  /** Checks availability and permission, and lists its models. */
  find(signal: AbortSignal): Promise<RemoteFound>;
  /** @returns the engine's job id, or the result for engines that answer only when finished */
  submit(job: RemoteJob, signal: AbortSignal): Promise<{ readonly externalId: string } | RemoteState>;
  poll(externalId: string, signal: AbortSignal): Promise<RemoteState>;
  /** The bytes of an output, at most `OUTPUT_BYTES`. */
  fetch(output: RemoteOutput, signal: AbortSignal): Promise<Uint8Array>;
  /** Requests cancellation; a job that has ended is unchanged. */
  cancel(externalId: string, signal: AbortSignal): Promise<void>;
  /**
   * The operations that a model can do, as far as the engine tells. An engine that does not tell whether a model makes
   * images or videos names both kinds; one that lists its models names none for a model that is not listed.
   * @param version of an imported workflow; the newest if absent
   */
  serves(model: string, signal: AbortSignal, version?: number): Promise<readonly RemoteOperation[]>;
  /** The only sizes of a model's images, pixels; absent for engines, and undefined for models, that make any. */
  readonly sizesOf?: (model: string) => readonly Size[] | undefined;
  /**
   * Whether a model takes a seed; absent for engines that report the seed with each result. Usually known without a
   * call.
   */
  readonly takesSeed?: (model: string) => Promise<boolean>;
  /** Absent for engines without webhooks. */
  readonly calls?: RemoteCalls;
  /** Calls continue in this process while they are polled: only the end of a job tells whether the engine is well. */
  readonly healthAtEnd?: true;
  /** Its LoRAs; absent for engines without. */
  readonly loras?: (signal: AbortSignal) => Promise<readonly RemoteLora[]>;
  /** Absent for engines that run no workflows of a person's own. */
  readonly workflows?: RemoteWorkflows;
}

/** Import of a person's own workflows. Errors: WORKFLOW_INVALID {reason}. */
export interface RemoteWorkflows {
  /** Finds the inputs of a workflow. @param output the node whose result is wanted; the first if absent */
  read(text: string, output: string | undefined, signal: AbortSignal): Promise<Result<FoundWorkflow, ProductError>>;
  /** The workflow with the inputs that a person keeps. */
  take(text: string, choice: WorkflowChoice, signal: AbortSignal): Promise<Result<ImportedWorkflow, ProductError>>;
}

/**
 * Checks that bytes are PNG, JPEG or WebP by their signature. Document formats are never opened.
 * @throws RemoteFault misunderstood
 */
export function mustBeImage(bytes: Uint8Array): void {
  const kind = sniff(bytes.subarray(0, SNIFF_BYTES));
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'webp')
    throw new RemoteFault('misunderstood', `the output is ${kind}, not an image`);
}

/**
 * Checks that bytes are MP4 or WebM by their signature.
 * @returns which of them. @throws RemoteFault misunderstood
 */
export function mustBeVideo(bytes: Uint8Array): 'mp4' | 'webm' {
  const kind = sniff(bytes.subarray(0, SNIFF_BYTES));
  if (kind !== 'mp4' && kind !== 'webm') throw new RemoteFault('misunderstood', `the output is ${kind}, not a video`);
  return kind;
}

/** Maximum bytes of one output. */
export const OUTPUT_BYTES = 64 * 1_048_576;
