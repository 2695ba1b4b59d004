import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { EDIT, RESOLUTIONS, SOURCE_ROLES, TEMPLATES, UPSCALE, VIDEO_FPS, cutsOf, endOf, pictureSize, placedCuts, slotOf, type Aspect, type Params, type PlainParams, type Resolution, type SourceRole, type UncropFrame } from './params.shared.js';

/** What is known of a picture or video that is given: probed by the server, never taken from what a client says. */
export interface SourceFacts {
  readonly role: SourceRole;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of a video. */
  readonly seconds?: number;
  readonly bytes?: number;
  /** Of one's own results: milliseconds since it was asked for. */
  readonly ageMs?: number;
}

/** What one output will be. */
export interface Plan {
  readonly media: 'image' | 'video';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** 0 for pictures. */
  readonly seconds: number;
}

/** Shortest side of a picture that can be worked on, pixels. */
export const LEAST_SIDE = 64;

/**
 * The size and length of what a creation makes: the same function for the price on the button and for the work itself.
 * @param sources one for each role that the call takes
 * @param longSide of the model, pixels
 * @returns the plan, or IMAGE_SIZE_REQUIRED, IMAGE_NOT_FOUND {input}, INPUT_INVALID_FOR_SERVICE {input, reason}, UPSCALE_SIZE_TOO_LARGE {limit},
 *   UPSCALE_MODE_NOT_SUPPORTED (smaller than the picture is), UPSCALE_CAPABILITY_NOT_SUPPORTED {limit} (seconds of 4K), RESOLUTION_LIMIT_EXCEEDED {limit}, VIDEO_NOT_FOUND, DURATION_LIMIT {least, most, seconds}, VIDEO_EXTENSION_NOT_SUPPORTED,
 *   LIP_SYNC_VIDEO_SIZE, LIP_SYNC_VIDEO_DIMENSION {width, height}, LIP_SYNC_VIDEO_DURATION {seconds}
 */
export function planOf(params: Params, sources: readonly SourceFacts[], longSide: number): Result<Plan, ProductError> {
  switch (params.procedure) {
    case 'text2Image.create':
      return ok({ media: 'image', ...pictureSize(params.aspect, longSide), seconds: 0 });
    case 'video.createVideoByText':
    case 'video.createVideoByTextV2':
      return ok({ media: 'video', ...filmShape(params.aspect, params.resolution), seconds: params.seconds });
    case 'image2Image.create':
      return ofImage(sources, (image) => ok({ media: 'image', ...within(image, longSide), seconds: 0 }));
    case 'imageTools.upscale':
      return ofImage(sources, (image) => upscaledImage(image, params));
    case 'imageTools.objectRemover':
    case 'imageTools.painting':
      return ofImage(sources, (image) => withMask(image, sources));
    case 'imageTools.backgroundRemover':
    case 'imageTools.backgroundChanger':
    case 'imageTools.faceSwap':
      return ofImage(sources, ({ width, height }) => ok({ media: 'image', width, height, seconds: 0 }));
    case 'task.createFaceSwapTask':
      return facesSwapped(sources, longSide);
    case 'imageTools.uncrop':
      return ofImage(sources, (image) => widened(image, params));
    case 'aiShorts.create':
      return ok({ media: 'video', ...even(pictureSize('9:16', RESOLUTIONS['720p'])), seconds: params.seconds });
    case 'audioVideo.createAudioVideo':
      return sources.length > 0 ? ofVideo(sources, (video) => ok({ media: 'video', ...even(within(video, longSide)), seconds: wholeFrames(video.seconds) }))
        : ok({ media: 'video', ...even(pictureSize('16:9', RESOLUTIONS['720p'])), seconds: params.seconds });
    case 'lipSync.createLipSyncTask':
      return speaking(sources, params.seconds, longSide);
    case 'template2Image.create':
      return sources.length === 0 ? laidOut(params.design, longSide) : ofImages(sources, () => laidOut(params.design, longSide));
    case 'template2Image.modelFitting':
      return ofImage(sources, ({ width, height }) => ofImages(sources, () => ok({ media: 'image', width, height, seconds: 0 })));
    case 'template2Image.productPromotionalImage':
      return ofImage(sources, () => ok({ media: 'image', ...pictureSize(params.aspect, longSide), seconds: 0 }));
    case 'video.createVideoByVideo':
      return ofVideo(sources, (video) => ok({ media: 'video', ...even(within(video, longSide)), seconds: wholeFrames(video.seconds) }));
    case 'video.createActionImitation':
      return ofImage(sources, (image) => ofVideo(sources, (video) => ok({ media: 'video', ...even(within(image, longSide)), seconds: wholeFrames(video.seconds) })));
    case 'video.videoExtender':
      return extended(sources, params.added, longSide);
    case 'video.upscaleVideo':
      return upscaledFilm(sources, params.width);
    case 'video.videoObjectRemover':
      return ofVideo(sources, (video) => masked(video, sources) ?? ok({ media: 'video', ...even(within(video, longSide)), seconds: wholeFrames(video.seconds) }));
    case 'videoTools.videoBackgroundRemover':
    case 'videoTools.videoSubtitlesRemove':
      return ofVideo(sources, (video) => ok({ media: 'video', ...even(within(video, longSide)), seconds: wholeFrames(video.seconds) }));
    case 'anime.createAnimatedVideo':
      return sources.length === 0 ? ok({ media: 'video', ...filmShape(params.aspect, params.resolution), seconds: params.seconds })
        : ofImages(sources, () => ok({ media: 'video', ...filmShape(params.aspect, params.resolution), seconds: params.seconds }));
    case 'video.createVideoByTemplate':
    case 'video.createVideoBySubjects':
      return ofImages(sources, () => ok({ media: 'video', ...filmShape(params.aspect, params.resolution), seconds: params.seconds }));
    case 'videoEdit.createVideoEdit':
      return edited(sources, params);
    case 'video.createVideoByImage':
    case 'video.createVideoByImageV2':
      return ofImage(sources, (image) => ok({ media: 'video', ...filmSize(image, RESOLUTIONS[params.resolution]), seconds: params.seconds }));
    default:
      return params satisfies never;
  }
}

/** Lengths of a video that can be used, seconds (specification section 5). */
export const VIDEO_USED = { least: 3, most: 30 } as const;
/** Seconds by which a video may pass a bound: what containers round. */
const ROUNDED = 0.05;

/**
 * A call that works on a video: it is there, large enough, and of a length that can be used.
 * @param bounds seconds; those of the specification's section 5 when left out
 * @param at its place in the form
 * @returns what `plan` gives; or VIDEO_NOT_FOUND, INPUT_INVALID_FOR_SERVICE {input, reason: 'too-small', least}, DURATION_LIMIT {least, most, seconds}
 */
export function ofVideo(
  sources: readonly SourceFacts[], plan: (video: SourceFacts & { readonly seconds: number }) => Result<Plan, ProductError>, bounds: { readonly least: number; readonly most: number } = VIDEO_USED, at: SourceRole = 'video',
): Result<Plan, ProductError> {
  const video = sources.find(({ role }) => role === at);
  if (video?.seconds === undefined) return err(productError('VIDEO_NOT_FOUND', { input: at }));
  const { seconds } = video;
  if (Math.min(video.width, video.height) < LEAST_SIDE) return err(productError('INPUT_INVALID_FOR_SERVICE', { input: at, reason: 'too-small', least: LEAST_SIDE }));
  if (seconds < bounds.least - ROUNDED || seconds > bounds.most + ROUNDED) return err(productError('DURATION_LIMIT', { ...bounds, seconds: Math.round(seconds) }));
  return plan({ ...video, seconds });
}

/** What can be extended: seconds at most, and days since it was made (specification section 5). */
export const EXTENDED = { mostSeconds: 180, mostDays: 30 } as const;
const DAY_MS = 86_400_000;

function extended(sources: readonly SourceFacts[], added: number, longSide: number): Result<Plan, ProductError> {
  const video = sources.find(({ role }) => role === 'video');
  const refused = (reason: string, limit: number) => err(productError('VIDEO_EXTENSION_NOT_SUPPORTED', { reason, limit }));
  if ((video?.seconds ?? 0) > EXTENDED.mostSeconds + ROUNDED) return refused('extension-too-long', EXTENDED.mostSeconds);
  if ((video?.ageMs ?? 0) > EXTENDED.mostDays * DAY_MS) return refused('extension-too-old', EXTENDED.mostDays);
  return ofVideo(sources, ({ seconds, ...size }) => ok({ media: 'video', ...even(within(size, longSide)), seconds: wholeFrames(seconds) + added }), { least: VIDEO_USED.least, most: EXTENDED.mostSeconds });
}

/**
 * A video whose mouth is moved: its short side is above, its long side, length and bytes are below (specification section 5, read as it is written: the
 * bounds themselves are refused). Pixels, seconds, bytes.
 */
export const LIP_SYNCED = { shortAbove: 720, longBelow: 1_920, longerThan: 2, shorterThan: 10, bytesBelow: 100_000_000 } as const;

/** Seconds of a recording that a face is to say. */
export const SPOKEN_FOR = { least: 1, most: 30 } as const;

/** A face that speaks: a picture's film is as long as the recording, or of the length that was chosen; a film is as long as it is, and a recording no longer. */
function speaking(sources: readonly SourceFacts[], chosen: number, longSide: number): Result<Plan, ProductError> {
  const face = sources.find(({ role }) => role === 'face');
  if (face === undefined) return err(productError('IMAGE_NOT_FOUND', { input: 'face' }));
  const said = sources.find(({ role }) => role === 'audio')?.seconds;
  const most = face.seconds ?? SPOKEN_FOR.most;
  if (said !== undefined && (said < SPOKEN_FOR.least - ROUNDED || said > most + ROUNDED)) return err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'audio', reason: 'recording-length', least: SPOKEN_FOR.least, most: Math.floor(most * 10) / 10 }));
  if (face.seconds !== undefined) return speakingFilm({ ...face, seconds: face.seconds }, longSide);
  const { width, height } = face;
  if (Math.min(width, height) < LEAST_SIDE) return err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'face', reason: 'too-small', least: LEAST_SIDE }));
  return ok({ media: 'video', ...filmSize(face, Math.min(RESOLUTIONS['720p'], longSide, Math.max(width, height))), seconds: said === undefined ? chosen : wholeFrames(said) });
}

/** The rules of a film that is to speak. @returns LIP_SYNC_VIDEO_SIZE, LIP_SYNC_VIDEO_DIMENSION {width, height}, LIP_SYNC_VIDEO_DURATION {seconds} */
function speakingFilm({ width, height, seconds, bytes = 0 }: SourceFacts & { readonly seconds: number }, longSide: number): Result<Plan, ProductError> {
  if (bytes >= LIP_SYNCED.bytesBelow) return err(productError('LIP_SYNC_VIDEO_SIZE'));
  if (Math.min(width, height) <= LIP_SYNCED.shortAbove || Math.max(width, height) >= LIP_SYNCED.longBelow) return err(productError('LIP_SYNC_VIDEO_DIMENSION', { width, height }));
  if (seconds <= LIP_SYNCED.longerThan || seconds >= LIP_SYNCED.shorterThan) return err(productError('LIP_SYNC_VIDEO_DURATION', { seconds: Math.round(seconds * 10) / 10 }));
  return ok({ media: 'video', ...even(within({ width, height }, longSide)), seconds: wholeFrames(seconds) });
}

/** What videos can be enlarged: seconds at most, from what long side on it is 4K (pixels), and for how many seconds that is made (specification section 5). */
export const UPSCALED_FILM = { mostSeconds: 180, over: 2_560, mostSecondsOver: 60 } as const;
function upscaledFilm(sources: readonly SourceFacts[], width: number): Result<Plan, ProductError> {
  return ofVideo(sources, (video) => {
    const sized = upscaled(video, width);
    if (!sized.ok) return sized;
    const size = even(sized.value);
    const isFourK = Math.max(size.width, size.height) > UPSCALED_FILM.over;
    if (isFourK && video.seconds > UPSCALED_FILM.mostSecondsOver + ROUNDED) return err(productError('UPSCALE_CAPABILITY_NOT_SUPPORTED', { limit: UPSCALED_FILM.mostSecondsOver }));
    return ok({ media: 'video', ...size, seconds: wholeFrames(video.seconds) });
  }, { least: VIDEO_USED.least, most: UPSCALED_FILM.mostSeconds });
}

/** What lies between a part of a film as it was asked for and as its container counts it, seconds. */
const CODED = 0.1;

/**
 * How long a film may be that a call is given, for a trimmer to keep within.
 * @param film its size in pixels
 * @returns seconds, both accepted
 */
export function filmLength(params: Params, { width, height }: Size): { readonly least: number; readonly most: number } {
  switch (params.procedure) {
    case 'lipSync.createLipSyncTask':
      return { least: LIP_SYNCED.longerThan + CODED, most: LIP_SYNCED.shorterThan - CODED };
    case 'video.videoExtender':
      return { least: VIDEO_USED.least, most: EXTENDED.mostSeconds };
    case 'video.upscaleVideo':
      return { least: VIDEO_USED.least, most: (params.width / width) * Math.max(width, height) > UPSCALED_FILM.over ? UPSCALED_FILM.mostSecondsOver : UPSCALED_FILM.mostSeconds };
    default:
      return VIDEO_USED;
  }
}

/** The clips that are given, in order, as a timeline calls them. */
export const clipsOf = <S extends Pick<SourceFacts, 'role' | 'seconds'>>(sources: readonly S[]): readonly (S & { readonly number: number })[] =>
  SOURCE_ROLES.filter((role) => slotOf(role) === 'clip').flatMap((role, index) => sources.filter((source) => source.role === role).map((source) => ({ ...source, number: index + 1 })));

/** A film that is cut together: every cut lies within its clip, and every text begins before the film ends. */
function edited(sources: readonly SourceFacts[], { timeline, aspect, resolution }: Extract<PlainParams, { procedure: 'videoEdit.createVideoEdit' }>): Result<Plan, ProductError> {
  const clips = clipsOf(sources);
  if (clips.length === 0) return err(productError('VIDEO_NOT_FOUND', { input: 'clip-1' }));
  const refused = (input: string, reason: string, limit: number) => err(productError('INPUT_INVALID_FOR_SERVICE', { input, reason, limit }));
  for (const { role, width, height, seconds } of clips) {
    if (Math.min(width, height) < LEAST_SIDE) return err(productError('INPUT_INVALID_FOR_SERVICE', { input: role, reason: 'too-small', least: LEAST_SIDE }));
    if (seconds !== undefined && (seconds < VIDEO_USED.least - ROUNDED || seconds > VIDEO_USED.most + ROUNDED)) return err(productError('DURATION_LIMIT', { ...VIDEO_USED, seconds: Math.round(seconds), input: role }));
  }
  const cuts = cutsOf(timeline, clips);
  for (const { clip: number, to } of cuts) {
    const clip = clips.find((one) => one.number === number);
    if (clip === undefined) return err(productError('VIDEO_NOT_FOUND', { input: `clip-${number}` }));
    if (to > endOf(clip) + ROUNDED * 1_000) return refused(clip.role, 'trim-outside', endOf(clip) / 1_000);
  }
  const seconds = placedCuts(cuts).frames / VIDEO_FPS;
  if (seconds * 1_000 < EDIT.least) return refused('timeline', 'edit-too-short', EDIT.least / 1_000);
  if (seconds * 1_000 > EDIT.most) return refused('timeline', 'edit-too-long', EDIT.most / 1_000);
  if (timeline.texts.some(({ from }) => from >= seconds * 1_000)) return refused('timeline', 'text-outside', seconds);
  return ok({ media: 'video', ...filmShape(aspect, resolution), seconds });
}

/** The length of a film of whole frames, seconds. */
export const wholeFrames = (seconds: number): number => Math.max(1, Math.round(seconds * VIDEO_FPS)) / VIDEO_FPS;

type Size = Pick<SourceFacts, 'width' | 'height'>;

function ofImage(sources: readonly SourceFacts[], plan: (image: SourceFacts) => Result<Plan, ProductError>): Result<Plan, ProductError> {
  const image = sources.find(({ role }) => role === 'image');
  if (image === undefined) return err(productError('IMAGE_NOT_FOUND', { input: 'image' }));
  if (Math.min(image.width, image.height) < LEAST_SIDE) return err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'too-small', least: LEAST_SIDE }));
  return plan(image);
}

/** A picture as large as it is, or a video no larger than the model makes them. */
function facesSwapped(sources: readonly SourceFacts[], longSide: number): Result<Plan, ProductError> {
  const target = sources.find(({ role }) => role === 'target');
  if (target === undefined) return err(productError('IMAGE_NOT_FOUND', { input: 'target' }));
  const { width, height, seconds } = target;
  if (seconds !== undefined) return ofVideo(sources, (video) => ok({ media: 'video', ...even(within(video, longSide)), seconds: wholeFrames(video.seconds) }), VIDEO_USED, 'target');
  return Math.min(width, height) < LEAST_SIDE ? err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'target', reason: 'too-small', least: LEAST_SIDE })) : ok({ media: 'image', width, height, seconds: 0 });
}

/** The same of a call that is made from several pictures: each is large enough. */
function ofImages(sources: readonly SourceFacts[], plan: () => Result<Plan, ProductError>): Result<Plan, ProductError> {
  if (sources.length === 0) return err(productError('IMAGE_NOT_FOUND'));
  const small = sources.find(({ width, height }) => Math.min(width, height) < LEAST_SIDE);
  return small === undefined ? plan() : err(productError('INPUT_INVALID_FOR_SERVICE', { input: small.role, reason: 'too-small', least: LEAST_SIDE }));
}

/** The size of a template: its own shape at the model's size. */
const laidOut = (design: keyof typeof TEMPLATES, longSide: number): Result<Plan, ProductError> => ok({ media: 'image', ...pictureSize(TEMPLATES[design], longSide), seconds: 0 });

/**
 * An image at the width or scale that was asked for; one of the two must be there. Widths are those of the specification's section 5: a scale
 * that comes to less gives the least width, or as much of it as the height leaves room for (adr/0063).
 */
function upscaledImage(image: Size, { width, scale }: Extract<Params, { procedure: 'imageTools.upscale' }>): Result<Plan, ProductError> {
  if (width !== undefined) return upscaled(image, width);
  if (scale === undefined) return err(productError('IMAGE_SIZE_REQUIRED'));
  const scaled = image.width * scale;
  if (scaled > UPSCALE.mostWidth) return err(productError('UPSCALE_SIZE_TOO_LARGE', { limit: UPSCALE.mostWidth }));
  const tallest = Math.floor((UPSCALE.mostSide * image.width) / image.height);
  return upscaled(image, Math.max(scaled, Math.min(UPSCALE.leastWidth, tallest)));
}

function upscaled(image: Size, width: number): Result<Plan, ProductError> {
  const height = Math.round((image.height * width) / image.width);
  if (width < image.width) return err(productError('UPSCALE_MODE_NOT_SUPPORTED', { width: image.width }));
  if (Math.max(width, height) > UPSCALE.mostSide) return err(productError('UPSCALE_SIZE_TOO_LARGE', { limit: UPSCALE.mostSide }));
  return ok({ media: 'image', width, height, seconds: 0 });
}

/** How far a picture may be widened: each side by its own size, and not beyond a model's. */
function widened(image: Size, { left, top, right, bottom }: UncropFrame): Result<Plan, ProductError> {
  const [width, height] = [image.width + left + right, image.height + top + bottom];
  const refused = (reason: string) => err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'frame', reason }));
  if (width === image.width && height === image.height) return refused('frame-empty');
  if (Math.max(left, right) > image.width || Math.max(top, bottom) > image.height) return refused('frame-too-wide');
  if (Math.max(width, height) > UPSCALE.mostSide) return err(productError('RESOLUTION_LIMIT_EXCEEDED', { limit: UPSCALE.mostSide }));
  return ok({ media: 'image', width, height, seconds: 0 });
}

function withMask({ width, height }: Size, sources: readonly SourceFacts[]): Result<Plan, ProductError> {
  return masked({ width, height }, sources) ?? ok({ media: 'image', width, height, seconds: 0 });
}

/** What is wrong with the mask of a picture or video; nothing where it is as large. */
function masked({ width, height }: Size, sources: readonly SourceFacts[]): Result<Plan, ProductError> | undefined {
  const mask = sources.find(({ role }) => role === 'mask');
  return mask?.width === width && mask.height === height ? undefined : err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason: 'size' }));
}

/** The size scaled down so that its long side is at most `longSide`. */
function within({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The size of a film of a shape that was chosen. 1080 is no multiple of 16. */
function filmShape(aspect: Aspect, resolution: Resolution): Size {
  return even(pictureSize(aspect, RESOLUTIONS[resolution], resolution === '1080p' ? 8 : 16));
}

/** The size of a film in a picture's shape, which is kept as far as 4 to 1: even sides. @param longSide pixels */
export function filmSize({ width, height }: Size, longSide: number): Size {
  const short = Math.max(longSide / 4, (longSide * Math.min(width, height)) / Math.max(width, height));
  return even(width >= height ? { width: longSide, height: short } : { width: short, height: longSide });
}

/** H.264 in 4:2:0 has sides of even length. */
function even({ width, height }: Size): Size {
  return { width: Math.max(2, Math.round(width / 2) * 2), height: Math.max(2, Math.round(height / 2) * 2) };
}
