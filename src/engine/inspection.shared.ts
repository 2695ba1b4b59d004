import type { ErrorIdentifier } from '../kernel/errors.shared.js';

/**
 * What the local engine needs of a source image, checked before credits are held: `faces`, at least one face that can
 * be replaced; `own-face`, one person's face with enough pixels; `speaker`, the same for speech; `portrait`, one
 * person; `wearer`, one person down to the chest, distinct from the background; `garment`, a garment alone; `subject`,
 * something that stands out from its background.
 */
export const SOURCE_NEEDS = ['faces', 'own-face', 'speaker', 'portrait', 'wearer', 'garment', 'subject'] as const;
export type SourceNeed = (typeof SOURCE_NEEDS)[number];

/**
 * The same; `any-face`, a face of any pose, and `legible`, words that can be read, which results need; and
 * `posed-wearer`, a wearer whose shoulders a network of body landmarks finds.
 */
export const INPUT_NEEDS = [...SOURCE_NEEDS, 'any-face', 'legible', 'posed-wearer'] as const;
export type InputNeed = (typeof INPUT_NEEDS)[number];

/** A part of an image, pixels of the displayed image. */
export interface CropFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Whether the local engine can use an image. The same checks refuse it during a run. */
export interface Inspection {
  /** Absent when the image can be used. */
  readonly refusal?: {
    readonly identifier: ErrorIdentifier;
    readonly params: Readonly<Record<string, string | number>>;
  };
  /** A part of the image that passes the same checks. */
  readonly crop?: CropFrame;
}
