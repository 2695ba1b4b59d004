/** What the classes of a picture are, as the network was taught them. */
export const PICTURE_CLASSES = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'] as const;
export type PictureClass = (typeof PICTURE_CLASSES)[number];

/** How likely a picture is of each class: 0 to 1, together 1. */
export type Scores = Readonly<Record<PictureClass, number>>;

/** The port of whatever looks at pictures. */
export interface ImageModeration {
  /** Names the network and its version: what one has judged the next judges anew. */
  readonly name: string;
  /**
   * @param picture a file of any type that is taken in: PNG, JPEG, WebP, GIF, AVIF
   * @param signal whoever asks no longer waits: the promise rejects with the signal's reason
   * @throws when it could not be looked at
   */
  score(picture: Uint8Array, signal?: AbortSignal): Promise<Scores>;
  /** Refuses what waits and lets go of all it holds. */
  close(): Promise<void>;
}
