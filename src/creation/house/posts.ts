import type { Aspect, Params, Style } from '../procedures/params.shared.js';

/** A post that an installation begins with. */
export interface HousePost {
  /** Names its file in `files`, and for ever its task. */
  readonly name: string;
  readonly title: string;
  readonly prompt: string;
  readonly seed: number;
  /** Of a procedure without sources, made by its first model. */
  readonly params: Params;
}

const image = (
  name: string,
  title: string,
  prompt: string,
  seed: number,
  aspect: Aspect,
  style: Style = 'natural',
): HousePost => ({ name, title, prompt, seed, params: { procedure: 'text2Image.create', style, aspect } });

const video = (name: string, title: string, prompt: string, seed: number, aspect: Aspect): HousePost => ({
  name,
  title,
  prompt,
  seed,
  params: { procedure: 'video.createVideoByText', style: 'natural', aspect, seconds: 3, resolution: '480p' },
});

/**
 * The posts of the house, newest first. `node docs/gallery/house.mjs` makes their files with the local engine. A name
 * is never used again for another post.
 */
export const HOUSE_POSTS: readonly HousePost[] = [
  video('northern-lights', 'Northern lights', 'northern lights over a frozen lake at night', 3, '16:9'),
  image('rose', 'Pink rose', 'a pink rose', 35, '4:5'),
  video('waves', 'Evening waves', 'waves on a palm beach at sunset', 6, '16:9'),
  image('wolf', 'Wolf and moon', 'a wolf under the full moon', 22, '4:5', 'ink'),
  image('marble', 'Marbled ink', 'colourful marbling', 47, '1:1'),
  image('neon-city', 'Neon city', 'a city at night in the rain', 10, '16:9', 'neon'),
  image('jellyfish', 'Jellyfish', 'jellyfish in the deep sea', 15, '9:16'),
  image('sunset', 'Sunset over the lake', 'sunset over mountains and a lake', 7, '1:1'),
  image('fox', 'Fox in autumn', 'a fox in an autumn forest', 24, '4:5', 'papercut'),
  video('night-rain', 'Rainy night', 'a city at night in the rain', 9, '9:16'),
  image('planet', 'Ringed planet', 'a planet with rings', 34, '16:9'),
  image('pagoda', 'Pagoda in spring', 'pagoda in a garden with cherry blossom in spring', 20, '1:1', 'watercolour'),
  image('sushi', 'Sushi', 'sushi', 66, '1:1'),
  image('bicycle', 'Bicycle blueprint', 'a bicycle', 64, '3:2', 'blueprint'),
  image('deer', 'Misty morning', 'misty forest at dawn with a deer', 11, '4:5'),
  image('crown', 'Crown', 'golden crown', 45, '1:1'),
  image('palm', 'Palm beach', 'palm beach at noon', 1, '9:16', 'poster'),
  image('galaxy', 'Galaxy and comet', 'galaxy with a comet', 31, '16:9'),
  image('owl', 'Night owl', 'owl in a forest at night', 25, '1:1', 'papercut'),
  image('castle', 'Castle on the hill', 'a castle on a hill in autumn', 2, '4:5', 'poster'),
  image('reef', 'Coral reef', 'coral reef with fish and a turtle', 16, '3:2'),
  image('fractal', 'Fractal', 'fractal in teal and orange', 50, '1:1'),
  image('red-car', 'Night drive', 'a red car', 42, '3:2', 'neon'),
  video('balloons', 'Balloons over the canyon', 'hot air balloons over a canyon in the morning', 17, '4:5'),
  image('room', 'Living room', 'a living room with a sofa and a lamp', 67, '3:2'),
  video('beacon', 'Beacon in the storm', 'a lighthouse on a cliff in a storm', 4, '4:5'),
  image('village', 'Snowy village', 'a village in the snow at night', 6, '1:1'),
  image('bottle', 'Amber glass', 'amber glass bottle', 32, '4:5'),
];
