import { readFile } from 'node:fs/promises';
import type { ProductError } from '../../../kernel/errors.shared.js';
import { ok, type Result } from '../../../kernel/result.js';
import { CheckMedia, type MediaRule } from '../../../moderation/index.js';
import type { BlobHash, Blobs } from '../../../platform/blobs/port.js';
import type { Programs } from '../../../engine/ffmpeg.js';
import type { Media } from '../../../engine/port.js';
import { inWorkspace } from '../run/workspace.js';
import { sampleFrames } from '../run/sample-frames.js';
import type { Source } from '../task.state.js';
import type { TextChecks } from './words-check.js';
import { Semaphore } from '../../../platform/concurrency/semaphore.js';

/**
 * Moderates a source of a creation, or with `after` a result that is to be published.
 * @returns SENSITIVE_IMAGE or UNEXPECTED_MODERATION, each with {input}, if it must not be used
 */
export type CheckSource = (source: Source, when?: 'before' | 'after') => Promise<Result<void, ProductError>>;

/**
 * Moderates a result before anybody sees it.
 * @param hash of the media's bytes
 * @returns SENSITIVE_CONTENT or UNEXPECTED_MODERATION if it must not be delivered
 */
export type CheckResult = (hash: BlobHash, media: Media, signal: AbortSignal) => Promise<Result<void, ProductError>>;

/** Moderation of the inputs and outputs of creations. */
export interface ContentChecks extends TextChecks {
  readonly checkSource: CheckSource;
  readonly checkResult: CheckResult;
}

export interface MediaCheckDeps {
  /** Queries Moderation. */
  readonly ask: (query: CheckMedia) => Promise<Result<void, ProductError>>;
  readonly blobs: Pick<Blobs, 'read'>;
  readonly programs: () => Promise<Programs>;
  /** Private folder of this process for videos under moderation. */
  readonly folder: string;
}

/** Maximum sources decoded at once, for all users. */
const AT_ONCE = 2;

/** The rule for media of a type. */
export const ruleFor = (type: string, when: 'before' | 'after'): MediaRule =>
  `${type.startsWith('video/') ? 'frames' : 'image'}.${when}`;

/**
 * Moderates inputs and outputs: images as a whole, videos by sample frames. Both checks throw StoreUnavailable;
 * `CheckResult` also throws the signal's reason.
 */
export function createMediaCheck({
  ask,
  blobs,
  programs,
  folder,
}: MediaCheckDeps): Omit<ContentChecks, keyof TextChecks> {
  const semaphore = new Semaphore(AT_ONCE);
  const seenIn = async (source: Source): Promise<readonly Uint8Array[]> =>
    semaphore.run(() =>
      inWorkspace({ blobs, workFolder: folder }, { sources: [source] }, async ({ sources }) => {
        const [{ path } = { path: '' }] = sources;
        return source.type.startsWith('video/') ? sampleFrames(await programs(), path) : [await readFile(path)];
      }),
    );
  return {
    // Audio has nothing visible to check.
    checkSource: async (source, when = 'before') =>
      source.type.startsWith('audio/')
        ? ok(undefined)
        : ask(
            new CheckMedia(source.hash, { kind: 'input', input: source.role }, ruleFor(source.type, when), () =>
              seenIn(source),
            ),
          ),
    checkResult: (hash, media, signal) =>
      ask(
        new CheckMedia(
          hash,
          { kind: 'result' },
          ruleFor(media.type, 'after'),
          async () => {
            switch (media.type) {
              case 'image/png':
                return [media.bytes];
              case 'video/mp4':
              case 'video/webm':
                return [media.poster, ...(await sampleFrames(await programs(), media.path, signal))];
              default:
                return media satisfies never;
            }
          },
          signal,
        ),
      ),
  };
}
