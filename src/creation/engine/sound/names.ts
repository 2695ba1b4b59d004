/** What becomes of the sound that a film has: it leads, it stands behind the effects, or it goes. */
export const OWN_SOUNDS = ['keep', 'lower', 'drop'] as const;
export type OwnSound = (typeof OWN_SOUNDS)[number];

/** What may go on under a whole film, seeded and endless. */
export const BEDS = ['rain', 'wind', 'sea', 'stream', 'fire', 'birds', 'crickets', 'crowd', 'train'] as const;
