/** Whether a stroke adds to the mask or erases. */
export type MaskMode = 'paint' | 'erase';

/** A point of a stroke, in pixels of the stored image. */
export interface MaskPoint {
  readonly x: number;
  readonly y: number;
  /** Brush diameter at this point, in image pixels. More pen pressure gives a wider line. */
  readonly size: number;
}

/** A rectangle in pixels of the image. */
export interface MaskRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One undoable step. */
export type MaskStep =
  | { readonly kind: 'stroke'; readonly mode: MaskMode; readonly points: readonly MaskPoint[] }
  | { readonly kind: 'rectangle'; readonly mode: MaskMode; readonly rectangle: MaskRectangle }
  | { readonly kind: 'clear' }
  | { readonly kind: 'invert' };

/** The steps done, and those undone that can be redone. */
export interface MaskHistory {
  readonly done: readonly MaskStep[];
  readonly undone: readonly MaskStep[];
}

export const NEW_MASK: MaskHistory = { done: [], undone: [] };

/** Applies a step and clears the redo list. A step without effect, such as clearing an empty mask, is ignored. */
export function doStep(history: MaskHistory, step: MaskStep): MaskHistory {
  if (step.kind === 'stroke' && step.points.length === 0) return history;
  if (step.kind === 'rectangle' && (step.rectangle.width <= 0 || step.rectangle.height <= 0)) return history;
  if (step.kind === 'clear' && isCertainlyEmpty(history)) return history;
  return { done: [...history.done, step], undone: [] };
}

export function undo(history: MaskHistory): MaskHistory {
  const step = history.done.at(-1);
  return step === undefined ? history : { done: history.done.slice(0, -1), undone: [...history.undone, step] };
}

export function redo(history: MaskHistory): MaskHistory {
  const step = history.undone.at(-1);
  return step === undefined ? history : { done: [...history.done, step], undone: history.undone.slice(0, -1) };
}

export const canUndo = (history: MaskHistory): boolean => history.done.length > 0;
export const canRedo = (history: MaskHistory): boolean => history.undone.length > 0;

/** The visible steps: those after the last clear. */
export function visibleSteps(history: MaskHistory): readonly MaskStep[] {
  const cleared = history.done.findLastIndex((step) => step.kind === 'clear');
  return history.done.slice(cleared + 1);
}

/**
 * Whether the steps alone prove that the mask is empty. A mask that was painted and fully erased counts as not empty.
 */
export function isCertainlyEmpty(history: MaskHistory): boolean {
  return visibleSteps(history).every((step) => {
    switch (step.kind) {
      case 'stroke':
      case 'rectangle':
        return step.mode === 'erase';
      case 'clear':
        return true;
      case 'invert':
        return false;
      default:
        return step satisfies never;
    }
  });
}

/**
 * The brush diameter of a pointer.
 * @param base the brush's diameter, image pixels
 * @param pressure 0 to 1, as the device reports; mouse and touch report .5 or 0 and use the base
 */
export function sizeOf(base: number, pressure: number, kind: string): number {
  return kind === 'pen' && pressure > 0 ? base * (0.35 + 1.3 * Math.min(1, pressure)) : base;
}

/** A rectangle from two opposite corners in any order, in whole pixels within an image of this size. */
export function rectangleOf(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  width: number,
  height: number,
): MaskRectangle {
  const within = (value: number, max: number): number => Math.round(Math.max(0, Math.min(max, value)));
  const left = within(Math.min(from.x, to.x), width);
  const top = within(Math.min(from.y, to.y), height);
  return {
    x: left,
    y: top,
    width: within(Math.max(from.x, to.x), width) - left,
    height: within(Math.max(from.y, to.y), height) - top,
  };
}

/** Direction in which the keyboard moves or resizes a rectangle. */
export type Nudge = 'left' | 'right' | 'up' | 'down';

const DIRECTIONS: Readonly<Record<Nudge, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** Moves a rectangle by pixels, or its end edge if `resize`. It stays within the image and keeps at least one pixel. */
export function nudge(
  rectangle: MaskRectangle,
  direction: Nudge,
  by: number,
  resize: boolean,
  width: number,
  height: number,
): MaskRectangle {
  const [dx, dy] = DIRECTIONS[direction];
  const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));
  if (resize) {
    return {
      ...rectangle,
      width: clamp(rectangle.width + dx * by, 1, width - rectangle.x),
      height: clamp(rectangle.height + dy * by, 1, height - rectangle.y),
    };
  }
  return {
    ...rectangle,
    x: clamp(rectangle.x + dx * by, 0, width - rectangle.width),
    y: clamp(rectangle.y + dy * by, 0, height - rectangle.height),
  };
}

/** The keyboard's initial rectangle: centred, a quarter of each side. */
export function firstRectangle(width: number, height: number): MaskRectangle {
  const [w, h] = [Math.max(1, Math.round(width / 4)), Math.max(1, Math.round(height / 4))];
  return { x: Math.round((width - w) / 2), y: Math.round((height - h) / 2), width: w, height: h };
}
