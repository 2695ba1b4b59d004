import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { VIDEO_FPS } from '../../../creation/procedures/params.shared.js';
import type { Job, JobResult } from '../job.js';
import { filmOptions, filmPlace, givenFilm, image, told, working, words, type Of, type Report } from '../making.js';
import type { Raster } from '../scene/scene.js';
import { wished, writeSound, writeSoundFor } from '../audio/soundtrack.js';
import { encodeMp4, filmPath, putSound } from '../video/io/encode.js';
import { framesOf } from '../video/io/source.js';

/** Makers of what is heard. */

type SoundParams = Of<'audioVideo.createAudioVideo'>;

/** A film with sound effects of words: under a film that was given, or with one that is drawn from the same words. */
export async function sounded(job: Job, params: SoundParams, report: Report): Promise<JobResult> {
  return job.sources.some(({ role }) => role === 'video') ? underFilm(job, params, report) : withDrawnFilm(job, report);
}

async function underFilm(job: Job, { ownSound }: SoundParams, report: Report): Promise<JobResult> {
  const { effects } = wished(job.prompt);
  const [{ path: given, facts }, place] = [await givenFilm(job, 'video', report), await filmPlace(job)];
  const { width, height, seconds, seed } = job;
  const step = working(report);
  step({ fraction: 0.05 });
  const sound = await writeSoundFor({ path: given, facts }, { effects, seconds, seed }, ownSound, place);
  step({ fraction: 0.4 });
  const path = filmPath(place);
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
  if (poster === undefined) throw new Error('a film without a frame');
  return result(job, path, poster);
}

async function withDrawnFilm(job: Job, report: Report): Promise<JobResult> {
  const { effects } = wished(job.prompt);
  const { videoFromText } = await import('../video/generate/from-text.js');
  const place = await filmPlace(job);
  report('understanding', 0);
  const { mp4, poster } = await videoFromText({ ...words(job), ...filmOptions(job) }, place, working(report), new AbortController().signal);
  const sound = await writeSound({ effects, seconds: job.seconds, cuts: [], seed: job.seed }, place.dir);
  const silent = join(place.dir, 'silent.mp4');
  await rename(mp4, silent);
  await putSound(place.programs, { film: silent, seconds: job.seconds, sound: { path: sound }, path: mp4 });
  return result(job, mp4, poster);
}

async function result(job: Job, path: string, poster: Raster): Promise<JobResult> {
  const bytes = await image(poster).removeAlpha().png({ compressionLevel: 6 }).toBuffer();
  return { media: { type: 'video/mp4', path, poster: bytes }, width: job.width, height: job.height, ...told(job) };
}
