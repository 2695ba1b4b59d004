import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { drawLayers } from '../../../src/engine/local/render/layers/draw.js';
import { claimsOf } from '../../../src/engine/local/scene/claims.js';
import { toLab, type Lab } from '../../../src/engine/local/scene/colour.js';
import { createRandom } from '../../../src/engine/local/scene/random.js';
import type {
  Colour,
  ScenePlace,
  Scene,
  SceneSubject,
  Season,
  UnderstoodTerm,
} from '../../../src/engine/local/scene/scene.js';
import { understand } from '../../../src/engine/local/scene/understand.js';
import { GROUPS } from '../../../src/engine/local/scene/vocabulary/phrases.js';
import { drawSolid } from '../../../src/engine/local/render/solid/index.js';
import { applyStyle } from '../../../src/engine/local/render/style/style.js';

const SIDE = 128;
const SEED = 7;
/** A pixel is another one when it is this far away, in OKLab. */
const FAR = 0.03;
/** The least part of a picture that a claimed word changes. */
const MIN = 0.002;
const PAGE = 'docs/creations.md';
const [BEGIN, END] = ['<!-- claims: begin -->', '<!-- claims: end -->'];

const PROMPTS = readFileSync(new URL('words-claimed.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

type Kind = UnderstoodTerm['kind'];
/** What the changed pixels are in the picture with the word, and in the one without it. */
interface Change {
  readonly share: number;
  readonly with: Tone;
  readonly without: Tone;
}
interface Tone extends Lab {
  readonly chroma: number;
  /** Mean step between neighbours, of lightness. */
  readonly grain: number;
  /** Of every pixel. */
  readonly pixels: readonly Lab[];
}

const draw = async (scene: Scene): Promise<Lab[]> => {
  const drawn = await (scene.renderer === 'solid' ? drawSolid : drawLayers)(scene, SIDE, SIDE);
  const { data } = applyStyle(drawn, scene, createRandom(scene.seed, 'style'), 0);
  return Array.from({ length: SIDE * SIDE }, (_, at) =>
    toLab([data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0]),
  );
};

function toneOf(pixels: readonly Lab[], which: readonly number[]): Tone {
  const sum = { l: 0, a: 0, b: 0, chroma: 0, grain: 0 };
  for (const at of which) {
    const { l, a, b } = pixels[at]!;
    sum.l += l;
    sum.a += a;
    sum.b += b;
    sum.chroma += Math.hypot(a, b);
    sum.grain += Math.abs(l - (pixels[at + 1]?.l ?? l));
  }
  const count = Math.max(1, which.length);
  return {
    l: sum.l / count,
    a: sum.a / count,
    b: sum.b / count,
    chroma: sum.chroma / count,
    grain: sum.grain / count,
    pixels: which.map((at) => pixels[at]!),
  };
}

function changeBetween(pixels: readonly Lab[], others: readonly Lab[]): Change {
  const which = pixels.flatMap(({ l, a, b }, at) =>
    Math.hypot(l - others[at]!.l, a - others[at]!.a, b - others[at]!.b) > FAR ? [at] : [],
  );
  return { share: which.length / pixels.length, with: toneOf(pixels, which), without: toneOf(others, which) };
}

const OPPOSITE: Readonly<Record<Colour, Colour>> = {
  red: 'blue',
  orange: 'blue',
  yellow: 'blue',
  green: 'purple',
  teal: 'red',
  blue: 'orange',
  purple: 'green',
  pink: 'green',
  brown: 'blue',
  black: 'white',
  white: 'black',
  grey: 'red',
  gold: 'blue',
  silver: 'red',
  turquoise: 'red',
  amber: 'blue',
  jade: 'purple',
  cream: 'blue',
  rainbow: 'grey',
};
const OTHER_SEASON: Readonly<Record<Season, Season>> = {
  winter: 'summer',
  summer: 'winter',
  spring: 'autumn',
  autumn: 'spring',
};
/** Places that every picture of their kind has behind everything: they are left by going somewhere else. */
const BACKDROPS: readonly string[] = ['sky', 'abstract', 'studio'] satisfies readonly ScenePlace[];

const each = (scene: Scene, change: (subject: SceneSubject) => SceneSubject): Scene => ({
  ...scene,
  subjects: scene.subjects.map(change),
});
const idsOf = (means: string, { subjects }: Scene): SceneSubject['id'][] => {
  const kind: readonly string[] =
    means === 'crowd' ? ['crowd', 'person'] : (Object.entries(GROUPS).find(([name]) => name === means)?.[1] ?? []);
  return subjects.flatMap(({ id }) => (id === means || kind.includes(id) ? [id] : []));
};
/** A scene in which one word was not said, or its opposite was. */
const CHANGED: Readonly<Record<Exclude<Kind, 'without'>, (scene: Scene, means: string) => Scene>> = {
  subject: (scene, means) => ({
    ...each(scene, ({ holds, ...subject }) => ({ ...subject, ...(holds && holds.id !== means ? { holds } : {}) })),
    without: [...scene.without, ...idsOf(means, scene)],
  }),
  place: (scene, means) =>
    BACKDROPS.includes(means)
      ? {
          ...scene,
          places: scene.places.map((place) => (place === means ? 'city' : place)),
          subjects: means === 'abstract' ? [] : scene.subjects,
        }
      : { ...scene, without: [...scene.without, ...scene.places.filter((place) => place === means)] },
  time: (scene) => ({ ...scene, time: scene.time === 'noon' ? 'night' : 'noon' }),
  weather: (scene) => ({ ...scene, weather: scene.weather === 'clear' ? 'overcast' : 'clear' }),
  season: (scene) => ({ ...scene, season: OTHER_SEASON[scene.season] }),
  style: (scene) => ({ ...scene, style: 'natural' }),
  mood: (scene, means) => ({ ...scene, moods: scene.moods.filter((mood) => mood !== means) }),
  framing: (scene) => ({ ...scene, framing: 'medium' }),
  colour: (scene, means) =>
    each(
      { ...scene, colours: scene.colours.map((colour) => (colour === means ? OPPOSITE[colour] : colour)) },
      ({ colour, ...subject }) => ({
        ...subject,
        ...(colour === undefined ? {} : { colour: colour === means ? OPPOSITE[colour] : colour }),
      }),
    ),
  material: (scene, means) =>
    each(scene, (subject) =>
      subject.material === means ? { ...subject, material: means === 'matte' ? 'metal' : 'matte' } : subject,
    ),
  count: (scene) =>
    each(scene, (subject) =>
      subject.count > 1
        ? { ...subject, count: subject.count - 1 }
        : subject.counted === true
          ? { ...subject, count: 2 }
          : subject,
    ),
  size: (scene, means) =>
    each(scene, (subject) =>
      subject.size === means ? { ...subject, size: means === 'large' ? 'small' : 'large' } : subject,
    ),
  action: (scene, means) =>
    each(scene, ({ act, holds, ...subject }) => ({
      ...subject,
      ...(act === undefined || act === means ? {} : { act }),
      ...(holds === undefined || means === 'hold' ? {} : { holds }),
    })),
  position: (scene, means) =>
    each(scene, (subject) =>
      subject.where === means ? { ...subject, where: means === 'left' ? 'right' : 'left' } : subject,
    ),
};

const chromaOf = ({ a, b }: Lab): number => Math.hypot(a, b);
/** What stands out in OKLab of a colour's name; white, grey and black by their lightness. */
const HUES: Readonly<Partial<Record<Colour, (pixel: Lab) => number>>> = {
  red: ({ a, b }) => a + b / 2,
  orange: ({ a, b }) => a / 2 + b,
  yellow: ({ b }) => b,
  green: ({ a }) => -a,
  teal: ({ a }) => -a,
  blue: ({ b }) => -b,
  purple: ({ a, b }) => a - b,
  pink: ({ a }) => a,
  brown: ({ a, b }) => a + b,
  black: ({ l }) => -l,
  white: ({ l }) => l,
  grey: (pixel) => -chromaOf(pixel),
  gold: ({ b }) => b,
  silver: (pixel) => -chromaOf(pixel),
  turquoise: ({ a }) => -a,
  amber: ({ b }) => b,
  jade: ({ a }) => -a,
  cream: ({ l, b }) => l + b,
};
/** The part of the changed pixels that shows a colour best: a thing of one colour often stands before its opposite. */
const BEST = 0.02;
const strongest =
  (hue: (pixel: Lab) => number): Sign =>
  ({ pixels }) => {
    const best = pixels
      .map(hue)
      .sort((one, other) => other - one)
      .slice(0, Math.max(1, Math.round(pixels.length * BEST)));
    return best.reduce((sum, value) => sum + value, 0) / best.length;
  };
type Sign = (tone: Tone) => number;
/**
 * What is more in the changed pixels with the word than without it. A word that has no such sign is found by how much
 * changes.
 */
const SIGNS: Readonly<Partial<Record<Kind, Readonly<Record<string, Sign>>>>> = {
  colour: Object.fromEntries(Object.entries(HUES).map(([name, hue]) => [name, strongest(hue)])),
  time: { night: ({ l }) => -l, dusk: ({ l }) => -l, dawn: ({ a }) => a, sunset: ({ a }) => a, noon: ({ l }) => l },
  weather: { fog: ({ grain }) => -grain, storm: ({ l }) => -l, overcast: ({ chroma }) => -chroma },
  season: { winter: ({ l }) => l, autumn: ({ a }) => a },
  mood: {
    mono: ({ chroma }) => -chroma,
    dark: ({ l }) => -l,
    bright: ({ l }) => l,
    pastel: ({ l }) => l,
    vivid: ({ chroma }) => chroma,
  },
};

interface Looked {
  readonly prompt: string;
  readonly claimed: readonly { readonly term: UnderstoodTerm; readonly change: Change; readonly held: boolean }[];
  readonly leftOut: readonly string[];
}

async function lookAt(prompt: string): Promise<Looked> {
  const understanding = understand({ prompt, seed: SEED });
  const { understood, ignored } = claimsOf(understanding);
  const { scene } = understanding;
  const image = understood.length === 0 ? [] : await draw(scene);
  const claimed: Looked['claimed'][number][] = [];
  for (const term of understood) {
    if (term.kind === 'without') continue;
    const change = changeBetween(image, await draw(CHANGED[term.kind](scene, term.means)));
    const sign = SIGNS[term.kind]?.[term.means];
    claimed.push({
      term,
      change,
      held: change.share >= MIN && (sign === undefined || sign(change.with) > sign(change.without)),
    });
  }
  return { prompt, claimed, leftOut: ignored };
}

const shown = ({ text, means, kind }: UnderstoodTerm): string =>
  text === means ? text : `${text} (${kind === 'colour' || kind === 'subject' || kind === 'place' ? means : kind})`;
const tableOf = (looked: readonly Looked[]): string =>
  [
    '| prompt | claimed | left out |',
    '|---|---|---|',
    ...looked.map(
      ({ prompt, claimed, leftOut }) =>
        `| ${prompt} | ${claimed.map(({ term }) => shown(term)).join(', ')} | ${leftOut.join(', ')} |`,
    ),
  ].join('\n');

describe('the words of 121 prompts that no word list was made by', () => {
  const looked: Looked[] = [];
  beforeAll(async () => {
    for (const prompt of PROMPTS) looked.push(await lookAt(prompt));
  }, 900_000);

  it('that are claimed are in the picture: without each of them it is another one, in the colour or light that the word names', () => {
    expect(looked.flatMap(({ claimed }) => claimed).length).toBeGreaterThan(250);
    expect(
      looked.flatMap(({ prompt, claimed }) =>
        claimed
          .filter(({ held }) => !held)
          .map(({ term: { text, kind, means }, change: { share } }) => ({ prompt, text, kind, means, share })),
      ),
    ).toEqual([]);
  });

  it('that say what somebody does or how old they are, are not claimed', () => {
    const verbs = [
      'riding',
      'shaking',
      'walking',
      'breathing',
      'catching',
      'howling',
      'holding',
      'dancing',
      'knitting',
      'elderly',
      'old',
      'young',
    ];
    const claimed = looked.flatMap(({ claimed: words }) => words.map(({ term }) => term.text));
    expect(claimed.filter((word) => verbs.includes(word))).toEqual([]);
  });

  it('find the same change in no two pictures of the same scene', async () => {
    const { scene } = understand({ prompt: PROMPTS[0] ?? '', seed: SEED });
    expect(changeBetween(await draw(scene), await draw(scene)).share).toBe(0);
  });

  it(`stand in ${PAGE} as they are claimed`, () => {
    const page = readFileSync(PAGE, 'utf8');
    const [head, rest] = page.split(`${BEGIN}\n`);
    const [table, tail] = rest?.split(`\n${END}`) ?? [];
    if (process.env['KEEP_CLAIMS'] === '1') writeFileSync(PAGE, `${head}${BEGIN}\n${tableOf(looked)}\n${END}${tail}`);
    else expect(table).toBe(tableOf(looked));
  });
});
