/**
 * A scene is data: the interpretation of a prompt before any pixel is drawn. The same scene can be drawn at any size
 * and animated for video. Everything is decided here from (prompt, options, seed); renderers make no decision that is
 * not a pure function of the scene.
 */
import type { Style } from '../../options.shared.js';

export { STYLES, type Style } from '../../options.shared.js';

/** Renderer of a subject: the layered 2D painter, the ray-marched 3D kernel, or either. */
export type Renderer = 'layers' | 'solid' | 'both';

/** Backdrops. Several may be combined ("mountains and a lake"); painters stack them from back to front. */
export const PLACES = [
  'mountains',
  'hills',
  'forest',
  'meadow',
  'desert',
  'canyon',
  'volcano',
  'glacier',
  'jungle',
  'cave',
  'lake',
  'river',
  'waterfall',
  'sea',
  'beach',
  'island',
  'underwater',
  'harbour',
  'city',
  'street',
  'village',
  'garden',
  'road',
  'sky',
  'space',
  'studio',
  'room',
  'abstract',
] as const;
export type ScenePlace = (typeof PLACES)[number];

/** Subjects of a scene. The value is the renderer that supports it. */
export const SUBJECTS = {
  // nature
  tree: 'layers',
  pine: 'layers',
  palm: 'layers',
  birch: 'layers',
  cactus: 'both',
  flower: 'both',
  rose: 'solid',
  tulip: 'layers',
  sunflower: 'layers',
  grass: 'layers',
  mushroom: 'both',
  rock: 'both',
  rainbow: 'layers',
  aurora: 'layers',
  lightning: 'layers',
  iceberg: 'layers',
  fire: 'layers',
  leaf: 'both',
  cloud: 'layers',
  // built
  house: 'layers',
  castle: 'layers',
  tower: 'layers',
  skyscraper: 'layers',
  lighthouse: 'layers',
  bridge: 'layers',
  windmill: 'layers',
  pagoda: 'layers',
  church: 'layers',
  pyramid: 'both',
  tent: 'layers',
  lamp: 'both',
  ferriswheel: 'layers',
  arch: 'solid',
  fountain: 'layers',
  fence: 'layers',
  // sea
  sailboat: 'layers',
  ship: 'layers',
  whale: 'layers',
  dolphin: 'layers',
  fish: 'layers',
  jellyfish: 'layers',
  coral: 'layers',
  turtle: 'layers',
  lifebuoy: 'solid',
  shell: 'solid',
  octopus: 'layers',
  // space
  sun: 'layers',
  moon: 'both',
  stars: 'layers',
  planet: 'both',
  ringedplanet: 'solid',
  galaxy: 'layers',
  comet: 'layers',
  rocket: 'both',
  astronaut: 'both',
  satellite: 'layers',
  ufo: 'both',
  nebula: 'layers',
  // animals
  bird: 'layers',
  cat: 'layers',
  dog: 'layers',
  horse: 'layers',
  deer: 'layers',
  wolf: 'layers',
  bear: 'layers',
  rabbit: 'layers',
  fox: 'layers',
  elephant: 'layers',
  owl: 'layers',
  butterfly: 'layers',
  dragon: 'layers',
  giraffe: 'layers',
  lion: 'layers',
  cow: 'layers',
  sheep: 'layers',
  swan: 'layers',
  camel: 'layers',
  penguin: 'layers',
  snail: 'layers',
  dinosaur: 'layers',
  // people
  person: 'layers',
  woman: 'layers',
  man: 'layers',
  child: 'layers',
  couple: 'layers',
  dancer: 'layers',
  crowd: 'layers',
  knight: 'layers',
  hiker: 'layers',
  // food
  apple: 'solid',
  orange: 'solid',
  lemon: 'solid',
  cherry: 'solid',
  cake: 'solid',
  donut: 'solid',
  icecream: 'solid',
  cup: 'solid',
  egg: 'solid',
  watermelon: 'solid',
  burger: 'solid',
  bread: 'solid',
  pizza: 'solid',
  pasta: 'solid',
  soup: 'solid',
  salad: 'solid',
  sushi: 'solid',
  fries: 'solid',
  pumpkin: 'solid',
  // vehicles
  car: 'both',
  train: 'layers',
  plane: 'layers',
  balloon: 'both',
  bicycle: 'layers',
  bus: 'layers',
  tram: 'layers',
  helicopter: 'layers',
  // things
  bottle: 'solid',
  vase: 'solid',
  robot: 'solid',
  sphere: 'solid',
  cube: 'solid',
  cone: 'solid',
  torus: 'solid',
  crystal: 'solid',
  book: 'solid',
  chair: 'both',
  sofa: 'layers',
  bed: 'layers',
  table: 'layers',
  shelf: 'layers',
  fireplace: 'layers',
  bench: 'layers',
  rug: 'layers',
  umbrella: 'layers',
  gift: 'solid',
  candle: 'solid',
  lantern: 'both',
  kite: 'layers',
  clock: 'solid',
  key: 'solid',
  heart: 'solid',
  star: 'solid',
  diamond: 'solid',
  sword: 'layers',
  crown: 'solid',
  guitar: 'layers',
  chess: 'solid',
  // abstract
  marble: 'layers',
  ink: 'layers',
  bubbles: 'solid',
  blobs: 'solid',
  waves: 'layers',
  geometry: 'layers',
  spiral: 'layers',
  mandala: 'layers',
  fractal: 'layers',
  gradient: 'layers',
  smoke: 'layers',
  confetti: 'layers',
} as const satisfies Record<string, Renderer>;
export type SubjectId = keyof typeof SUBJECTS;
/** Subjects that stand in rooms and are laid out there together. */
export const FURNITURES = [
  'sofa',
  'bed',
  'table',
  'shelf',
  'fireplace',
  'chair',
  'bench',
  'rug',
  'lamp',
] as const satisfies readonly SubjectId[];

export const TIMES = ['dawn', 'morning', 'noon', 'afternoon', 'sunset', 'dusk', 'night'] as const;
export type TimeOfDay = (typeof TIMES)[number];
export const WEATHERS = ['clear', 'cloudy', 'overcast', 'fog', 'rain', 'storm', 'snow', 'wind'] as const;
export type Weather = (typeof WEATHERS)[number];
export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
export type Season = (typeof SEASONS)[number];
export const MOODS = [
  'calm',
  'dramatic',
  'warm',
  'cold',
  'pastel',
  'vivid',
  'dark',
  'bright',
  'mono',
  'vintage',
  'dreamy',
] as const;
export type Mood = (typeof MOODS)[number];
export const COLOURS = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
  'brown',
  'black',
  'white',
  'grey',
  'gold',
  'silver',
  'turquoise',
  'amber',
  'jade',
  'cream',
  'rainbow',
] as const;
export type Colour = (typeof COLOURS)[number];
export const FRAMINGS = ['wide', 'medium', 'close', 'aerial', 'symmetric', 'minimal'] as const;
export type Framing = (typeof FRAMINGS)[number];
export const MATERIALS = ['matte', 'glossy', 'glass', 'metal', 'wood', 'clay', 'marble', 'iridescent'] as const;
export type Material = (typeof MATERIALS)[number];

/** What is drawn of somebody's or an animal's activity, and who is drawn doing it. */
export const ACTORS = {
  run: ['dog', 'horse', 'wolf', 'fox', 'deer', 'lion', 'cow', 'bear', 'elephant', 'giraffe', 'person', 'man', 'woman'],
  jump: ['dog', 'horse', 'wolf', 'fox', 'deer', 'lion', 'person', 'man', 'woman', 'child'],
  sleep: ['cat', 'dog', 'fox', 'wolf'],
  sit: ['person', 'man', 'woman'],
  wave: ['person', 'man', 'woman', 'child'],
  handshake: ['couple'],
  hug: ['couple'],
  handhold: ['couple'],
} as const satisfies Record<string, readonly SubjectId[]>;
export type Act = keyof typeof ACTORS;
/** Whether a subject is drawn doing it. */
export const canDo = (id: string, act: Act): boolean => ACTORS[act].some((one: string) => one === id);

/** What is drawn in somebody's hand, and who is drawn holding it. */
export const HELD = ['umbrella', 'balloon', 'flower', 'rose', 'tulip'] as const satisfies readonly SubjectId[];
export type Held = (typeof HELD)[number];
export const HOLDERS = ['person', 'man', 'woman', 'child'] as const satisfies readonly SubjectId[];

export interface SceneSubject {
  readonly id: SubjectId;
  /** Number of them, 1 to 24; for "birds" without a number, the seed chooses. */
  readonly count: number;
  /** The prompt stated the number, so exactly that many are drawn. */
  readonly counted?: true;
  readonly size: 'small' | 'normal' | 'large';
  readonly where: 'left' | 'centre' | 'right' | 'above' | 'free';
  readonly colour?: Colour;
  readonly material?: Material;
  readonly act?: Act;
  /** What it holds in its hand. */
  readonly holds?: { readonly id: Held; readonly colour?: Colour };
}

export interface Scene {
  /** Increased when the same scene would draw different pixels. A seed is only reproducible within a version. */
  readonly version: 1;
  /** 0 to 2^32 − 1. */
  readonly seed: number;
  /** `layers`: a place with subjects, painted back to front. `solid`: objects or a planet, ray-marched. */
  readonly renderer: 'layers' | 'solid';
  /** At least one, back to front. */
  readonly places: readonly ScenePlace[];
  readonly subjects: readonly SceneSubject[];
  readonly time: TimeOfDay;
  readonly weather: Weather;
  readonly season: Season;
  readonly style: Style;
  readonly framing: Framing;
  readonly moods: readonly Mood[];
  /** The prompt's colour words in order; they shift the palette. */
  readonly colours: readonly Colour[];
  /** What the negative prompt excludes. */
  readonly without: readonly (ScenePlace | SubjectId)[];
}

/** One word or phrase of the prompt and its interpretation. Offsets are UTF-16 indices into the prompt. */
export interface UnderstoodTerm {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind:
    | 'place'
    | 'subject'
    | 'time'
    | 'weather'
    | 'season'
    | 'style'
    | 'mood'
    | 'colour'
    | 'framing'
    | 'material'
    | 'count'
    | 'size'
    | 'position'
    | 'action'
    | 'without';
  /** The id in the list of that kind, e.g. `lake`; the number for a count; the excluded id for `without`. */
  readonly means: string;
}

/** The interpretation of a prompt, shown beside the image so that nothing is dropped silently. */
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

/** Called during drawing: `fraction` 0..1 of the drawing done; `partial` the whole frame in its current state. */
export type OnGrow = (step: { readonly fraction: number; readonly partial?: Raster }) => void;

/**
 * Draws a scene. Deterministic: the same scene and size give the same bytes on every machine (no Math.random, no clock,
 * no dependence on the order of threads).
 * @param scene what to draw
 * @param width pixels, 64 to 2048
 * @param height pixels, 64 to 2048
 * @param onGrow called at least 6 times, from coarse to fine or back to front
 * @param seconds moment of the animation, 0 for an image
 */
export type DrawScene = (
  scene: Scene,
  width: number,
  height: number,
  onGrow?: OnGrow,
  seconds?: number,
) => Promise<Raster>;
