/** Classes that the network was trained on. */
export const IMAGE_CLASSES = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'] as const;
export type ImageClass = (typeof IMAGE_CLASSES)[number];

/** Probability of each class: 0 to 1, summing to 1. */
export type Scores = Readonly<Record<ImageClass, number>>;

/** Port of an image judge: the local network, or a remote service. */
export interface ImageCheck {
  /** Name and version of what judges. Scores of another one are not reused. */
  readonly name: string;
  /**
   * @param image a file of any accepted type: PNG, JPEG, WebP, GIF, AVIF
   * @param signal aborts the wait; the promise rejects with the signal's reason
   * @returns the score against the image, 0 to 100
   * @throws when the image could not be judged
   */
  check(image: Uint8Array, signal?: AbortSignal): Promise<number>;
  /** Rejects waiting images and releases all resources. */
  close(): Promise<void>;
}

/** An image classifier. */
export interface ImageModeration {
  /** Name and version of the network. */
  readonly name: string;
  /**
   * @param image a file of any accepted type: PNG, JPEG, WebP, GIF, AVIF
   * @param signal aborts the wait; the promise rejects with the signal's reason
   * @throws when the image could not be classified
   */
  score(image: Uint8Array, signal?: AbortSignal): Promise<Scores>;
  /** Rejects waiting images and releases all resources. */
  close(): Promise<void>;
}
