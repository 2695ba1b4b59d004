import type { Brand } from '../../kernel/brand.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { BlobHash } from '../../platform/blobs/port.js';
import type { RecipeV1 } from '../provenance/recipe.shared.js';
import {
  UPLOAD_LIMITS,
  type UploadNote,
  type UploadPurpose,
  type UploadRefusal,
  type UploadType,
  type UploadView,
} from './upload.shared.js';

export type UploadId = Brand<string, 'UploadId'>;

/** A stored file and its facts. */
export interface UploadFile {
  readonly hash: BlobHash;
  readonly kind: 'image' | 'video' | 'audio';
  readonly type: UploadType;
  readonly width: number;
  readonly height: number;
  readonly seconds?: number | undefined;
  readonly bytes: number;
  readonly animated: boolean;
  readonly notes: readonly UploadNote[];
  readonly recipe?: RecipeV1 | undefined;
  /** First frame of a video, or waveform of a recording. */
  readonly poster?: BlobHash | undefined;
}

interface Facts {
  readonly id: UploadId;
  readonly owner: UserId;
  readonly purpose: UploadPurpose;
  /** Bytes announced at first; bytes stored once the file is there. */
  readonly bytes: number;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

export type Arriving = Facts & { readonly state: 'arriving' };
export type Storing = Facts & { readonly state: 'storing'; readonly file: UploadFile };
export type Ready = Facts & { readonly state: 'ready'; readonly file: UploadFile };
export type Refused = Facts & { readonly state: 'refused'; readonly error: ProductError };
/** Being removed: its blobs are released before the document is deleted. */
export type Ending = Facts & { readonly state: 'ending'; readonly blobs: readonly BlobHash[] };

/**
 * `arriving → storing → ready`, or `refused`; each ends through `ending`. A file is recorded here before it is stored.
 */
export type Upload = Arriving | Storing | Ready | Refused | Ending;

/** How long a refusal is remembered, and how long a half-stored file is kept after a crash. */
const BRIEF_MS = 3_600_000;

/** Reference under which an upload holds its blobs. */
export const referenceOf = (id: UploadId): string => `upload:${id}`;

/** A refusal that the user can fix. */
export const refusal = (reason: UploadRefusal, params: Readonly<Record<string, string | number>> = {}): ProductError =>
  productError('INPUT_INVALID_FOR_SERVICE', { input: 'file', reason, ...params });

/** Starts an upload whose bytes are arriving: `whole` in one request, or in parts with a longer time limit. */
export function begin(
  given: { readonly id: UploadId; readonly owner: UserId; readonly purpose: UploadPurpose; readonly bytes: number },
  way: 'whole' | 'parts',
  at: Millis,
): Arriving {
  return {
    ...given,
    createdAt: at,
    expiresAt: at + (way === 'whole' ? BRIEF_MS : UPLOAD_LIMITS.lifeMs),
    state: 'arriving',
  };
}

/** Whether a refusal is caused by the file itself, so that another inspection would give the same result. */
export const isFinal = ({ identifier, params }: ProductError): boolean =>
  (identifier === 'INPUT_INVALID_FOR_SERVICE' && params['reason'] !== 'incomplete') ||
  identifier === 'RESOLUTION_LIMIT_EXCEEDED';

/** Records what is about to be stored. After a crash it may be recorded again. */
export function name(upload: Upload, file: UploadFile, at: Millis): Result<Storing, 'gone'> {
  if (upload.state !== 'arriving' && upload.state !== 'storing') return err('gone');
  return ok({ ...factsOf(upload), bytes: file.bytes, state: 'storing', file, expiresAt: at + BRIEF_MS });
}

/** Marks the recorded file as stored. Another process whose lock had expired may already have done so. */
export function stored(upload: Upload, hash: BlobHash, at: Millis): Result<Ready, 'gone'> {
  if (upload.state === 'ready' && upload.file.hash === hash) return ok(upload);
  if (upload.state !== 'storing' || upload.file.hash !== hash) return err('gone');
  return ok({ ...factsOf(upload), state: 'ready', file: upload.file, expiresAt: at + UPLOAD_LIMITS.lifeMs });
}

/** Refuses the file; the same answer is repeated for a while. */
export function refuse(upload: Upload, error: ProductError, at: Millis): Result<Refused, 'gone'> {
  if (upload.state !== 'arriving' && upload.state !== 'storing') return err('gone');
  return ok({ ...factsOf(upload), bytes: 0, state: 'refused', error, expiresAt: at + BRIEF_MS });
}

/** Starts the removal of an upload in any state; due at once. */
export function end(upload: Upload, at: Millis): Ending {
  return {
    ...factsOf(upload),
    bytes: 0,
    state: 'ending',
    blobs: blobsOf(upload),
    expiresAt: Math.min(at, upload.expiresAt),
  };
}

/**
 * Extends the life of an upload that was just used.
 * @returns undefined if that would change little
 */
export function prolonged(upload: Ready, at: Millis): Ready | undefined {
  return upload.expiresAt - at > UPLOAD_LIMITS.lifeMs / 2
    ? undefined
    : { ...upload, expiresAt: at + UPLOAD_LIMITS.lifeMs };
}

/** Every blob that the upload may hold. */
export function blobsOf(upload: Upload): readonly BlobHash[] {
  switch (upload.state) {
    case 'arriving':
    case 'refused':
      return [];
    case 'storing':
    case 'ready':
      return [upload.file.hash, ...(upload.file.poster === undefined ? [] : [upload.file.poster])];
    case 'ending':
      return upload.blobs;
    default:
      return upload satisfies never;
  }
}

/** Whether it counts against its owner's quota. */
export const isLive = (upload: Upload, at: Millis): boolean =>
  upload.state !== 'ending' && upload.state !== 'refused' && upload.expiresAt > at;

/** Whether an owner with these uploads may begin another one of this many bytes. */
export function admit(uploads: readonly Upload[], bytes: number, at: Millis): Result<void, ProductError> {
  const live = uploads.filter((upload) => isLive(upload, at));
  if (live.length >= UPLOAD_LIMITS.live) return err(refusal('too-many-uploads', { limit: UPLOAD_LIMITS.live }));
  if (live.reduce((sum, upload) => sum + upload.bytes, bytes) > UPLOAD_LIMITS.liveBytes)
    return err(refusal('too-much-stored', { limit: UPLOAD_LIMITS.liveBytes }));
  return ok(undefined);
}

/** An upload as its owner sees it. */
export function uploadView({ id, purpose, file, createdAt, expiresAt }: Ready): UploadView {
  const { kind, width, height, seconds, bytes, type, animated, notes, recipe } = file;
  const url = `/api/media/upload/${id}`;
  return {
    id,
    kind,
    purpose,
    width,
    height,
    ...defined({ seconds }),
    bytes,
    type,
    url,
    thumbUrl: `${url}?w=320`,
    ...(animated ? { animated } : {}),
    notes,
    ...defined({ recipe }),
    createdAt,
    expiresAt,
  };
}

function factsOf({ id, owner, purpose, bytes, createdAt, expiresAt }: Upload): Facts {
  return { id, owner, purpose, bytes, createdAt, expiresAt };
}
