/** Names that forms offer and techniques know: pure data, which the browser takes as well. */

/** The image's style, `natural` being none of them. */
export const STYLES = ['natural', 'poster', 'watercolour', 'ink', 'neon', 'pixel', 'papercut', 'isometric', 'line', 'oil', 'blueprint', 'risograph', 'clay'] as const;
export type Style = (typeof STYLES)[number];

/** How a video is drawn again as an animated one. */
export const ANIME_LOOKS = ['cel', 'ink', 'pastel', 'manga'] as const;
export type AnimeLook = (typeof ANIME_LOOKS)[number];

/** The templates of videos that are made of images, in the order in which they are offered. */
export const VIDEO_TEMPLATES = ['zoom-burst', 'glitch', 'snow', 'projector', 'reveal', 'hearts', 'confetti', 'polaroid', 'day-to-night', 'light-leak', 'kaleidoscope'] as const;
export type VideoTemplate = (typeof VIDEO_TEMPLATES)[number];

/** What may stand behind a video's subject: a studio, the video's own ground out of focus, a colour, and nothing: a video that is seen through. */
export const BEHINDS = ['studio', 'blur', 'green', 'white', 'black', 'none'] as const;
export type Behind = (typeof BEHINDS)[number];

/** What becomes of the sound that a video has: it leads, it stands behind the effects, or it goes. */
export const OWN_SOUNDS = ['keep', 'lower', 'drop'] as const;
export type OwnSound = (typeof OWN_SOUNDS)[number];

/** What may go on under a whole video, seeded and endless. */
export const BEDS = ['rain', 'wind', 'sea', 'stream', 'fire', 'birds', 'crickets', 'crowd', 'train'] as const;

/** Who speaks, and in what language. */
export const VOICES = ['woman', 'man', 'deep', 'bright'] as const;
export type Voice = (typeof VOICES)[number];

export const SPOKEN_LANGUAGES = ['en', 'de', 'ar', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'ru', 'tr', 'id', 'da', 'ko', 'zh'] as const;
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number];

/** The ways in which procedures read a prompt. */
export const PROMPT_READINGS = ['scene', 'painting', 'restyle', 'shots', 'script', 'animation', 'subjects', 'sound'] as const;
export type PromptReading = (typeof PROMPT_READINGS)[number];
