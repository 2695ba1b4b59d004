// Demos of subjects to video and animated videos: two samples moving through a scene from text, and two as an animated
// video. Run by `samples.mjs`.
import { animeVideo } from '../../dist/engine/local/video/anime/anime-video.js';
import { videoFromSubjects } from '../../dist/engine/local/video/generate/from-subjects.js';
import { keep } from './heard.mjs';

const FPS = 25;
const quiet = () => undefined;

/** The demos, by the tools' ids. @param out working folder and programs; files are written to `folder` */
export async function puppetDemos({ robot, car, lake }, out, folder) {
  const cast = await videoFromSubjects(
    [robot, car],
    {
      prompt: 'a robot and a red car walk on a beach at sunset',
      seed: 5,
      seconds: 4,
      fps: FPS,
      width: 640,
      height: 360,
    },
    out,
    quiet,
    new AbortController().signal,
  );
  const shown = { cast: await keep('cast', folder, cast, '640 / 360') };
  const drawn = await animeVideo(
    [lake, robot],
    { prompt: '', look: 'cel', hold: 2, seed: 5, seconds: 4, fps: FPS, width: 640, height: 430 },
    out,
    quiet,
    new AbortController().signal,
  );
  return { ...shown, anime: await keep('anime', folder, drawn, '640 / 430') };
}
