/** What a model of a remote engine can do. Pure data, also loaded by the browser. */

import type { GivenKind, SlotName } from '../sources.shared.js';

/**
 * The operations of remote models. `edit` follows an instruction about an image, and `compose` one about several;
 * `inpaint` paints a prompt where the mask is white; `erase` fills the mask without a prompt; `cut-out` removes the
 * background, and `replace-background` paints a prompt behind the subject. `lip-sync` moves the mouth of a video to a
 * recording, and `talking-image` that of an image.
 */
export const REMOTE_OPERATIONS = [
  'text-to-image',
  'image-to-image',
  'edit',
  'compose',
  'replace-background',
  'inpaint',
  'erase',
  'cut-out',
  'upscale',
  'try-on',
  'face-swap',
  'text-to-video',
  'image-to-video',
  'video-to-video',
  'lip-sync',
  'talking-image',
  'mimic-motion',
] as const;
export type RemoteOperation = (typeof REMOTE_OPERATIONS)[number];

const VIDEO_OPERATIONS: ReadonlySet<RemoteOperation> = new Set([
  'text-to-video',
  'image-to-video',
  'video-to-video',
  'lip-sync',
  'talking-image',
  'mimic-motion',
]);
/** Whether the result of an operation is a video. */
export const isVideoOperation = (operation: RemoteOperation): boolean => VIDEO_OPERATIONS.has(operation);

/** The files of operations. `image` is the one that is changed, moved or worn on. */
export const REMOTE_FILES = ['image', 'mask', 'face', 'garment', 'video', 'audio'] as const;
export type RemoteFileName = (typeof REMOTE_FILES)[number];

/** The files that each operation needs. */
const FILES: Readonly<Record<RemoteOperation, readonly RemoteFileName[]>> = {
  'text-to-image': [],
  'image-to-image': ['image'],
  edit: ['image'],
  compose: ['image', 'garment'],
  'replace-background': ['image'],
  inpaint: ['image'],
  erase: ['image'],
  'cut-out': ['image'],
  upscale: ['image'],
  'try-on': ['image', 'garment'],
  'face-swap': ['image', 'face'],
  'text-to-video': [],
  'image-to-video': ['image'],
  'video-to-video': ['video'],
  'lip-sync': ['video', 'audio'],
  'talking-image': ['image', 'audio'],
  'mimic-motion': ['image', 'video'],
};
export const filesOf = (operation: RemoteOperation): readonly RemoteFileName[] => FILES[operation];

/** How a remote engine serves a procedure. Plain data in the procedure's definition. */
export interface RemoteUse {
  /** Operations that serve it, the most suitable first. The model's first match that the given files allow is used. */
  readonly operations: readonly RemoteOperation[];
  /** The area to paint: the source of the role `mask`, or what the sizes of the frame add to the image. */
  readonly area?: 'mask' | 'frame';
  /** What is painted, for a procedure without a prompt. */
  readonly prompt?: string;
  readonly negativePrompt?: string;
  /** What operations that follow instructions are told; `{prompt}` stands for the words and the style. */
  readonly instruction?: string;
  /** The slot of a file, where the procedure names it otherwise. */
  readonly from?: Readonly<Partial<Record<RemoteFileName, SlotName>>>;
  /** Settings of the procedure without effect, by the operation that serves it. */
  readonly ignores?: Readonly<Partial<Record<RemoteOperation, readonly string[]>>>;
}

/** The operation by which a model serves a procedure; undefined if it cannot. */
export const operationFor = (use: RemoteUse, served: readonly RemoteOperation[]): RemoteOperation | undefined =>
  use.operations.find((operation) => served.includes(operation));

/** The slot from which an operation's file comes. */
export const slotOfFile = (use: RemoteUse, file: RemoteFileName): SlotName => use.from?.[file] ?? file;

const kindOfFile = (file: RemoteFileName): GivenKind => (file === 'video' || file === 'audio' ? file : 'image');

/**
 * A procedure's operations for which all files are given.
 * @param given the kind of the file in each filled slot
 */
export const operationsWith = (
  use: RemoteUse,
  given: Readonly<Partial<Record<SlotName, GivenKind>>>,
): readonly RemoteOperation[] =>
  use.operations.filter((operation) =>
    FILES[operation].every((file) => given[slotOfFile(use, file)] === kindOfFile(file)),
  );
