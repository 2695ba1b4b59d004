import { findFfmpeg, type ProgramChoice, type Programs } from './engine/ffmpeg.js';

/** What of the configuration says which FFmpeg is used. */
export interface ProgramsConfig {
  readonly publicUrl?: string;
  readonly ffmpegPath?: string;
  readonly ffprobePath?: string;
}

/**
 * Which FFmpeg may be used. A public service, known by its https address, decodes strangers' files: the packaged FFmpeg,
 * which gets no security updates, is not used there.
 */
export const programChoice = ({ publicUrl, ffmpegPath, ffprobePath }: ProgramsConfig): ProgramChoice => ({
  packaged: publicUrl?.startsWith('https:') !== true,
  ...(ffmpegPath === undefined ? {} : { ffmpeg: ffmpegPath }),
  ...(ffprobePath === undefined ? {} : { ffprobe: ffprobePath }),
});

/** Where FFmpeg is: looked for when first needed, and again after a failure, for an operator may have installed it meanwhile. */
export class ProgramFinder {
  private found: Promise<Programs> | undefined;

  constructor(private readonly choice: ProgramChoice = {}) {}

  /** @throws ProgramFault `missing` */
  readonly find = (): Promise<Programs> => (this.found ??= findFfmpeg(this.choice).catch((error: unknown) => {
    this.found = undefined;
    throw error;
  }));
}
