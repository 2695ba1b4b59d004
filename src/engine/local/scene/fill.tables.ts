/**
 * Defaults for what a prompt leaves open: where a subject is usually found, and in what light and weather a place is
 * shown.
 */
import type { ScenePlace, SubjectId, TimeOfDay, Weather } from './scene.js';

const WATER = ['sea', 'lake'] as const;
const GREEN = ['meadow', 'hills', 'forest'] as const;

/** Usual places of a subject, each a stack of places from back to front; the seed picks one. */
export const HOMES: Readonly<Record<SubjectId, readonly (readonly ScenePlace[])[]>> = {
  tree: [['hills', 'meadow'], ['meadow'], ['mountains', 'meadow']], pine: [['mountains', 'forest'], ['mountains', 'lake'], ['forest']], palm: [['sea', 'beach'], ['sea', 'island'], ['desert']], birch: [['forest'], ['meadow']],
  cactus: [['desert'], ['canyon', 'desert']], flower: [['meadow'], ['hills', 'meadow'], ['garden']], rose: [['studio']], tulip: [['meadow'], ['hills', 'meadow']], sunflower: [['meadow'], ['hills', 'meadow']], grass: [['meadow'], ['hills']],
  mushroom: [['forest']], rock: [['sea', 'beach'], ['desert'], ['mountains']], rainbow: [['hills', 'meadow'], ['mountains', 'lake'], ['sea']], aurora: [['mountains', 'lake'], ['mountains'], ['glacier']], lightning: [['sky', 'hills'], ['sea'], ['mountains']], iceberg: [['sea']],
  fire: [['forest'], ['mountains', 'lake']], leaf: [['forest'], ['garden']], cloud: [['sky'], ['mountains']],
  house: [['hills', 'meadow'], ['mountains', 'meadow'], ['village'], ['mountains', 'lake']], castle: [['mountains', 'hills'], ['hills'], ['mountains', 'lake']], tower: [['hills'], ['city'], ['mountains']], skyscraper: [['city']], lighthouse: [['sea', 'beach'], ['sea', 'island']],
  bridge: [['mountains', 'river'], ['city', 'river'], ['forest', 'river']], windmill: [['hills', 'meadow'], ['meadow']], pagoda: [['mountains', 'forest'], ['mountains', 'lake'], ['garden']], church: [['hills', 'village'], ['mountains', 'meadow']], pyramid: [['desert']],
  tent: [['mountains', 'meadow'], ['mountains', 'lake'], ['forest']], lamp: [['studio'], ['street']], ferriswheel: [['city'], ['sea', 'harbour']], arch: [['studio'], ['desert']], fountain: [['garden'], ['city']], fence: [['hills', 'meadow'], ['meadow', 'road']],
  sailboat: [['sea'], ['mountains', 'lake'], ['sea', 'harbour']], ship: [['sea'], ['sea', 'harbour']], whale: [['sea'], ['underwater']], dolphin: [['sea'], ['underwater']], fish: [['underwater']], jellyfish: [['underwater']], coral: [['underwater']],
  turtle: [['underwater'], ['sea', 'beach']], lifebuoy: [['studio']], shell: [['studio'], ['beach']], octopus: [['underwater']],
  sun: [['mountains', 'sea'], ['hills'], ['sea']], moon: [['mountains', 'lake'], ['sea'], ['space']], stars: [['mountains', 'lake'], ['sky', 'hills'], ['desert']], planet: [['space']], ringedplanet: [['space']], galaxy: [['space']], comet: [['space'], ['sky', 'mountains']],
  rocket: [['space'], ['space'], ['sky', 'desert']], astronaut: [['space']], satellite: [['space']], ufo: [['space'], ['sky', 'desert'], ['hills', 'meadow']], nebula: [['space']],
  bird: [['sky', 'mountains'], ['sea'], ['mountains', 'lake'], ['hills', 'meadow']], cat: [['garden'], ['street'], ['room'], ['village']], dog: [['meadow'], ['garden'], ['sea', 'beach']], horse: [['hills', 'meadow'], ['meadow'], ['sea', 'beach']],
  deer: [['forest'], ['mountains', 'forest'], ['mountains', 'meadow']], wolf: [['mountains', 'forest'], ['forest']], bear: [['mountains', 'forest'], ['mountains', 'river'], ['glacier']], rabbit: [['meadow'], ['garden']], fox: [['forest'], ['hills', 'meadow']],
  elephant: [['meadow'], ['desert']], owl: [['forest']], butterfly: [['meadow'], ['garden']], dragon: [['mountains'], ['volcano'], ['sky', 'mountains']], giraffe: [['meadow']], lion: [['meadow'], ['desert']], cow: [['hills', 'meadow'], ['mountains', 'meadow']],
  sheep: [['hills', 'meadow'], ['mountains', 'meadow']], swan: [['forest', 'lake'], ['lake']], camel: [['desert']], penguin: [['glacier'], ['glacier', 'sea']], snail: [['garden'], ['forest']], dinosaur: [['jungle'], ['volcano', 'jungle']],
  person: [['hills'], ['sea', 'beach'], ['mountains', 'lake'], ['meadow']], woman: [['meadow'], ['sea', 'beach'], ['garden']], man: [['hills'], ['meadow'], ['mountains', 'lake']], child: [['meadow'], ['garden'], ['sea', 'beach']],
  couple: [['sea', 'beach'], ['hills'], ['meadow']], dancer: [['sea', 'beach'], ['meadow']], crowd: [['city', 'street'], ['street']], knight: [['hills'], ['mountains']], hiker: [['mountains'], ['mountains', 'hills']],
  apple: [['studio']], orange: [['studio']], lemon: [['studio']], cherry: [['studio']], cake: [['studio']], donut: [['studio']], icecream: [['studio']], cup: [['studio']], egg: [['studio']], watermelon: [['studio']], burger: [['studio']], bread: [['studio']], pizza: [['room'], ['abstract']], pumpkin: [['studio']],
  car: [['mountains', 'road'], ['desert', 'road'], ['city', 'street'], ['studio']], train: [['mountains', 'road'], ['hills', 'meadow'], ['mountains', 'forest']], plane: [['sky'], ['sky', 'mountains']], balloon: [['hills', 'meadow'], ['mountains'], ['sky', 'desert'], ['studio']],
  bicycle: [['meadow', 'road'], ['street'], ['sea', 'beach']], bus: [['city', 'street'], ['mountains', 'road']], tram: [['city', 'street']], helicopter: [['sky', 'mountains'], ['sky', 'city']],
  bottle: [['studio']], vase: [['studio']], robot: [['studio']], sphere: [['studio']], cube: [['studio']], cone: [['studio']], torus: [['studio']], crystal: [['studio']], book: [['studio']], chair: [['studio']], umbrella: [['sea', 'beach'], ['street']], gift: [['studio']],
  candle: [['studio']], lantern: [['lake'], ['street'], ['studio']], kite: [['sky', 'hills'], ['sea', 'beach']], clock: [['studio']], key: [['studio']], heart: [['studio']], star: [['studio']], diamond: [['studio']], sword: [['hills'], ['abstract']], crown: [['studio']], guitar: [['room'], ['sea', 'beach']], chess: [['studio']],
  marble: [['abstract']], ink: [['abstract']], bubbles: [['abstract']], blobs: [['abstract']], waves: [WATER.slice(0, 1), ['abstract']], geometry: [['abstract']], spiral: [['abstract']], mandala: [['abstract']], fractal: [['abstract']], gradient: [['abstract']], smoke: [['abstract']], confetti: [['abstract'], ['city']],
};

/** Landscapes for a prompt that names no place and no subject. */
export const LANDSCAPES: readonly (readonly ScenePlace[])[] = [
  ['mountains', 'lake'], ['mountains', 'lake'], ['sea', 'beach'], ['hills', 'meadow'], ['desert'], ['forest'], ['mountains', 'forest', 'lake'], ['city'], ['sea', 'island'], ['mountains'], ['canyon', 'desert'], ['mountains', 'waterfall'], ['glacier', 'sea'], ['sky', 'sea'], [...GREEN].reverse().slice(1),
];

/** Abstract images for the same case. */
export const ABSTRACTS: readonly SubjectId[] = ['marble', 'waves', 'geometry', 'gradient', 'blobs', 'bubbles', 'smoke', 'fractal'];

/** Depth of a place; a smaller number is farther away. */
export const DEPTH: Readonly<Record<ScenePlace, number>> = {
  space: 0, sky: 1, abstract: 2, studio: 3, room: 4, underwater: 5, mountains: 10, volcano: 11, glacier: 12, canyon: 13, hills: 20, jungle: 24, forest: 25, city: 26, village: 28, desert: 30, cave: 31, waterfall: 34, sea: 40, island: 42, river: 44, lake: 45, harbour: 48, beach: 50, meadow: 55, garden: 60, street: 65, road: 70,
};

/** Hours for a prompt without one; an hour listed more often is more likely. */
export const HOURS: readonly TimeOfDay[] = ['dawn', 'morning', 'morning', 'noon', 'afternoon', 'afternoon', 'sunset', 'sunset', 'sunset', 'dusk', 'dusk', 'night'];
export const WEATHERS_BY_PLACE: Readonly<Partial<Record<ScenePlace, readonly Weather[]>>> = {
  forest: ['clear', 'clear', 'clear', 'fog', 'cloudy'], mountains: ['clear', 'clear', 'clear', 'cloudy'], jungle: ['clear', 'fog', 'fog'], desert: ['clear', 'clear', 'clear', 'clear', 'clear', 'wind'], canyon: ['clear'], sea: ['clear', 'clear', 'cloudy'], harbour: ['clear', 'cloudy', 'fog'],
  glacier: ['clear', 'cloudy', 'snow'], hills: ['clear', 'cloudy', 'cloudy', 'fog'], space: ['clear'], studio: ['clear'], room: ['clear'], underwater: ['clear'], cave: ['clear'], abstract: ['clear'], sky: ['cloudy', 'cloudy', 'clear'],
};
export const USUAL_WEATHERS: readonly Weather[] = ['clear', 'clear', 'clear', 'clear', 'clear', 'cloudy', 'cloudy', 'cloudy', 'cloudy', 'wind'];
/** When several are named, the first of this list wins, because it changes the image most. */
export const STRONGEST_WEATHER: readonly Weather[] = ['storm', 'snow', 'rain', 'fog', 'overcast', 'cloudy', 'wind', 'clear'];

/** Subjects that imply an hour. */
export const HOUR_OF: Readonly<Partial<Record<SubjectId, TimeOfDay>>> = { moon: 'night', stars: 'night', aurora: 'night', owl: 'night', comet: 'night', lantern: 'dusk', fire: 'dusk', candle: 'dusk', rainbow: 'afternoon', sunflower: 'noon', butterfly: 'noon', kite: 'afternoon', confetti: 'night' };
/** Subjects that imply the weather. */
export const WEATHER_OF: Readonly<Partial<Record<SubjectId, Weather>>> = { lightning: 'storm', rainbow: 'cloudy', cloud: 'cloudy', kite: 'wind', umbrella: 'clear', stars: 'clear', aurora: 'clear' };

/** Subjects drawn in groups when the language does not mark the plural. */
export const GREGARIOUS: ReadonlySet<SubjectId> = new Set(['bird', 'tree', 'pine', 'palm', 'birch', 'flower', 'tulip', 'sunflower', 'grass', 'fish', 'jellyfish', 'butterfly', 'sheep', 'balloon', 'lantern', 'rock', 'cloud', 'penguin', 'bubbles', 'mushroom', 'leaf', 'cherry', 'skyscraper', 'coral', 'camel', 'candle']);
/** Subjects that exist only once. */
export const UNIQUE: ReadonlySet<SubjectId> = new Set(['sun', 'moon', 'rainbow', 'aurora', 'stars', 'galaxy', 'nebula', 'crowd', 'couple', 'marble', 'ink', 'gradient', 'waves', 'smoke', 'fractal', 'mandala', 'spiral', 'geometry', 'confetti', 'grass', 'ringedplanet', 'lightning', 'fire', 'coral', 'bubbles', 'blobs']);
/** Subjects that only fill a place and do not decide the renderer. */
export const SCENERY: ReadonlySet<SubjectId> = new Set(['tree', 'pine', 'palm', 'birch', 'grass', 'cloud', 'stars', 'sun', 'moon', 'rock', 'rainbow', 'leaf', 'bird', 'flower', 'waves', 'lightning', 'smoke', 'confetti']);
/** Subjects that both renderers support and that look best in 3D when the prompt names no place. */
export const IN_THE_ROUND: ReadonlySet<SubjectId> = new Set(['astronaut', 'rocket', 'ufo', 'planet', 'moon', 'car', 'balloon', 'mushroom', 'cactus']);
/** Of these, the subjects that form a landscape when there are several. */
export const ALONE_IN_THE_ROUND: ReadonlySet<SubjectId> = new Set(['balloon', 'cactus']);
