/** Something that is done once: the fact that completes it, and its credits, whole. */
export interface Mission {
  readonly id: string;
  readonly completedBy: 'image-made' | 'video-made' | 'work-published';
  readonly credits: number;
  /** The page on which it is done. */
  readonly page: '/image' | '/video' | '/creations';
}

/**
 * All missions, in the order in which they are shown. An amount that is no longer given must stay known to
 * `reward.causes.ts`, or earlier grants count as unexplained.
 */
export const MISSIONS = [
  { id: 'first-image', completedBy: 'image-made', credits: 3, page: '/image' },
  { id: 'first-video', completedBy: 'video-made', credits: 5, page: '/video' },
  { id: 'first-publication', completedBy: 'work-published', credits: 10, page: '/creations' },
] as const satisfies readonly Mission[];
export type MissionId = (typeof MISSIONS)[number]['id'];
export type MissionFact = (typeof MISSIONS)[number]['completedBy'];

/** How long the credits of a mission can be spent, in days. */
export const MISSION_LASTS_DAYS = 30;

/** The mission of an id; undefined for any other text. */
export const missionOf = (id: string): (typeof MISSIONS)[number] | undefined => MISSIONS.find((one) => one.id === id);
