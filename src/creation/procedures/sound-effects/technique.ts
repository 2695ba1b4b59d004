import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { requestedSounds, writeSound, writeSoundFor } from '../../../engine/local/audio/soundtrack.js';
import type { Job, JobResult } from '../../../engine/local/job.js';
import {
  hasSource,
  NEVER_ABORTED,
  promptOptions,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
  type Report,
} from '../../../engine/local/job-context.js';
import type { Raster } from '../../../engine/local/scene/scene.js';
import { encodeMp4, videoPath, putSound } from '../../../engine/local/video/io/encode.js';
import { framesOf } from '../../../engine/local/video/io/source.js';
import { VIDEO_FPS } from '../../../engine/sizes.shared.js';
import type { ParamsOf } from '../registry.shared.js';
import type { Technique } from '../technique.js';

/** Adds sound effects from the prompt, to a given video or to one drawn from the same prompt. */
export const technique: Technique<'audioVideo.createAudioVideo'> = async (job, params, report) =>
  hasSource(job, 'video') ? underVideo(job, params, report) : withDrawnVideo(job, report);

async function underVideo(
  job: Job,
  { ownSound }: ParamsOf<'audioVideo.createAudioVideo'>,
  report: Report,
): Promise<JobResult> {
  const { effects } = requestedSounds(job.prompt);
  const [{ path: given, facts }, place] = [await readVideo(job, 'video', report), await videoWorkspace(job)];
  const { width, height, seconds, seed } = job;
  const step = workProgress(report);
  step({ fraction: 0.05 });
  const sound = await writeSoundFor({ path: given, facts }, { effects, seconds, seed }, ownSound, place);
  step({ fraction: 0.4 });
  const path = videoPath(place);
  const frames = Math.round(seconds * VIDEO_FPS);
  let [poster, count]: [Raster | undefined, number] = [undefined, 0];
  const seen = async function* (): AsyncGenerator<Raster> {
    for await (const frame of framesOf(place.programs, given, { width, height, fps: VIDEO_FPS, seconds })) {
      poster ??= frame;
      count += 1;
      if (count % 10 === 0) step({ fraction: 0.4 + (0.6 * count) / frames, partial: frame });
      yield frame;
    }
  };
  await encodeMp4(place.programs, { width, height, fps: VIDEO_FPS, frames: seen(), sound: { path: sound }, path });
  if (poster === undefined) throw new Error('a video without frames');
  return videoResult(job, Promise.resolve({ mp4: path, poster }));
}

async function withDrawnVideo(job: Job, report: Report): Promise<JobResult> {
  const { effects } = requestedSounds(job.prompt);
  const { videoFromText } = await import('../../../engine/local/video/generate/from-text.js');
  const place = await videoWorkspace(job);
  report('understanding', 0);
  const { mp4, poster } = await videoFromText(
    { ...promptOptions(job), ...videoOptions(job) },
    place,
    workProgress(report),
    NEVER_ABORTED,
  );
  const sound = await writeSound({ effects, seconds: job.seconds, cuts: [], seed: job.seed }, place.dir);
  const silent = join(place.dir, 'silent.mp4');
  await rename(mp4, silent);
  await putSound(place.programs, { video: silent, seconds: job.seconds, sound: { path: sound }, path: mp4 });
  return videoResult(job, Promise.resolve({ mp4, poster }));
}
