import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  canRedo,
  canUndo,
  doStep,
  firstRectangle,
  NEW_MASK,
  nudge,
  rectangleOf,
  redo,
  sizeOf,
  isCertainlyEmpty,
  undo,
  visibleSteps,
  type MaskHistory,
  type MaskStep,
} from './mask-model';

const stroke = (mode: 'paint' | 'erase' = 'paint'): MaskStep => ({
  kind: 'stroke',
  mode,
  points: [{ x: 1, y: 1, size: 4 }],
});
const box = (mode: 'paint' | 'erase' = 'paint'): MaskStep => ({
  kind: 'rectangle',
  mode,
  rectangle: { x: 0, y: 0, width: 5, height: 5 },
});
const after = (...steps: readonly MaskStep[]): MaskHistory => steps.reduce(doStep, NEW_MASK);

const steps = fc.array(
  fc.constantFrom<MaskStep>(stroke(), stroke('erase'), box(), box('erase'), { kind: 'clear' }, { kind: 'invert' }),
  { maxLength: 12 },
);

describe('the history of a mask', () => {
  it('takes back what was done last, and does it again', () => {
    const history = after(stroke(), box());
    expect(undo(history).done).toEqual([stroke()]);
    expect(redo(undo(history))).toEqual(history);
  });

  it('forgets what was taken back once something else is done', () => {
    expect(canRedo(doStep(undo(after(stroke())), box()))).toBe(false);
  });

  it('comes back to any moment by as many undos, whatever was done', () => {
    fc.assert(
      fc.property(steps, fc.nat(12), (list, back) => {
        const history = after(...list);
        const times = Math.min(back, history.done.length);
        const there = Array.from({ length: times }).reduce<MaskHistory>(undo, history);
        expect(there.done).toEqual(history.done.slice(0, history.done.length - times));
        expect(Array.from({ length: times }).reduce<MaskHistory>(redo, there)).toEqual(history);
      }),
    );
  });

  it('has nothing to take back when nothing was done, and does not keep what changes nothing', () => {
    expect(canUndo(NEW_MASK)).toBe(false);
    expect(undo(NEW_MASK)).toBe(NEW_MASK);
    expect(doStep(NEW_MASK, { kind: 'clear' })).toBe(NEW_MASK);
    expect(doStep(NEW_MASK, { kind: 'stroke', mode: 'paint', points: [] })).toBe(NEW_MASK);
    expect(doStep(NEW_MASK, { kind: 'rectangle', mode: 'paint', rectangle: { x: 3, y: 3, width: 0, height: 9 } })).toBe(
      NEW_MASK,
    );
  });

  it('shows nothing from before a clearing, which can be taken back too', () => {
    const cleared = after(stroke(), { kind: 'clear' });
    expect(visibleSteps(cleared)).toEqual([]);
    expect(visibleSteps(undo(cleared))).toEqual([stroke()]);
  });
});

describe('an empty mask', () => {
  it('is one on which only marks were taken away', () => {
    expect(isCertainlyEmpty(NEW_MASK)).toBe(true);
    expect(isCertainlyEmpty(after(stroke('erase')))).toBe(true);
    expect(isCertainlyEmpty(after(stroke(), { kind: 'clear' }))).toBe(true);
    expect(isCertainlyEmpty(after(box()))).toBe(false);
    expect(isCertainlyEmpty(after({ kind: 'invert' }))).toBe(false);
  });
});

describe('a brush', () => {
  it('draws wider for a pen that presses harder, and alike for mouse and finger', () => {
    expect(sizeOf(20, 0.9, 'pen')).toBeGreaterThan(sizeOf(20, 0.2, 'pen'));
    expect(sizeOf(20, 0.5, 'mouse')).toBe(20);
    expect(sizeOf(20, 0, 'touch')).toBe(20);
    expect(sizeOf(20, 0, 'pen')).toBe(20);
  });
});

describe('a rectangle', () => {
  it('may be drawn from any corner and ends at the edge of the image', () => {
    expect(rectangleOf({ x: 90, y: 40 }, { x: 10, y: 60 }, 100, 50)).toEqual({ x: 10, y: 40, width: 80, height: 10 });
  });

  it('stays within the image and keeps at least a pixel, however often the arrows are pressed', () => {
    const press = fc.record({
      direction: fc.constantFrom('left' as const, 'right' as const, 'up' as const, 'down' as const),
      by: fc.integer({ min: 1, max: 300 }),
      resize: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        fc.array(press, { maxLength: 30 }),
        (width, height, presses) => {
          const end = presses.reduce(
            (rectangle, { direction, by, resize }) => nudge(rectangle, direction, by, resize, width, height),
            firstRectangle(width, height),
          );
          expect(Math.min(end.x, end.y)).toBeGreaterThanOrEqual(0);
          expect(Math.min(end.width, end.height)).toBeGreaterThanOrEqual(1);
          expect(end.x + end.width).toBeLessThanOrEqual(width);
          expect(end.y + end.height).toBeLessThanOrEqual(height);
        },
      ),
    );
  });
});
