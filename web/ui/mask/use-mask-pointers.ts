'use client';

import { useRef, type PointerEvent, type RefObject } from 'react';
import { rectangleOf, sizeOf, type MaskMode, type MaskPoint, type MaskRectangle } from './mask-model';
import type { Point, Size } from './mask-view';
import type { Mask } from './use-mask';
import type { MaskViewControls } from './use-mask-view';

/** What the pointer does. */
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
  /** Diameter of the brush, image pixels. */
  readonly size: number;
  readonly disabled: boolean;
  readonly onRectangle: (rectangle: MaskRectangle | undefined) => void;
  /** Where the pointer hovers, in the window; nothing when it left or is a finger. */
  readonly onHover: (at: Point | undefined) => void;
}

/** A point of the screen as one of the window. */
function inWindow(box: HTMLElement | null, event: { readonly clientX: number; readonly clientY: number }): Point {
  const corner = box?.getBoundingClientRect();
  return { x: event.clientX - (corner?.left ?? 0), y: event.clientY - (corner?.top ?? 0) };
}

function twoOf(fingers: ReadonlyMap<number, Point>): readonly [Point, Point] | undefined {
  const [a, b] = [...fingers.values()];
  return a === undefined || b === undefined ? undefined : [a, b];
}

/** What a gesture leaves when it is over; nothing of it is kept when the device took the pointer away. */
function finish(gesture: Gesture, at: Point, kept: boolean, { mask, viewing, image, onRectangle }: Pointers): void {
  if (gesture.kind === 'stroke') {
    if (kept) mask.act({ kind: 'stroke', mode: gesture.mode, points: gesture.points });
    else mask.restore();
  }
  if (gesture.kind === 'rectangle') {
    onRectangle(undefined);
    if (kept) mask.act({ kind: 'rectangle', mode: 'paint', rectangle: rectangleOf(gesture.from, viewing.toImagePoint(at), image.width, image.height) });
  }
}

/** What a gesture does while the pointer moves from one point of the window to another. */
function carryOn(gesture: Gesture, before: Point, at: Point, points: () => MaskPoint[], { mask, viewing, image, onRectangle }: Pointers): void {
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

/** Mouse, pen and fingers on the image in `box`: one draws, two move and zoom; the middle button moves. */
export function useMaskPointers(box: RefObject<HTMLElement | null>, pointers: Pointers) {
  const { mask, viewing, tool, size, disabled, onRectangle, onHover } = pointers;
  const fingers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture>(undefined);

  const pointOf = (event: globalThis.PointerEvent): MaskPoint => ({ ...viewing.toImagePoint(inWindow(box.current, event)), size: sizeOf(size, event.pressure, event.pointerType) });

  const begin = (event: PointerEvent): void => {
    if (tool === 'hand' || event.button === 1) gesture.current = { kind: 'pan' };
    else if (tool === 'rectangle') gesture.current = { kind: 'rectangle', from: viewing.toImagePoint(inWindow(box.current, event)) };
    else {
      // The other end of a pen rubs out.
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
      // A second finger means the image, not the mask: what the first one drew meanwhile goes.
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
      // What the device saw between two frames draws the curve that the hand drew.
      const seen = event.nativeEvent.getCoalescedEvents?.() ?? [];
      carryOn(gesture.current, before, at, () => (seen.length > 0 ? seen : [event.nativeEvent]).map(pointOf), pointers);
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
    onPointerLeave: () => onHover(undefined),
  };
}
