/** Tracks the face of the driving video. */
import type { Programs } from '../../../../ffmpeg.js';
import { ToolRefusal } from '../../../refusal.js';
import { within } from '../../../photo/resample.js';
import { videoFacts, framesOf } from '../../io/source.js';
import { trackFace } from '../track-face.js';
import type { Points } from './retarget.js';

/** Longer side of the examined frames, pixels. */
const SIDE = 480;

/** Landmarks of frames without a face are interpolated from neighbouring frames. */
function filled(seen: readonly (Points | undefined)[]): readonly Points[] {
  return seen.map((points, at) => {
    if (points !== undefined) return points;
    const before = seen.findLastIndex((one, index) => index < at && one !== undefined);
    const after = seen.findIndex((one, index) => index > at && one !== undefined);
    const [one, other] = [seen[before] ?? seen[after]!, seen[after] ?? seen[before]!];
    const share = before < 0 || after < 0 ? 0 : (at - before) / (after - before);
    return one.map((point, k) => ({
      x: point.x + (other[k]!.x - point.x) * share,
      y: point.y + (other[k]!.y - point.y) * share,
    }));
  });
}

/**
 * Tracks the single face in a video, smoothed over time.
 * @param onFrame called with the index of each frame read
 * @returns 68 points per frame, in pixels of the examined frames
 * @throws ToolRefusal NO_FACE_FOUND, INVALID_FACE_POSE {input: 'video'}, INPUT_INVALID_FOR_SERVICE {input: 'video',
 * reason: 'several-faces'}; ProgramFault when the video does not open; the signal's reason
 */
export async function faceTrack(
  programs: Programs,
  path: string,
  { seconds, fps }: { readonly seconds: number; readonly fps: number },
  onFrame: (index: number) => void,
  signal?: AbortSignal,
): Promise<readonly Points[]> {
  const facts = await videoFacts(programs, path, signal);
  const frames = framesOf(programs, path, { ...within(facts.width, facts.height, SIDE), fps, seconds }, signal);
  return filled(
    await trackFace(frames, onFrame, (cause) => cause ?? new ToolRefusal('NO_FACE_FOUND', { input: 'video' })),
  );
}
