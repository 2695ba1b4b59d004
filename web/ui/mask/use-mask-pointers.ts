'use client';

import { useRef, type PointerEvent, type RefObject } from 'react';
import { rectangleOf, sizeOf, type MaskMode, type MaskPoint, type MaskRectangle } from './mask-model';
import type { Point, Size } from './mask-view';
import type { Mask } from './use-mask';
import type { MaskViewControls } from './use-mask-view';

/** Tool of the pointer. */
export type MaskTool = 'brush' | 'eraser' | 'rectangle' | 'hand';

type Gesture =
  | { readonly kind: 'stroke'; readonly mode: MaskMode; readonly points: MaskPoint[] }
  | { readonly kind: 'rectangle'; readonly from: Point }
  | { readonly kind: 'pan' }
  | { readonly kind: 'pinch' };

interface Pointers {
  readonly mask: Mask;
  readonly viewing: MaskViewControls;
  readonly image: Size;
  readonly tool: MaskTool;
  /** Brush diameter, image pixels. */
  readonly size: number;
  readonly disabled: boolean;
  readonly onRectangle: (rectangle: MaskRectangle | undefined) => void;
  /** Receives the pointer's position in the viewport; undefined if it left or is a touch. */
  readonly onHover: (at: Point | undefined) => void;
}

/** Converts a screen point to a viewport point. */
function inWindow(box: HTMLElement | null, event: { readonly clientX: number; readonly clientY: number }): Point {
  const corner = box?.getBoundingClientRect();
  return { x: event.clientX - (corner?.left ?? 0), y: event.clientY - (corner?.top ?? 0) };
}

function twoOf(fingers: ReadonlyMap<number, Point>): readonly [Point, Point] | undefined {
  const [a, b] = [...fingers.values()];
  return a === undefined || b === undefined ? undefined : [a, b];
}

/** Completes a gesture. If the device cancelled the pointer, the gesture has no effect. */
function finish(gesture: Gesture, at: Point, kept: boolean, { mask, viewing, image, onRectangle }: Pointers): void {
  if (gesture.kind === 'stroke') {
    if (kept) mask.act({ kind: 'stroke', mode: gesture.mode, points: gesture.points });
    else mask.restore();
  }
  if (gesture.kind === 'rectangle') {
    onRectangle(undefined);
    if (kept)
      mask.act({
        kind: 'rectangle',
        mode: 'paint',
        rectangle: rectangleOf(gesture.from, viewing.toImagePoint(at), image.width, image.height),
      });
  }
}

/** Continues a gesture as the pointer moves between two viewport points. */
function carryOn(
  gesture: Gesture,
  before: Point,
  at: Point,
  points: () => MaskPoint[],
  { mask, viewing, image, onRectangle }: Pointers,
): void {
  switch (gesture.kind) {
    case 'pan':
      return viewing.pan(at.x - before.x, at.y - before.y);
    case 'rectangle':
      return onRectangle(rectangleOf(gesture.from, viewing.toImagePoint(at), image.width, image.height));
    case 'stroke': {
      const from = gesture.points.length;
      gesture.points.push(...points());
      return mask.preview(gesture.points, gesture.mode, from);
    }
    case 'pinch':
      return undefined;
    default:
      return gesture satisfies never;
  }
}

/** Mouse, pen and touch on the image in `box`. One pointer draws, two move and zoom; the middle button moves. */
export function useMaskPointers(box: RefObject<HTMLElement | null>, pointers: Pointers) {
  const { mask, viewing, tool, size, disabled, onRectangle, onHover } = pointers;
  const fingers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture>(undefined);

  const pointOf = (event: globalThis.PointerEvent): MaskPoint => ({
    ...viewing.toImagePoint(inWindow(box.current, event)),
    size: sizeOf(size, event.pressure, event.pointerType),
  });

  const begin = (event: PointerEvent): void => {
    if (tool === 'hand' || event.button === 1) gesture.current = { kind: 'pan' };
    else if (tool === 'rectangle')
      gesture.current = { kind: 'rectangle', from: viewing.toImagePoint(inWindow(box.current, event)) };
    else {
      // The eraser end of a pen erases.
      const mode: MaskMode = tool === 'eraser' || event.buttons === 32 ? 'erase' : 'paint';
      gesture.current = { kind: 'stroke', mode, points: [pointOf(event.nativeEvent)] };
      mask.preview(gesture.current.points, mode, 0);
    }
  };
  const end = (event: PointerEvent, kept: boolean): void => {
    const now = gesture.current;
    fingers.current.delete(event.pointerId);
    if (now === undefined || (now.kind === 'pinch' && fingers.current.size > 0)) return;
    gesture.current = undefined;
    finish(now, inWindow(box.current, event), kept, pointers);
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      if (disabled || (event.pointerType === 'mouse' && event.button > 1)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, inWindow(box.current, event));
      if (fingers.current.size === 1) return begin(event);
      // A second finger means zoom or move, so discard the stroke of the first.
      if (gesture.current?.kind === 'stroke') mask.restore();
      onRectangle(undefined);
      gesture.current = { kind: 'pinch' };
    },
    onPointerMove: (event: PointerEvent) => {
      const at = inWindow(box.current, event);
      onHover(event.pointerType === 'touch' ? undefined : at);
      const before = fingers.current.get(event.pointerId);
      if (before === undefined || gesture.current === undefined) return;
      const was = twoOf(fingers.current);
      fingers.current.set(event.pointerId, at);
      const is = twoOf(fingers.current);
      if (gesture.current.kind === 'pinch' && was !== undefined && is !== undefined) return viewing.pinch(was, is);
      // Coalesced events contain the points between two frames, which make the curve smooth.
      const seen = event.nativeEvent.getCoalescedEvents?.() ?? [];
      carryOn(gesture.current, before, at, () => (seen.length > 0 ? seen : [event.nativeEvent]).map(pointOf), pointers);
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
    onPointerLeave: () => onHover(undefined),
  };
}
