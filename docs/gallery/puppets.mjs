// What films of pictures' subjects show, and drawn films: two samples on their way through a scene of words, and two as an animated film. `samples.mjs` draws them beside the rest.
import { animeFilm } from '../../dist/engine/local/video/anime/film.js';
import { videoFromSubjects } from '../../dist/engine/local/video/generate/from-subjects.js';
import { keep } from './heard.mjs';

const FPS = 25;
const quiet = () => undefined;

/** The demos, under the tools' ids. @param out a folder to work in, and the programs; `folder` takes the files */
export async function puppetDemos({ robot, car, lake }, out, folder) {
  const cast = await videoFromSubjects([robot, car], { prompt: 'a robot and a red car walk on a beach at sunset', seed: 5, seconds: 4, fps: FPS, width: 640, height: 360 }, out, quiet, new AbortController().signal);
  const shown = { cast: await keep('cast', folder, cast, '640 / 360') };
  const drawn = await animeFilm([lake, robot], { prompt: '', look: 'cel', hold: 2, seed: 5, seconds: 4, fps: FPS, width: 640, height: 430 }, out, quiet, new AbortController().signal);
  return { ...shown, anime: await keep('anime', folder, drawn, '640 / 430') };
}
