/** What may stand behind a film's subject. */

/** Colours behind a subject, sRGB 0..255: a green that editors key, and what shops and slides ask for. */
export const BEHIND = { green: [0, 177, 64], white: [255, 255, 255], black: [0, 0, 0] } as const;

/** The same by name, a studio, the film's own ground out of focus, and nothing: a film that is seen through. */
export const BEHINDS = ['studio', 'blur', 'green', 'white', 'black', 'none'] as const;
export type Behind = (typeof BEHINDS)[number];
