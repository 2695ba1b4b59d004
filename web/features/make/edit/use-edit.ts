'use client';

import { useMemo } from 'react';
import {
  EMPTY_TIMELINE,
  fitCuts,
  placedCuts,
  readTimeline,
  VIDEO_FPS,
  type Cut,
  type PlacedCut,
  type SourceRole,
  type Timeline,
  type TimedText,
} from '@src/creation/procedures/params.shared';
import { changeOptions, give, useFormState } from '@/features/make/create/draft/draft-store';
import type { Given } from '@/features/make/create/draft/given-inputs';
import { clipsIn, cutsAfter, cutsIn, type GivenClip } from './edit';

export const EDIT_PROCEDURE = 'videoEdit.createVideoEdit';

/** The edited video. */
export interface Edit {
  readonly clips: readonly GivenClip[];
  readonly cuts: readonly Cut[];
  readonly placed: readonly PlacedCut[];
  /** Total length in milliseconds. */
  readonly length: number;
  readonly texts: readonly TimedText[];
}

const write = (timeline: Timeline): void => changeOptions({ timeline }, EDIT_PROCEDURE);

/** The form's video edit, and functions to change it. Like every form, it is kept per tab. */
export function useEdit(): Edit & {
  readonly cut: (cuts: readonly Cut[]) => void;
  readonly letter: (texts: readonly TimedText[]) => void;
  readonly putClip: (role: SourceRole, one: Given | undefined) => void;
} {
  const { draft, given } = useFormState(EDIT_PROCEDURE);
  const { timeline: kept } = draft.options;
  return useMemo(() => {
    const timeline = readTimeline(kept) ?? EMPTY_TIMELINE;
    const clips = clipsIn(given);
    // A regenerated clip may be shorter than its cuts.
    const cuts = fitCuts(cutsIn(timeline, clips), clips);
    const { placed, frames } = placedCuts(cuts);
    return {
      clips,
      cuts,
      placed,
      length: (frames * 1_000) / VIDEO_FPS,
      texts: timeline.texts,
      cut: (next) => write({ ...timeline, cuts: next }),
      letter: (texts) => write({ ...timeline, texts }),
      putClip: (role, one) => {
        write({ ...timeline, cuts: cutsAfter(timeline, given, role, one) });
        give(EDIT_PROCEDURE, role, one);
      },
    };
  }, [kept, given]);
}
