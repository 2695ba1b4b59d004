/** What the classes of an image are, as the network was taught them. */
export const IMAGE_CLASSES = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'] as const;
export type ImageClass = (typeof IMAGE_CLASSES)[number];

/** How likely an image is of each class: 0 to 1, together 1. */
export type Scores = Readonly<Record<ImageClass, number>>;

/** The port of whatever looks at images. */
export interface ImageModeration {
  /** Names the network and its version: what one has judged the next judges again. */
  readonly name: string;
  /**
   * @param image a file of any type that is taken in: PNG, JPEG, WebP, GIF, AVIF
   * @param signal whoever asks no longer waits: the promise rejects with the signal's reason
   * @throws when it could not be looked at
   */
  score(image: Uint8Array, signal?: AbortSignal): Promise<Scores>;
  /** Refuses what waits and lets go of all it holds. */
  close(): Promise<void>;
}
