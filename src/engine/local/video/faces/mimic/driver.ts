/** The face of a video from frame to frame. */
import type { Programs } from '../../../../ffmpeg.js';
import { ToolRefusal } from '../../../refusal.js';
import { within } from '../../../photo/resample.js';
import { videoFacts, framesOf } from '../../io/source.js';
import { trackFace } from '../track-face.js';
import type { Points } from './retarget.js';

/** The longer side of what is looked at, pixels. */
const SIDE = 480;

/** Frames without a face are made up from those about them. */
function filled(seen: readonly (Points | undefined)[]): readonly Points[] {
  return seen.map((points, at) => {
    if (points !== undefined) return points;
    const before = seen.findLastIndex((one, index) => index < at && one !== undefined);
    const after = seen.findIndex((one, index) => index > at && one !== undefined);
    const [one, other] = [seen[before] ?? seen[after]!, seen[after] ?? seen[before]!];
    const share = before < 0 || after < 0 ? 0 : (at - before) / (after - before);
    return one.map((point, k) => ({ x: point.x + (other[k]!.x - point.x) * share, y: point.y + (other[k]!.y - point.y) * share }));
  });
}

/**
 * Follows the one face that a video shows, evened out in time.
 * @param onFrame which frame was read
 * @returns 68 points a frame, in pixels of the video as it was looked at
 * @throws ToolRefusal NO_FACE_FOUND, INVALID_FACE_POSE {input: 'video'}, INPUT_INVALID_FOR_SERVICE {input: 'video', reason: 'several-faces'}; ProgramFault when the video does not open; the signal's reason
 */
export async function faceTrack(programs: Programs, path: string, { seconds, fps }: { readonly seconds: number; readonly fps: number }, onFrame: (index: number) => void, signal?: AbortSignal): Promise<readonly Points[]> {
  const facts = await videoFacts(programs, path, signal);
  const frames = framesOf(programs, path, { ...within(facts.width, facts.height, SIDE), fps, seconds }, signal);
  return filled(await trackFace(frames, onFrame, (cause) => cause ?? new ToolRefusal('NO_FACE_FOUND', { input: 'video' })));
}
