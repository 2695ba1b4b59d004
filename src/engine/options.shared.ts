/** Option names shared by forms and techniques. Pure data, also loaded by the browser. */

/** Style of an image; `natural` means no style. */
export const STYLES = [
  'natural',
  'poster',
  'watercolour',
  'ink',
  'neon',
  'pixel',
  'papercut',
  'isometric',
  'line',
  'oil',
  'blueprint',
  'risograph',
  'clay',
] as const;
export type Style = (typeof STYLES)[number];

/** Drawing styles of animated videos. */
export const ANIME_LOOKS = ['cel', 'ink', 'pastel', 'manga'] as const;
export type AnimeLook = (typeof ANIME_LOOKS)[number];

/** Templates of videos made from images, in display order. */
export const VIDEO_TEMPLATES = [
  'zoom-burst',
  'glitch',
  'snow',
  'projector',
  'reveal',
  'hearts',
  'confetti',
  'polaroid',
  'day-to-night',
  'light-leak',
  'kaleidoscope',
] as const;
export type VideoTemplate = (typeof VIDEO_TEMPLATES)[number];

/**
 * Background of a video's subject: a studio, the original background out of focus, a colour, or none (a transparent
 * video).
 */
export const BEHINDS = ['studio', 'blur', 'green', 'white', 'black', 'none'] as const;
export type Behind = (typeof BEHINDS)[number];

/** What happens to the original sound of a video: kept in front, mixed behind the effects, or removed. */
export const OWN_SOUNDS = ['keep', 'lower', 'drop'] as const;
export type OwnSound = (typeof OWN_SOUNDS)[number];

/** Overlays for a whole video, seeded and endless. */
export const BEDS = ['rain', 'wind', 'sea', 'stream', 'fire', 'birds', 'crickets', 'crowd', 'train'] as const;

/** Voice and language of speech. */
export const VOICES = ['woman', 'man', 'deep', 'bright'] as const;
export type Voice = (typeof VOICES)[number];

export const SPOKEN_LANGUAGES = [
  'en',
  'en-gb',
  'de',
  'ar',
  'es',
  'fr',
  'it',
  'pt',
  'nl',
  'pl',
  'ru',
  'tr',
  'id',
  'da',
  'ko',
  'zh',
] as const;
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number];

/** The ways in which procedures interpret a prompt. */
export const PROMPT_READINGS = [
  'scene',
  'painting',
  'restyle',
  'shots',
  'script',
  'animation',
  'subjects',
  'sound',
] as const;
export type PromptReading = (typeof PROMPT_READINGS)[number];
