import { open, stat } from 'node:fs/promises';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { ProgramFault, type Programs } from '../../../engine/ffmpeg.js';
import { UPLOAD_LIMITS, type UploadPurpose, type UploadRefusal } from '../upload.shared.js';
import { notOfKind, type Cutting } from '../cutting.shared.js';
import { refusal } from '../upload.js';
import { inspectInChild, type ChildLimits } from './child.js';
import type { ImageJob } from './job.js';
import { sniff, SNIFF_BYTES, type Sniffed } from '../../../platform/sniff.js';
import type { Taken } from './taken.js';
import { Semaphore } from '../../../platform/concurrency/semaphore.js';
import { isSoundKind, takeSoundFile, type SoundKind } from './audio.js';
import { trimVideo } from './trim.js';
import { takeVideo, type ImageForm } from './video.js';

export interface InspectorOptions {
  /** Finds FFmpeg; called when the first video arrives. */
  readonly programs: () => Promise<Programs>;
  /** Maximum files inspected at once; default two. */
  readonly atOnce?: number;
  readonly child?: ChildLimits;
}

const pixelsRefused = (width: number, height: number): ProductError =>
  productError('RESOLUTION_LIMIT_EXCEEDED', { width, height, pixels: UPLOAD_LIMITS.pixels, side: UPLOAD_LIMITS.side });

/**
 * Detects a file's type from its content alone, and writes it again in the stored format. Files are never decoded in
 * this process.
 */
export class Inspector {
  private readonly looks: Semaphore;
  /** Trims take minutes, so they have their own limit and do not delay uploads. */
  private readonly trims = new Semaphore(1);

  constructor(private readonly options: InspectorOptions) {
    this.looks = new Semaphore(options.atOnce ?? 2);
  }

  /**
   * @param from the received file; it is not removed
   * @param to path for the result, without an extension; a video's poster is written next to it
   * @returns what was written; or a refusal: INPUT_INVALID_FOR_SERVICE (with `reason`) or RESOLUTION_LIMIT_EXCEEDED for
   * what the user can fix, IMAGE_UPLOAD_FAILED or ENGINE_UNAVAILABLE if it could not be inspected
   */
  async take(from: string, to: string, purpose: UploadPurpose): Promise<Result<Taken, ProductError>> {
    const kind = sniff(await head(from));
    const refused = refuseKind(kind, purpose);
    if (refused !== undefined) return err(refused);
    if (purpose === 'audio' && isSoundKind(kind)) return this.looks.run(() => this.sound(from, to, kind));
    if (kind === 'mp4' || kind === 'webm') return this.looks.run(() => this.video(from, to, kind));
    return this.looks.run(() => this.image(from, to, formOf(purpose), kind));
  }

  /**
   * Cuts a part out of a stored image or video, and takes that part in.
   * @param from,to as for `take`; a part of a lossless image is lossless too
   * @param signal aborts the cut
   * @returns as `take`; INPUT_INVALID_FOR_SERVICE {reason: 'trim-too-large'}
   * @throws the signal's reason
   */
  async cut(from: string, to: string, cutting: Cutting, signal?: AbortSignal): Promise<Result<Taken, ProductError>> {
    const kind = sniff(await head(from));
    const isVideo = kind === 'mp4' || kind === 'webm';
    if (isVideo !== (cutting.kind === 'trim')) return err(notOfKind(cutting.kind));
    if (cutting.kind === 'crop')
      return this.looks.run(() =>
        this.image(from, to, kind === 'png' ? 'lossless' : 'compact', kind, {
          left: cutting.left,
          top: cutting.top,
          width: cutting.width,
          height: cutting.height,
        }),
      );
    return this.byProgram(async (programs) => {
      const part = await this.trims.run(() =>
        trimVideo(programs, {
          path: from,
          to: `${to}.part`,
          container: kind === 'webm' ? 'webm' : 'mp4',
          part: cutting,
          signal,
        }),
      );
      return part.ok
        ? this.looks.run(() => takeVideo(programs, { from: part.value.path, to, kind: part.value.kind }, this.image))
        : part;
    });
  }

  private video(from: string, to: string, kind: 'mp4' | 'webm'): Promise<Result<Taken, ProductError>> {
    return this.byProgram((programs) => takeVideo(programs, { from, to, kind }, this.image));
  }

  private sound(from: string, to: string, kind: SoundKind): Promise<Result<Taken, ProductError>> {
    return this.byProgram((programs) => takeSoundFile(programs, { from, to, kind }, this.image));
  }

  private async byProgram(
    take: (programs: Programs) => Promise<Result<Taken, ProductError>>,
  ): Promise<Result<Taken, ProductError>> {
    try {
      return await take(await this.options.programs());
    } catch (error) {
      if (error instanceof ProgramFault && error.reason === 'missing') return err(productError('ENGINE_UNAVAILABLE'));
      throw error;
    }
  }

  /** Takes an image in by a child process; also used for a video's poster. */
  private readonly image = async (
    from: string,
    to: string,
    form: ImageForm,
    sniffed?: Sniffed,
    crop?: ImageJob['crop'],
  ): Promise<Result<Taken, ProductError>> => {
    const kind = sniffed ?? sniff(await head(from));
    if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp' && kind !== 'gif' && kind !== 'tiff' && kind !== 'avif')
      return err(refusal('not-a-picture'));
    const outcome = await inspectInChild(
      {
        from,
        to,
        kind,
        lossless: form !== 'compact',
        ...(form === 'alpha-mask' ? { alphaMask: true } : {}),
        ...defined({ crop }),
      },
      this.options.child,
    );
    switch (outcome.state) {
      case 'taken': {
        const { type, width, height, animated, notes, recipe } = outcome;
        return ok({ path: to, kind: 'image', type, width, height, animated, notes, ...defined({ recipe }) });
      }
      case 'too-large':
        return err(pixelsRefused(outcome.width, outcome.height));
      case 'refused':
        return err(refusal(outcome.reason, defined({ limit: outcome.limit })));
      case 'limit':
        return err(refusal('too-complex'));
      case 'unwritten':
      case 'failed':
        return err(productError(crop === undefined ? 'IMAGE_UPLOAD_FAILED' : 'CROP_FAILED'));
      default:
        return outcome satisfies never;
    }
  };
}

async function head(path: string): Promise<Uint8Array> {
  if ((await stat(path)).size === 0) return new Uint8Array();
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const formOf = (purpose: UploadPurpose): ImageForm =>
  purpose === 'alpha-mask' ? purpose : purpose === 'mask' ? 'lossless' : 'compact';

const WANTED = {
  image: 'not-a-picture',
  mask: 'not-a-picture',
  'alpha-mask': 'not-a-picture',
  video: 'not-a-video',
  audio: 'not-a-recording',
} as const satisfies Readonly<Record<UploadPurpose, UploadRefusal>>;

function refuseKind(kind: Sniffed, purpose: UploadPurpose): ProductError | undefined {
  const other = (found: 'video' | 'image' | 'audio'): ProductError => refusal(WANTED[purpose], { found });
  switch (kind) {
    case 'empty':
      return refusal('empty');
    case 'svg':
      return refusal('svg');
    case 'heic':
      return refusal('heic');
    case 'unknown':
      return refusal(WANTED[purpose]);
    // The same container may hold audio only.
    case 'mp4':
      return purpose === 'video' || purpose === 'audio' ? undefined : other('video');
    case 'webm':
      return purpose === 'video' ? undefined : other('video');
    case 'mp3':
    case 'wav':
    case 'ogg':
      return purpose === 'audio' ? undefined : other('audio');
    case 'jpeg':
    case 'png':
    case 'webp':
    case 'gif':
    case 'tiff':
    case 'avif':
      return purpose === 'video' || purpose === 'audio' ? other('image') : undefined;
    default:
      return kind satisfies never;
  }
}
