import { z } from 'zod';
import { TRANSITIONS } from '../../engine/sizes.shared.js';
import { EDIT, TEXT_PLACES, TEXT_SIZES, type Timeline } from '../../engine/timeline.shared.js';

/**
 * The schema of a timeline, for requests and for the store. Limits that depend on the clips are checked by the plan.
 */

const millis = (max: number) => z.int().min(0).max(max);
const longEnough = ({ from, to }: { readonly from: number; readonly to: number }): boolean => to - from >= EDIT.minCut;
const TOO_SHORT = { path: ['to'], error: `at least ${EDIT.minCut} ms after the beginning` };

const cut = z
  .object({
    clip: z.int().min(1).max(EDIT.clips),
    from: millis(EDIT.clipEnd),
    to: millis(EDIT.clipEnd),
    way: z.enum(TRANSITIONS).default('cut'),
  })
  .refine(longEnough, TOO_SHORT);

const timedText = z
  .object({
    text: z.string().trim().min(1).max(EDIT.letters),
    from: millis(EDIT.max),
    to: millis(EDIT.max),
    place: z.enum(TEXT_PLACES).default('bottom'),
    size: z.enum(TEXT_SIZES).default('medium'),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .transform((text) => text.toLowerCase())
      .default('#ffffff'),
  })
  .refine(longEnough, TOO_SHORT);

/** A timeline as requested and stored. */
export const timelineInput: z.ZodType<Timeline> = z.object({
  cuts: z.array(cut).max(EDIT.cuts).default([]),
  texts: z.array(timedText).max(EDIT.texts).default([]),
});
