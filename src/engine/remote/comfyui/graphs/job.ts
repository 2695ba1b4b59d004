import type { RemoteJob } from '../../port.js';

/** A job whose files are uploaded. */
export interface GraphJob extends Pick<
  RemoteJob,
  'operation' | 'prompt' | 'negativePrompt' | 'seed' | 'width' | 'height' | 'seconds' | 'loras'
> {
  /** Name of the start image at the server, and how far to depart from it, 0 to 1. */
  readonly start?: string;
  readonly strength?: number;
  readonly mask?: string;
}
