'use client';

import { useState, type RefObject } from 'react';
import { drawMask, drawStroke, isBlank, maskPng, canvasSize } from './mask-drawing';
import {
  doStep,
  NEW_MASK,
  redo,
  isCertainlyEmpty,
  undo,
  visibleSteps,
  type MaskHistory,
  type MaskMode,
  type MaskPoint,
  type MaskStep,
} from './mask-model';
import type { Size } from './mask-view';

/** The painted mask: its history and the unfinished stroke. */
export interface Mask {
  readonly history: MaskHistory;
  readonly blank: boolean;
  readonly act: (step: MaskStep) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Draws an unfinished stroke from the point at index `from` on, without adding a step. */
  readonly preview: (points: readonly MaskPoint[], mode: MaskMode, from: number) => void;
  /** Restores the mask to the state before the unfinished stroke. */
  readonly restore: () => void;
  /** The mask as a PNG of the image's size, white on black. */
  readonly toPng: () => Promise<Blob>;
}

/** Only a mask with erasures can be blank despite visible steps. */
const mayBeBlank = (history: MaskHistory): boolean =>
  visibleSteps(history).some((step) => step.kind === 'invert' || ('mode' in step && step.mode === 'erase'));

/**
 * Keeps a mask for an image of that size. The canvas, of the size that `shownSize` says, shows it in its own text
 * colour.
 */
export function useMask(
  canvas: RefObject<HTMLCanvasElement | null>,
  image: Size,
  onChange?: (state: { readonly empty: boolean }) => void,
): Mask {
  const [history, setHistory] = useState<MaskHistory>(NEW_MASK);
  const [blank, setBlank] = useState(true);

  const draw = (next: MaskHistory): void => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined) return;
    drawMask(context, next, image, canvasSize(image).scale, getComputedStyle(element).color);
  };
  const become = (next: MaskHistory): void => {
    if (next === history) return;
    setHistory(next);
    draw(next);
    const empty = isCertainlyEmpty(next) || (mayBeBlank(next) && canvas.current !== null && isBlank(canvas.current));
    if (empty === blank) return;
    setBlank(empty);
    onChange?.({ empty });
  };

  return {
    history,
    blank,
    act: (step) => become(doStep(history, step)),
    undo: () => become(undo(history)),
    redo: () => become(redo(history)),
    preview: (points, mode, from) => {
      const context = canvas.current?.getContext('2d');
      if (context !== null && context !== undefined) drawStroke(context, points, mode, from);
    },
    restore: () => draw(history),
    toPng: () => maskPng(history, image),
  };
}
