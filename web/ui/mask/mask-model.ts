/** Whether something marks the image or takes the mark away. */
export type MaskMode = 'paint' | 'erase';

/** A point of a stroke, in pixels of the image as it is stored. */
export interface MaskPoint {
  readonly x: number;
  readonly y: number;
  /** Diameter of the brush there, in the image's pixels: a pen that presses harder draws wider. */
  readonly size: number;
}

/** A rectangle in pixels of the image. */
export interface MaskRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One step that can be taken back. */
export type MaskStep =
  | { readonly kind: 'stroke'; readonly mode: MaskMode; readonly points: readonly MaskPoint[] }
  | { readonly kind: 'rectangle'; readonly mode: MaskMode; readonly rectangle: MaskRectangle }
  | { readonly kind: 'clear' }
  | { readonly kind: 'invert' };

/** What was done, and what was taken back and can be done again. */
export interface MaskHistory {
  readonly done: readonly MaskStep[];
  readonly undone: readonly MaskStep[];
}

export const NEW_MASK: MaskHistory = { done: [], undone: [] };

/** Does a step. What had been taken back is gone. A step that changes nothing, such as clearing a clear mask, is not kept. */
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

/** The steps that still show: whatever came before the last clearing does not. */
export function visibleSteps(history: MaskHistory): readonly MaskStep[] {
  const cleared = history.done.findLastIndex((step) => step.kind === 'clear');
  return history.done.slice(cleared + 1);
}

/** Whether the mask is certainly empty, by its steps alone; painting that was erased again counts as not empty. */
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
 * The diameter a pen draws with.
 * @param base the brush's diameter, image pixels
 * @param pressure 0 to 1 as the device says; mouse and finger say .5 or nothing and draw the base
 */
export function sizeOf(base: number, pressure: number, kind: string): number {
  return kind === 'pen' && pressure > 0 ? base * (0.35 + 1.3 * Math.min(1, pressure)) : base;
}

/** A rectangle with its corners in any order, kept within an image of that size, in whole pixels. */
export function rectangleOf(from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }, width: number, height: number): MaskRectangle {
  const within = (value: number, max: number): number => Math.round(Math.max(0, Math.min(max, value)));
  const left = within(Math.min(from.x, to.x), width);
  const top = within(Math.min(from.y, to.y), height);
  return { x: left, y: top, width: within(Math.max(from.x, to.x), width) - left, height: within(Math.max(from.y, to.y), height) - top };
}

/** How the keyboard moves or resizes a rectangle. */
export type Nudge = 'left' | 'right' | 'up' | 'down';

const DIRECTIONS: Readonly<Record<Nudge, readonly [number, number]>> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** Moves a rectangle by so many pixels, or its end edge when `resize`; it stays within the image and keeps at least a pixel. */
export function nudge(rectangle: MaskRectangle, direction: Nudge, by: number, resize: boolean, width: number, height: number): MaskRectangle {
  const [dx, dy] = DIRECTIONS[direction];
  const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));
  if (resize) {
    return { ...rectangle, width: clamp(rectangle.width + dx * by, 1, width - rectangle.x), height: clamp(rectangle.height + dy * by, 1, height - rectangle.y) };
  }
  return { ...rectangle, x: clamp(rectangle.x + dx * by, 0, width - rectangle.width), y: clamp(rectangle.y + dy * by, 0, height - rectangle.height) };
}

/** Where the keyboard's rectangle starts: the middle, a quarter of each side. */
export function firstRectangle(width: number, height: number): MaskRectangle {
  const [w, h] = [Math.max(1, Math.round(width / 4)), Math.max(1, Math.round(height / 4))];
  return { x: Math.round((width - w) / 2), y: Math.round((height - h) / 2), width: w, height: h };
}
