import sharp from 'sharp';
import {
  NEVER_ABORTED,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import { clipsOf, slotOf } from '../../../engine/sources.shared.js';
import { cutsOf } from '../../../engine/timeline.shared.js';
import type { Technique } from '../technique.js';

/** Whether a clip is an image. A short test is enough, because uploads accept only a few types. */
const isImage = async (path: string): Promise<boolean> =>
  sharp(path)
    .metadata()
    .then(
      () => true,
      () => false,
    );

/** Cuts the clips together as the timeline says. */
export const technique: Technique<'videoEdit.createVideoEdit'> = async (
  job,
  { timeline, framing, loud, bed, bedLoud },
  report,
) => {
  const { editVideo } = await import('../../../engine/local/video/edit/edit.js');
  const given = await Promise.all(
    job.sources
      .filter(({ role }) => slotOf(role) === 'clip')
      .map(async ({ role, path }) => {
        const still = await isImage(path);
        return {
          role,
          path,
          isImage: still,
          ...(still ? {} : { seconds: (await readVideo(job, role, report)).facts.seconds }),
        };
      }),
  );
  const clips = clipsOf(given);
  const options = {
    cuts: cutsOf(timeline, clips),
    texts: timeline.texts,
    fit: framing,
    loud,
    bedLoud,
    ...(bed === 'none' ? {} : { bed }),
    ...videoOptions(job),
  };
  return videoResult(
    job,
    editVideo(
      new Map(clips.map((clip) => [clip.number, clip])),
      options,
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
