/** What a model of a remote engine can do. Pure data, also loaded by the browser. */

/**
 * The operations of remote models. `inpaint` paints a prompt where the mask is white; `erase` fills the mask without a
 * prompt; `cut-out` removes the background.
 */
export const REMOTE_OPERATIONS = ['text-to-image', 'image-to-image', 'inpaint', 'erase', 'cut-out', 'upscale', 'text-to-video', 'image-to-video'] as const;
export type RemoteOperation = (typeof REMOTE_OPERATIONS)[number];

const VIDEO_OPERATIONS: ReadonlySet<RemoteOperation> = new Set(['text-to-video', 'image-to-video']);
/** Whether the result of an operation is a video. */
export const isVideoOperation = (operation: RemoteOperation): boolean => VIDEO_OPERATIONS.has(operation);

/** How a remote engine serves a procedure. Plain data in the procedure's definition. */
export interface RemoteUse {
  /** Operations that serve it, the most suitable first. The model's first match is used. */
  readonly operations: readonly RemoteOperation[];
  /** The area to paint: the source of the role `mask`, or what the sizes of the frame add to the image. */
  readonly area?: 'mask' | 'frame';
  /** What is painted, for a procedure without a prompt. */
  readonly prompt?: string;
  readonly negativePrompt?: string;
}

/** The operation by which a model serves a procedure; undefined if it cannot. */
export const operationFor = (use: RemoteUse, served: readonly RemoteOperation[]): RemoteOperation | undefined => use.operations.find((operation) => served.includes(operation));
