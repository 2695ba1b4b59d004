import { defined } from '../../kernel/defined.shared.js';
import { wordsOf } from '../../kernel/thrown.js';
import { findFfmpeg, type ProgramChoice, type Programs } from '../../engine/ffmpeg.js';

/** Configuration that selects FFmpeg. */
export interface ProgramsConfig {
  readonly publicUrl?: string;
  readonly ffmpegPath?: string;
  readonly ffprobePath?: string;
}

/**
 * Selects the FFmpeg to use. A public service, recognised by its https address, decodes strangers' files. It never uses
 * the packaged FFmpeg, which gets no security updates.
 */
export const programChoice = ({ publicUrl, ffmpegPath, ffprobePath }: ProgramsConfig): ProgramChoice => ({
  packaged: publicUrl?.startsWith('https:') !== true,
  ...defined({ ffmpeg: ffmpegPath, ffprobe: ffprobePath }),
});

/**
 * Result of the search for FFmpeg at startup: a working pair, none while the packaged one may be fetched, or none.
 * `why` is for the operator.
 */
export type FfmpegAtStart =
  { readonly state: 'found' } | { readonly state: 'fetchable' | 'missing'; readonly why: string };

/**
 * Searches for FFmpeg in the same way as later use does. The packaged one is not fetched if the operator configured a
 * path, because they want no other.
 */
export async function ffmpegAtStart(config: ProgramsConfig): Promise<FfmpegAtStart> {
  const choice = programChoice(config);
  const isFetchable = choice.packaged === true && choice.ffmpeg === undefined && choice.ffprobe === undefined;
  return findFfmpeg(choice).then(
    () => ({ state: 'found' }),
    (error: unknown) => ({ state: isFetchable ? 'fetchable' : 'missing', why: wordsOf(error) }),
  );
}

/** Finds FFmpeg on first use. After a failure it searches again, since an operator may have installed it meanwhile. */
export class ProgramFinder {
  private found: Promise<Programs> | undefined;

  constructor(private readonly choice: ProgramChoice = {}) {}

  /** @throws ProgramFault `missing` */
  readonly find = (): Promise<Programs> =>
    (this.found ??= findFfmpeg(this.choice).catch((error: unknown) => {
      this.found = undefined;
      throw error;
    }));
}
