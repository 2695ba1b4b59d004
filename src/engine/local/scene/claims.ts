/**
 * Determines which words of a prompt appear in the image. A recognised word is only claimed if the built scene contains
 * something for it that changes its pixels. Which light, weather, season, mood and framing each setting shows was
 * measured by comparing the image with and without it; `test/measures/images/words-claimed` checks 121 prompts in this
 * way.
 */
import { CASTS, isSolid } from '../render/solid/subjects.js';
import {
  FURNITURES,
  WEATHERS,
  type Framing,
  type Mood,
  type ScenePlace,
  type Scene,
  type SceneSubject,
  type SubjectId,
  type TimeOfDay,
  type UnderstoodTerm,
  type Understanding,
  type Weather,
} from './scene.js';
import { GROUPS } from './vocabulary/phrases.js';

/** Setting of a scene. Each is painted by its own routine, which determines what it can show. */
type Setting =
  | 'open'
  | 'window'
  | 'underwater'
  | 'space'
  | 'pattern'
  | 'stage'
  | 'studio'
  | 'portrait'
  | 'pool'
  | 'drops'
  | 'orbit'
  | 'aloft'
  | 'indoors'
  | 'ground';

interface Shows {
  readonly times: readonly TimeOfDay[];
  readonly weathers: readonly Weather[];
  readonly moods: readonly Mood[];
  readonly framings: readonly Framing[];
}

const ALL_HOURS: readonly TimeOfDay[] = ['dawn', 'morning', 'noon', 'afternoon', 'sunset', 'dusk', 'night'];
const TONES: readonly Mood[] = ['dramatic', 'pastel', 'dark', 'bright', 'mono', 'vintage', 'dreamy'];
const TINTS: readonly Mood[] = [...TONES, 'warm', 'cold', 'vivid'];
const PALETTES: readonly Mood[] = ['calm', 'dramatic', 'warm', 'cold', 'pastel', 'dark', 'mono', 'vintage', 'dreamy'];
const HEAVY: readonly Weather[] = ['fog', 'rain', 'storm', 'snow', 'overcast'];
const NEAR: readonly Framing[] = ['wide', 'close', 'aerial', 'minimal'];

const SHOWS: Readonly<Record<Setting, Shows>> = {
  open: { times: ALL_HOURS, weathers: WEATHERS, moods: TINTS, framings: ['wide', 'aerial', 'symmetric', 'minimal'] },
  window: { times: ALL_HOURS, weathers: [...HEAVY, 'cloudy', 'clear'], moods: TINTS, framings: [] },
  underwater: { times: ['dusk', 'night'], weathers: [], moods: [...TONES, 'vivid'], framings: [] },
  space: { times: [], weathers: [], moods: TONES, framings: [] },
  pattern: { times: ['night'], weathers: [], moods: TINTS, framings: [] },
  stage: { times: [], weathers: [], moods: TONES, framings: [] },
  studio: { times: ALL_HOURS, weathers: [], moods: PALETTES, framings: NEAR },
  portrait: { times: ['dawn', 'sunset', 'dusk', 'night'], weathers: [], moods: PALETTES, framings: ['close'] },
  pool: { times: ALL_HOURS, weathers: [], moods: [], framings: ['close'] },
  drops: { times: [], weathers: [], moods: [], framings: [] },
  orbit: { times: [], weathers: [], moods: [], framings: NEAR },
  aloft: { times: ALL_HOURS, weathers: HEAVY, moods: [], framings: NEAR },
  indoors: { times: ALL_HOURS, weathers: [], moods: [], framings: NEAR },
  ground: { times: ALL_HOURS, weathers: [...HEAVY, 'clear'], moods: [], framings: NEAR },
};

/** Places where leaves show the season, and where snow lies in winter. */
const LEAFY: readonly ScenePlace[] = ['hills', 'forest', 'jungle', 'meadow', 'garden', 'village'];
const SNOWY: readonly ScenePlace[] = [...LEAFY, 'mountains', 'desert', 'road', 'lake'];
const LEAVED: readonly SubjectId[] = ['tree'];
/** Framings that do not apply inside a wood without a view beyond it. */
const DISTANT: readonly Framing[] = ['aerial', 'minimal'];

const PATTERNS: readonly SubjectId[] = [
  'marble',
  'ink',
  'waves',
  'geometry',
  'spiral',
  'mandala',
  'fractal',
  'gradient',
  'smoke',
];
const SHORES: readonly ScenePlace[] = ['sea', 'beach', 'island', 'harbour', 'lake'];
const SEEN_FROM_INSIDE: readonly ScenePlace[] = ['studio', 'room', 'abstract', 'space', 'sky'];
/** Subjects in the sky, which have no size, colour or position of their own. */
const HEAVENS: readonly SubjectId[] = ['sun', 'moon', 'stars', 'aurora', 'galaxy', 'nebula', 'lightning', 'rainbow'];
/** Subjects that always keep their own colour. */
const OWN_COLOUR: Readonly<Record<Scene['renderer'], readonly SubjectId[]>> = {
  layers: [...HEAVENS, 'birch', 'grass', 'fire', 'cloud', 'comet', ...PATTERNS, 'confetti'],
  solid: ['watermelon', 'burger', 'bread', 'pizza', 'salad', 'bubbles', 'blobs'],
};
/** Subjects that always keep their own material in 3D scenes. Painted subjects have no material. */
const OWN_STUFF: readonly SubjectId[] = [
  'flower',
  'rose',
  'lifebuoy',
  'moon',
  'planet',
  'ringedplanet',
  'cake',
  'icecream',
  'watermelon',
  'burger',
  'bread',
  'pizza',
  'salad',
  'balloon',
  'book',
  'bubbles',
];
/** Subjects that move up when the prompt places them above. */
const AERIAL: readonly SubjectId[] = [
  'bird',
  'butterfly',
  'dragon',
  'comet',
  'cloud',
  'planet',
  'satellite',
  'ufo',
  'rocket',
  'astronaut',
  'leaf',
  'lantern',
  'kite',
  'plane',
  'balloon',
  'helicopter',
];
/** Painted subjects that are not visible in a setting. */
const NOT_DRAWN: Readonly<Partial<Record<Setting, readonly SubjectId[]>>> = {
  space: ['aurora', 'sun', 'moon'],
  pattern: ['aurora', 'sun', 'moon', 'stars', 'galaxy', 'nebula'],
  stage: ['aurora', 'cloud', 'sun', 'moon', 'stars', 'galaxy', 'nebula'],
  window: ['nebula', 'sun', 'moon', 'stars', 'aurora', 'galaxy'],
  underwater: ['sun', 'moon', 'stars', 'aurora', 'galaxy', 'nebula'],
};
/** Maximum number of blooms in a vase. */
const BOUQUET = 3;
/** Maximum number of one kind of furniture along a wall. */
const ALONG_THE_WALL = 6;

/** Under the open sky: places that a place is not painted beside. */
const BY_WATER: readonly ScenePlace[] = ['lake', 'river', 'waterfall', 'sea', 'beach', 'island', 'harbour'];
const BARE: readonly ScenePlace[] = ['desert', 'canyon', 'street', 'waterfall', 'harbour', 'beach', 'island'];
const COVERED: Readonly<Partial<Record<ScenePlace, readonly ScenePlace[]>>> = {
  mountains: ['canyon'],
  hills: BARE,
  forest: [...BARE, 'lake', 'village', 'meadow', 'garden'],
  jungle: [...BARE, 'lake', 'village', 'meadow', 'garden', 'sea', 'volcano', 'glacier'],
  meadow: [...BARE, 'lake'],
  garden: [...BARE, 'lake', 'river', 'sea'],
  desert: ['glacier', 'sea', 'harbour', 'street'],
  lake: ['sea', 'beach', 'island'],
  island: ['harbour'],
  street: [...BY_WATER, 'glacier'],
  road: [...BY_WATER, 'forest', 'jungle', 'desert', 'canyon', 'glacier', 'street'],
};

function settingOf({ renderer, places, subjects, weather, without }: Scene): Setting {
  const has = (place: ScenePlace): boolean => places.includes(place);
  if (renderer === 'layers') {
    if (has('underwater')) return 'underwater';
    if (has('space')) return 'space';
    if (has('room') || has('cave')) return 'window';
    const patterned = subjects.some(({ id }) => PATTERNS.includes(id) && !(id === 'waves' && SHORES.some(has)));
    if (has('abstract') || patterned) return 'pattern';
    return has('studio') && places.length === 1 ? 'stage' : 'open';
  }
  const lead = subjects.find(({ id }) => isSolid(id) && !without.includes(id))?.id;
  const home = lead !== undefined && isSolid(lead) ? CASTS[lead].home : 'studio';
  const shown = places.filter((place) => !without.includes(place));
  if (shown.includes('space') && home !== 'studio') return 'orbit';
  if (shown.some((place) => !SEEN_FROM_INSIDE.includes(place)))
    return home === 'pool' || (shown.every((place) => place === 'underwater') && home !== 'sky') ? 'pool' : 'ground';
  if (shown.includes('space')) return 'orbit';
  if (shown.includes('sky')) return 'aloft';
  if (shown.includes('room')) return 'indoors';
  if ((weather === 'snow' || weather === 'rain' || weather === 'storm' || weather === 'fog') && home !== 'pool')
    return 'ground';
  switch (home) {
    case 'space':
      return 'orbit';
    case 'sky':
      return 'aloft';
    case 'portrait':
    case 'pool':
    case 'drops':
      return home;
    default:
      return 'studio';
  }
}

/** The places of a scene that a setting paints. */
function placesIn(setting: Setting, { places }: Scene): readonly ScenePlace[] {
  switch (setting) {
    case 'underwater':
    case 'pool':
      return places.filter((place) => place === 'underwater' || (setting === 'underwater' && place === 'sea'));
    case 'space':
    case 'orbit':
      return places.filter((place) => place === 'space');
    case 'pattern':
      return places.filter((place) => place === 'abstract');
    case 'stage':
    case 'studio':
    case 'portrait':
      return places.filter((place) => place === 'studio');
    case 'drops':
      return [];
    case 'aloft':
      return places.filter((place) => place === 'sky');
    case 'indoors':
      return places.filter((place) => place === 'room');
    case 'window':
      return places.filter((place) => place !== 'studio' && place !== 'abstract');
    case 'ground':
      return places.filter((place) => !SEEN_FROM_INSIDE.includes(place)).slice(0, 1);
    case 'open':
      return places.filter(
        (place) => place !== 'studio' && !places.some((other) => COVERED[place]?.includes(other) === true),
      );
    default:
      return setting satisfies never;
  }
}

/**
 * The subjects of a scene that a word names. A group word names whichever member was chosen, and counted people are
 * drawn as single figures.
 */
function namedBy(means: string, { subjects }: Scene): readonly SceneSubject[] {
  const kind: readonly SubjectId[] =
    means === 'crowd' ? ['crowd', 'person'] : (Object.entries(GROUPS).find(([name]) => name === means)?.[1] ?? []);
  return subjects.filter(({ id, holds }) => id === means || holds?.id === means || kind.includes(id));
}

/** Whether nothing but a wood is visible: its leaves hide distant things. */
const isWooded = (places: readonly ScenePlace[]): boolean =>
  places.every((place) => place === 'forest' || place === 'jungle');

const isSeen = (id: SubjectId, setting: Setting, { places, without }: Scene): boolean =>
  !without.includes(id) &&
  NOT_DRAWN[setting]?.includes(id) !== true &&
  !(id === 'nebula' && places.includes('forest')) &&
  !(setting === 'open' && id === 'stars' && isWooded(places));

const isColoured = (colour: string, scene: Scene, setting: Setting): boolean => {
  const { subjects, colours, renderer } = scene;
  const takes = (subject: SceneSubject | undefined): boolean =>
    subject !== undefined && !OWN_COLOUR[renderer].includes(subject.id);
  if (subjects.some(({ holds }) => holds?.colour === colour)) return true;
  if (subjects.some((subject) => subject.colour === colour && takes(subject) && isSeen(subject.id, setting, scene)))
    return true;
  if (!colours.some((one) => one === colour)) return false;
  // In painted scenes the palette moves towards the colour. In 3D scenes the first object takes it, unless everything
  // has its own colour, and a studio's backdrop takes the next one.
  if (renderer === 'layers') return true;
  const first =
    colours[0] === colour && subjects.every((subject) => subject.colour === undefined) && takes(subjects[0]);
  return first || (setting === 'studio' && colours.indexOf(colours.find((one) => one === colour) ?? 'red') <= 1);
};

const isFurniture = (id: SubjectId, setting: Setting, { places }: Scene): boolean =>
  setting === 'window' && places.includes('room') && FURNITURES.some((piece) => piece === id);

/** How many of a subject the layout of a room's furniture draws side by side, in an image of any shape. */
function sideBySide(id: SubjectId, setting: Setting, scene: Scene): number {
  if (!isFurniture(id, setting, scene)) return Infinity;
  if (id === 'rug' || id === 'table') return 1;
  if (id === 'chair') return namedBy('table', scene).some((table) => isSeen(table.id, setting, scene)) ? 4 : 2;
  return ALONG_THE_WALL;
}

function isCounted(means: string, scene: Scene, setting: Setting): boolean {
  const { subjects, renderer } = scene;
  const vase = renderer === 'solid' && subjects.some(({ id }) => id === 'vase');
  return subjects.some(({ id, count, counted }) => {
    if (vase && count > BOUQUET && (id === 'flower' || id === 'rose')) return false;
    if (count > sideBySide(id, setting, scene)) return false;
    return means === 'few' || means === 'many' ? count > 2 : counted === true && String(count) === means;
  });
}

function isSized(means: string, { subjects, renderer }: Scene): boolean {
  const several = renderer === 'layers' || subjects.reduce((sum, { count }) => sum + count, 0) > 1;
  return (
    several &&
    subjects.some(
      ({ id, size }) =>
        size === means && !PATTERNS.includes(id) && !(HEAVENS.includes(id) && id !== 'sun' && id !== 'moon'),
    )
  );
}

function isPlaced(means: string, scene: Scene, setting: Setting): boolean {
  const { subjects, renderer } = scene;
  return subjects.some(
    ({ id, where }) =>
      where === means &&
      !isFurniture(id, setting, scene) &&
      (where === 'above' ? renderer === 'solid' || AERIAL.includes(id) : !HEAVENS.includes(id)),
  );
}

function isInSeason(means: string, setting: Setting, { places, subjects, season }: Scene): boolean {
  if (season !== means) return false;
  const winter = season === 'winter';
  if (setting === 'ground' || setting === 'aloft') return winter;
  return (
    setting === 'open' &&
    (places.some((place) => (winter ? SNOWY : LEAFY).includes(place)) ||
      (!winter && subjects.some(({ id }) => LEAVED.includes(id))))
  );
}

function isFramed(means: string, setting: Setting, { framing, places }: Scene): boolean {
  const wooded = setting === 'open' && isWooded(places);
  return framing === means && SHOWS[setting].framings.includes(framing) && !(wooded && DISTANT.includes(framing));
}

/** Whether a term is visible in the image of a scene. Pure. */
export function isDrawn({ kind, means }: Pick<UnderstoodTerm, 'kind' | 'means'>, scene: Scene): boolean {
  const setting = settingOf(scene);
  const shows = SHOWS[setting];
  switch (kind) {
    case 'place':
      return placesIn(setting, scene).some((place) => place === means);
    case 'subject':
      return namedBy(means, scene).some(({ id }) => isSeen(id, setting, scene));
    case 'time':
      return scene.time === means && shows.times.includes(scene.time);
    case 'weather':
      return scene.weather === means && shows.weathers.includes(scene.weather);
    case 'season':
      return isInSeason(means, setting, scene);
    case 'style':
      return scene.style === means && means !== 'natural';
    case 'mood':
      return shows.moods.some((mood) => mood === means) && scene.moods.some((mood) => mood === means);
    case 'colour':
      return isColoured(means, scene, setting);
    case 'framing':
      return isFramed(means, setting, scene);
    case 'material':
      return (
        scene.renderer === 'solid' &&
        scene.subjects.some(({ id, material }) => material === means && !OWN_STUFF.includes(id))
      );
    case 'count':
      return isCounted(means, scene, setting);
    case 'size':
      return isSized(means, scene);
    case 'position':
      return isPlaced(means, scene, setting);
    case 'action':
      return scene.subjects.some(
        (subject) =>
          (means === 'hold' ? subject.holds !== undefined : subject.act === means) &&
          isSeen(subject.id, setting, scene),
      );
    case 'without':
      return true;
    default:
      return kind satisfies never;
  }
}

/** Report on a prompt: which words are in the image, and which are not. */
export type Claims = Pick<Understanding, 'understood' | 'ignored'>;

/**
 * Splits a prompt into the words that are in the image of a scene and the words that are left out, recognised or not.
 * @param drawn whether a recognised word is drawn; decided by the understanding's own scene when left out
 */
export function claimsOf(
  { scene, understood, ignored }: Understanding,
  drawn: (term: UnderstoodTerm) => boolean = (term) => isDrawn(term, scene),
): Claims {
  const claimed = understood.filter(drawn);
  const covers = (lost: UnderstoodTerm): boolean =>
    claimed.some(({ start, end }) => start <= lost.start && lost.start < end);
  const lost = understood.filter((term) => !claimed.includes(term) && !covers(term));
  return { understood: claimed, ignored: [...new Set([...ignored, ...lost.map(({ text }) => text)])] };
}

/** Hours that are a view in themselves, because the sun is at the horizon. */
const VIEWS: readonly string[] = ['dawn', 'sunset'] satisfies readonly TimeOfDay[];

/**
 * Whether anything visible is claimed: a place, an object, a person, visible weather, or the sun at the horizon. A
 * style or light alone is not enough.
 */
export function showsSomething({ understood }: Claims): boolean {
  return understood.some(
    ({ kind, means }) =>
      kind === 'place' ||
      kind === 'subject' ||
      (kind === 'weather' && means !== 'clear') ||
      (kind === 'time' && VIEWS.includes(means)),
  );
}
