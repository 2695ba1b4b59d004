/**
 * A scene is data: what a prompt was understood to request, before a single pixel is drawn. The same scene draws a
 * image at any size and animates for video. Everything is decided here from (prompt, options, seed); the renderers
 * take no decision that is not a pure function of the scene.
 */
import type { Style } from '../../options.shared.js';

export { STYLES, type Style } from '../../options.shared.js';

/** Where a subject is drawn: by the layered 2D painter, by the ray-marched 3D kernel, or by either. */
export type Renderer = 'layers' | 'solid' | 'both';

/** Backdrops. Several may be requested at once ("mountains and a lake"); painters stack them back to front. */
export const PLACES = [
  'mountains', 'hills', 'forest', 'meadow', 'desert', 'canyon', 'volcano', 'glacier', 'jungle', 'cave',
  'lake', 'river', 'waterfall', 'sea', 'beach', 'island', 'underwater', 'harbour',
  'city', 'street', 'village', 'garden', 'road', 'sky', 'space', 'studio', 'room', 'abstract',
] as const;
export type Place = (typeof PLACES)[number];

/** Things that stand in a place. The value says who can draw it. */
export const SUBJECTS = {
  // nature
  tree: 'layers', pine: 'layers', palm: 'layers', birch: 'layers', cactus: 'both', flower: 'both', rose: 'solid', tulip: 'layers', sunflower: 'layers', grass: 'layers',
  mushroom: 'both', rock: 'both', rainbow: 'layers', aurora: 'layers', lightning: 'layers', iceberg: 'layers', fire: 'layers', leaf: 'both', cloud: 'layers',
  // built
  house: 'layers', castle: 'layers', tower: 'layers', skyscraper: 'layers', lighthouse: 'layers', bridge: 'layers', windmill: 'layers', pagoda: 'layers', church: 'layers',
  pyramid: 'both', tent: 'layers', lamp: 'both', ferriswheel: 'layers', arch: 'solid', fountain: 'layers', fence: 'layers',
  // sea
  sailboat: 'layers', ship: 'layers', whale: 'layers', dolphin: 'layers', fish: 'layers', jellyfish: 'layers', coral: 'layers', turtle: 'layers', lifebuoy: 'solid', shell: 'solid', octopus: 'layers',
  // space
  sun: 'layers', moon: 'both', stars: 'layers', planet: 'both', ringedplanet: 'solid', galaxy: 'layers', comet: 'layers', rocket: 'both', astronaut: 'both', satellite: 'layers', ufo: 'both', nebula: 'layers',
  // animals
  bird: 'layers', cat: 'layers', dog: 'layers', horse: 'layers', deer: 'layers', wolf: 'layers', bear: 'layers', rabbit: 'layers', fox: 'layers', elephant: 'layers', owl: 'layers',
  butterfly: 'layers', dragon: 'layers', giraffe: 'layers', lion: 'layers', cow: 'layers', sheep: 'layers', swan: 'layers', camel: 'layers', penguin: 'layers', snail: 'layers', dinosaur: 'layers',
  // people
  person: 'layers', woman: 'layers', man: 'layers', child: 'layers', couple: 'layers', dancer: 'layers', crowd: 'layers', knight: 'layers', hiker: 'layers',
  // food
  apple: 'solid', orange: 'solid', lemon: 'solid', cherry: 'solid', cake: 'solid', donut: 'solid', icecream: 'solid', cup: 'solid', egg: 'solid', watermelon: 'solid', burger: 'solid', bread: 'solid', pizza: 'layers', pumpkin: 'solid',
  // vehicles
  car: 'both', train: 'layers', plane: 'layers', balloon: 'both', bicycle: 'layers', bus: 'layers', tram: 'layers', helicopter: 'layers',
  // things
  bottle: 'solid', vase: 'solid', robot: 'solid', sphere: 'solid', cube: 'solid', cone: 'solid', torus: 'solid', crystal: 'solid', book: 'solid', chair: 'solid', umbrella: 'layers', gift: 'solid',
  candle: 'solid', lantern: 'both', kite: 'layers', clock: 'solid', key: 'solid', heart: 'solid', star: 'solid', diamond: 'solid', sword: 'layers', crown: 'solid', guitar: 'layers', chess: 'solid',
  // abstract
  marble: 'layers', ink: 'layers', bubbles: 'solid', blobs: 'solid', waves: 'layers', geometry: 'layers', spiral: 'layers', mandala: 'layers', fractal: 'layers', gradient: 'layers', smoke: 'layers', confetti: 'layers',
} as const satisfies Record<string, Renderer>;
export type SubjectId = keyof typeof SUBJECTS;

export const TIMES = ['dawn', 'morning', 'noon', 'afternoon', 'sunset', 'dusk', 'night'] as const;
export type TimeOfDay = (typeof TIMES)[number];
export const WEATHERS = ['clear', 'cloudy', 'overcast', 'fog', 'rain', 'storm', 'snow', 'wind'] as const;
export type Weather = (typeof WEATHERS)[number];
export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
export type Season = (typeof SEASONS)[number];
export const MOODS = ['calm', 'dramatic', 'warm', 'cold', 'pastel', 'vivid', 'dark', 'bright', 'mono', 'vintage', 'dreamy'] as const;
export type Mood = (typeof MOODS)[number];
export const COLOURS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'brown', 'black', 'white', 'grey', 'gold', 'silver', 'turquoise', 'amber', 'jade', 'cream', 'rainbow'] as const;
export type Colour = (typeof COLOURS)[number];
export const FRAMINGS = ['wide', 'medium', 'close', 'aerial', 'symmetric', 'minimal'] as const;
export type Framing = (typeof FRAMINGS)[number];
export const MATERIALS = ['matte', 'glossy', 'glass', 'metal', 'wood', 'clay', 'marble', 'iridescent'] as const;
export type Material = (typeof MATERIALS)[number];

export interface SceneSubject {
  readonly id: SubjectId;
  /** How many, 1 to 24; "birds" without a number is chosen from the seed. */
  readonly count: number;
  /** The number was said, so that exactly so many are drawn. */
  readonly counted?: true;
  readonly size: 'small' | 'normal' | 'large';
  readonly where: 'left' | 'centre' | 'right' | 'above' | 'free';
  readonly colour?: Colour;
  readonly material?: Material;
}

export interface Scene {
  /** Raised when the same scene would draw other pixels: seeds stay true only within a version. */
  readonly version: 1;
  /** 0 to 2^32 − 1. */
  readonly seed: number;
  /** `layers`: a place with subjects in it, painted back to front. `solid`: objects or a planet, ray-marched. */
  readonly renderer: 'layers' | 'solid';
  /** At least one, back to front. */
  readonly places: readonly Place[];
  readonly subjects: readonly SceneSubject[];
  readonly time: TimeOfDay;
  readonly weather: Weather;
  readonly season: Season;
  readonly style: Style;
  readonly framing: Framing;
  readonly moods: readonly Mood[];
  /** The prompt's own colour words, in order; they pull the palette. */
  readonly colours: readonly Colour[];
  /** What the negative prompt takes out. */
  readonly without: readonly (Place | SubjectId)[];
}

/** One word or phrase of the prompt and what it became. Offsets are UTF-16 indexes into the prompt. */
export interface UnderstoodTerm {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'place' | 'subject' | 'time' | 'weather' | 'season' | 'style' | 'mood' | 'colour' | 'framing' | 'material' | 'count' | 'size' | 'position' | 'without';
  /** The id in the list of that kind, e.g. `lake`; for a count the number; for `without` what is left out. */
  readonly means: string;
}

/** What the prompt was taken to say: shown to the user beside the image, so that nothing is silently dropped. */
export interface Understanding {
  readonly scene: Scene;
  readonly understood: readonly UnderstoodTerm[];
  /** Content words that the engine cannot draw, as written. Stop words are in neither list. */
  readonly ignored: readonly string[];
}

export interface SceneOptions {
  readonly prompt: string;
  readonly negativePrompt?: string;
  /** Overrides a style named in the prompt. */
  readonly style?: Style;
  readonly seed: number;
}

/** RGBA, 8 bits, not premultiplied, row by row, `data.length === width * height * 4`. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Called as the image grows: `fraction` 0..1 of the drawing done; `partial` a full-frame raster as far as it is now. */
export type OnGrow = (step: { readonly fraction: number; readonly partial?: Raster }) => void;

/**
 * Draws a scene. Deterministic: same scene and size, same bytes, on every machine (no Math.random, no clock, no
 * threads racing for order).
 * @param scene what to draw
 * @param width pixels, 64 to 2048
 * @param height pixels, 64 to 2048
 * @param onGrow called at least 6 times on the way, from coarse to fine or back to front
 * @param seconds moment of the animation, 0 for an image
 */
export type DrawScene = (scene: Scene, width: number, height: number, onGrow?: OnGrow, seconds?: number) => Promise<Raster>;
