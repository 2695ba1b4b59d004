import { findFfmpeg, type Programs } from './engine/ffmpeg.js';

/** Where FFmpeg is: looked for when first needed, and again after a failure, for an operator may have installed it meanwhile. */
export class ProgramFinder {
  private found: Promise<Programs> | undefined;

  /** @param configured paths that must be used when given */
  constructor(private readonly configured: Parameters<typeof findFfmpeg>[0] = {}) {}

  /** @throws ProgramFault `missing` */
  readonly find = (): Promise<Programs> => (this.found ??= findFfmpeg(this.configured).catch((error: unknown) => {
    this.found = undefined;
    throw error;
  }));
}
