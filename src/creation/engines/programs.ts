import { defined } from '../../kernel/defined.shared.js';
import { wordsOf } from '../../kernel/thrown.js';
import { findFfmpeg, type ProgramChoice, type Programs } from '../../engine/ffmpeg.js';

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
  ...defined({ ffmpeg: ffmpegPath, ffprobe: ffprobePath }),
});

/** What a start finds of FFmpeg: a pair that works, none while the packaged one may be fetched, or none. `why` is for the operator. */
export type FfmpegAtStart = { readonly state: 'found' } | { readonly state: 'fetchable' | 'missing'; readonly why: string };

/** Looks for FFmpeg as the product will. The packaged one is not fetched for an operator who names a path: they want no other. */
export async function ffmpegAtStart(config: ProgramsConfig): Promise<FfmpegAtStart> {
  const choice = programChoice(config);
  const isFetchable = choice.packaged === true && choice.ffmpeg === undefined && choice.ffprobe === undefined;
  return findFfmpeg(choice).then(
    () => ({ state: 'found' }),
    (error: unknown) => ({ state: isFetchable ? 'fetchable' : 'missing', why: wordsOf(error) }),
  );
}

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
