/**
 * Prompts for the "Surprise me" button. Pure and usable in a browser. Every word is understood by the engine or a stop
 * word; the spec checks each with `understand`.
 */

const LIGHTS = [
  'at dawn',
  'at sunset',
  'at dusk',
  'in the golden hour',
  'on a starry night',
  'by moonlight',
  'on a clear morning',
  'in the afternoon',
] as const;
const AIRS = [
  'in the mist',
  'in light rain',
  'after the storm',
  'in the snow',
  'under a rainbow',
  'with the northern lights',
  'in a gentle breeze',
  'under fluffy clouds',
] as const;
const SEASONS = ['in spring', 'in summer', 'in autumn', 'in winter'] as const;
const LOOKS = [
  '',
  '',
  '',
  'as a poster',
  'as a watercolour',
  'as an ink painting',
  'as pixel art',
  'as a paper cutout',
  'as an oil painting',
  'as line art',
  'as a risograph',
  'in pastel',
  'in vivid colours',
  'with neon lights',
  'isometric',
  'minimalist',
] as const;
const LANDSCAPES = [
  'mountains and a still lake',
  'a lighthouse on a rocky coast',
  'a red house by a fjord',
  'sand dunes in the desert with three camels',
  'a sailboat on the sea',
  'a pine forest',
  'a waterfall in the jungle',
  'a castle on a hill',
  'a city skyline',
  'a village under the mountains',
  'a pagoda in a garden',
  'a windmill in a tulip field',
  'two deer in a forest',
  'hot air balloons over a canyon',
  'a volcano and palm trees',
  'a lone tree in a meadow',
  'a train in the mountains',
  'a tropical island',
  'a wolf in the forest',
  'a flock of birds over the sea',
  'icebergs near a glacier',
  'a bridge over a river',
  'a tent by a lake with a campfire',
  'horses in a meadow',
  'a whale in the ocean',
  'a harbour with boats',
  'a church on rolling hills',
  'a couple on the beach',
] as const;
const OBJECTS = [
  'a glass bottle',
  'a marble vase',
  'a robot',
  'a donut',
  'a golden crown',
  'a crystal',
  'a cup of coffee',
  'a cake with cherries',
  'an ice cream',
  'a wooden chair',
  'three lemons',
  'a pumpkin',
  'a glossy heart',
  'a clay teapot',
  'an iridescent sphere',
  'a metal torus',
  'a book and a candle',
  'a gift box',
  'a diamond',
  'a seashell',
] as const;
const BACKDROPS = [
  'on a pedestal',
  'in a pastel studio',
  'in teal and peach',
  'in warm light',
  'in turquoise',
  'in purple and gold',
  'in a minimalist studio',
  'in cream and amber',
  'in pink',
] as const;
const FAR = [
  'a ringed planet in deep space',
  'a rocket in space',
  'an astronaut and the moon',
  'a comet over the mountains',
  'a spiral galaxy',
  'a purple nebula',
  'jellyfish under the sea',
  'a coral reef with fish',
  'a turtle underwater',
  'liquid marble in blue and gold',
  'soap bubbles',
  'iridescent blobs',
  'geometric shapes in red and cream',
  'a mandala in jade',
  'a fractal in teal and orange',
  'waves in indigo',
  'smoke in pink and blue',
  'a dragon over a volcano',
  'a cyberpunk street in the rain',
  'a ufo over a desert',
] as const;

function pick<T>(list: readonly [T, ...T[]] | readonly T[], random: () => number): T | '' {
  return list[Math.min(list.length - 1, Math.floor(random() * list.length))] ?? '';
}

/**
 * One of some thousands of prompts worth drawing.
 * @param random returns numbers in [0, 1), for instance `Math.random` in a browser
 * @returns English words, no full stop
 */
export function surprisePrompt(random: () => number): string {
  const turn = random();
  const look = pick(LOOKS, random);
  const parts =
    turn < 0.6
      ? [
          pick(LANDSCAPES, random),
          random() < 0.55 ? pick(LIGHTS, random) : pick(AIRS, random),
          random() < 0.35 ? pick(SEASONS, random) : '',
        ]
      : turn < 0.8
        ? [pick(OBJECTS, random), pick(BACKDROPS, random)]
        : [pick(FAR, random)];
  const sentence = parts.filter((part) => part !== '').join(' ');
  return look === '' ? sentence : `${sentence}, ${look}`;
}
