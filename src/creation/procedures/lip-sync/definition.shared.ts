import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, type Result } from '../../../kernel/result.js';
import { SPOKEN_LANGUAGES, VOICES } from '../../../engine/options.shared.js';
import { RESOLUTIONS } from '../../../engine/sizes.shared.js';
import { maybe, one, perSecond, SECONDS, VIDEO_FORM } from '../common.shared.js';
import { defineProcedure, type LengthRange, type Plan, type SourceFacts } from '../define.shared.js';
import { even, isOutside, MIN_SIDE, tooSmall, videoPlan, videoSizeOf, wholeFrames, within } from '../sizes.shared.js';
import { REFUSALS } from './refusals.shared.js';

/**
 * Limits of a video for lip sync: minimum short side, maximum long side, duration, and bytes. The limits themselves are
 * refused. Pixels, seconds, bytes.
 */
const FACE_VIDEO = {
  shortAbove: 720,
  longBelow: 1_920,
  longerThan: 2,
  shorterThan: 10,
  bytesBelow: 100_000_000,
} as const;

/** Duration of a recording for lip sync, in seconds. */
const SPEECH: LengthRange = { min: 1, max: 30 };

/** Seconds by which a trimmed video may differ from the requested duration, because of its container. */
const CODED_SECONDS = 0.1;

/**
 * Checks a video for lip sync.
 * @returns LIP_SYNC_VIDEO_SIZE, LIP_SYNC_VIDEO_DIMENSION {width, height}, LIP_SYNC_VIDEO_DURATION {seconds}
 */
function ofFaceVideo(
  { width, height, seconds, bytes = 0 }: SourceFacts & { readonly seconds: number },
  longSide: number,
): Result<Plan, ProductError> {
  if (bytes >= FACE_VIDEO.bytesBelow) return err(productError('LIP_SYNC_VIDEO_SIZE'));
  if (Math.min(width, height) <= FACE_VIDEO.shortAbove || Math.max(width, height) >= FACE_VIDEO.longBelow)
    return err(productError('LIP_SYNC_VIDEO_DIMENSION', { width, height }));
  if (seconds <= FACE_VIDEO.longerThan || seconds >= FACE_VIDEO.shorterThan)
    return err(productError('LIP_SYNC_VIDEO_DURATION', { seconds: Math.round(seconds * 10) / 10 }));
  return videoPlan(even(within({ width, height }, longSide)), wholeFrames(seconds));
}

/** A face that speaks the prompt or a recording. */
export const definition = defineProcedure(
  {
    id: 'lipSync.createLipSyncTask',
    key: 'lipSync',
    href: '/tools/lip-sync',
    ...VIDEO_FORM,
    prompt: 'optional',
    emptyPrompt: 'nothing-said',
    likeness: true,
    slots: { face: one('image', 'video'), audio: maybe('audio') },
    options: {
      language: { kind: 'choice', values: SPOKEN_LANGUAGES, initial: 'en' },
      voice: { kind: 'choice', values: VOICES, initial: 'woman' },
      seconds: SECONDS,
    },
    provenance: 'composed',
    formType: 'lip_sync',
    result: { face: true, sound: true },
    refusals: REFUSALS,
    needs: { face: 'speaker' },
    experimental: true,
    remote: {
      operations: ['lip-sync', 'talking-image'],
      from: { image: 'face', video: 'face' },
      prompt: 'The person speaks to the camera.',
    },
    models: [
      {
        id: 'lip-sync-kokoro-1',
        name: 'Lip sync, Kokoro 82M 1.0',
        typicalMs: 45_000,
        longSide: 1_920,
        cost: perSecond(
          [
            [1_280 * 1_280, 60],
            [1_920 * 1_920, 120],
          ],
          1,
        ),
        needs: 'kokoro',
      },
      {
        id: 'lip-sync',
        name: 'Lip sync',
        typicalMs: 30_000,
        longSide: 1_920,
        cost: perSecond(
          [
            [1_280 * 1_280, 60],
            [1_920 * 1_920, 120],
          ],
          1,
        ),
        needs: 'speech',
      },
    ],
  },
  {
    /**
     * A video from an image is as long as the recording or the chosen duration. A given video keeps its duration, and
     * the recording may not be longer.
     */
    plan: ({ seconds: chosen }, sources, longSide) => {
      const face = sources.find(({ role }) => role === 'face');
      if (face === undefined) return err(productError('IMAGE_NOT_FOUND', { input: 'face' }));
      const spoken = sources.find(({ role }) => role === 'audio')?.seconds;
      const max = face.seconds ?? SPEECH.max;
      if (spoken !== undefined && isOutside(spoken, { min: SPEECH.min, max }))
        return err(
          productError('INPUT_INVALID_FOR_SERVICE', {
            input: 'audio',
            reason: 'recording-length',
            least: SPEECH.min,
            most: Math.floor(max * 10) / 10,
          }),
        );
      if (face.seconds !== undefined) return ofFaceVideo({ ...face, seconds: face.seconds }, longSide);
      if (Math.min(face.width, face.height) < MIN_SIDE) return tooSmall('face');
      const side = Math.min(RESOLUTIONS['720p'], longSide, Math.max(face.width, face.height));
      return videoPlan(videoSizeOf(face, side), spoken === undefined ? chosen : wholeFrames(spoken));
    },
    // Connected engines move the mouth to a recording; few of them speak, and none in all languages.
    remoteProblem: (_options, { audio }) => (audio === undefined ? 'engine-recording' : undefined),
    // A recording replaces the prompt.
    demand: (_options, given) => ({ prompt: given.has('audio') ? 'none' : 'required' }),
    videoLength: () => ({ min: FACE_VIDEO.longerThan + CODED_SECONDS, max: FACE_VIDEO.shorterThan - CODED_SECONDS }),
    unused: (_options, { audio, face }) => [
      ...(audio === undefined ? [] : ['language', 'voice']),
      ...(audio === undefined && face !== 'video' ? [] : ['seconds']),
    ],
  },
);
