'use client';

import { useRef, type PointerEvent, type RefObject } from 'react';
import { rectangleOf, sizeOf, type MaskMode, type MaskPoint, type MaskRectangle } from './mask-model';
import type { Point, Size } from './mask-view';
import type { Mask } from './use-mask';
import type { Viewing } from './use-mask-view';

/** What the pointer does. */
export type MaskTool = 'brush' | 'eraser' | 'rectangle' | 'hand';

type Gesture =
  | { readonly kind: 'stroke'; readonly mode: MaskMode; readonly points: MaskPoint[] }
  | { readonly kind: 'rectangle'; readonly from: Point }
  | { readonly kind: 'pan' }
  | { readonly kind: 'pinch' };

interface Pointers {
  readonly mask: Mask;
  readonly viewing: Viewing;
  readonly picture: Size;
  readonly tool: MaskTool;
  /** Diameter of the brush, picture pixels. */
  readonly size: number;
  readonly disabled: boolean;
  readonly onRectangle: (rectangle: MaskRectangle | undefined) => void;
  /** Where the pointer hovers, in the window; nothing when it left or is a finger. */
  readonly onHover: (at: Point | undefined) => void;
}

/** Mouse, pen and fingers on the picture in `box`: one draws, two move and zoom; the middle button moves. */
export function useMaskPointers(box: RefObject<HTMLElement | null>, { mask, viewing, picture, tool, size, disabled, onRectangle, onHover }: Pointers) {
  const fingers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture>(undefined);

  const inWindow = (event: { readonly clientX: number; readonly clientY: number }): Point => {
    const at = box.current?.getBoundingClientRect();
    return { x: event.clientX - (at?.left ?? 0), y: event.clientY - (at?.top ?? 0) };
  };
  const pointOf = (event: globalThis.PointerEvent): MaskPoint => ({ ...viewing.toPicture(inWindow(event)), size: sizeOf(size, event.pressure, event.pointerType) });
  const two = (): readonly [Point, Point] | undefined => {
    const [a, b] = [...fingers.current.values()];
    return a === undefined || b === undefined ? undefined : [a, b];
  };

  const begin = (event: PointerEvent): void => {
    if (tool === 'hand' || event.button === 1) gesture.current = { kind: 'pan' };
    else if (tool === 'rectangle') gesture.current = { kind: 'rectangle', from: viewing.toPicture(inWindow(event)) };
    else {
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
    if (now.kind === 'stroke') {
      if (kept) mask.act({ kind: 'stroke', mode: now.mode, points: now.points });
      else mask.restore();
    }
    if (now.kind === 'rectangle') {
      onRectangle(undefined);
      if (kept) mask.act({ kind: 'rectangle', mode: 'paint', rectangle: rectangleOf(now.from, viewing.toPicture(inWindow(event)), picture.width, picture.height) });
    }
  };

  const move = (event: PointerEvent, before: Point, at: Point): void => {
    const now = gesture.current;
    switch (now?.kind) {
      case undefined:
        return;
      case 'pan':
        return viewing.pan(at.x - before.x, at.y - before.y);
      case 'rectangle':
        return onRectangle(rectangleOf(now.from, viewing.toPicture(at), picture.width, picture.height));
      case 'stroke': {
        const from = now.points.length;
        // What the device saw between two frames draws the curve that the hand drew.
        const seen = event.nativeEvent.getCoalescedEvents?.() ?? [];
        now.points.push(...(seen.length > 0 ? seen : [event.nativeEvent]).map(pointOf));
        return mask.preview(now.points, now.mode, from);
      }
      case 'pinch':
        return;
      default:
        return now satisfies never;
    }
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      if (disabled || (event.pointerType === 'mouse' && event.button > 1)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, inWindow(event));
      if (fingers.current.size === 1) return begin(event);
      // A second finger means the picture, not the mask: what the first one drew meanwhile goes.
      if (gesture.current?.kind === 'stroke') mask.restore();
      onRectangle(undefined);
      gesture.current = { kind: 'pinch' };
    },
    onPointerMove: (event: PointerEvent) => {
      const at = inWindow(event);
      onHover(event.pointerType === 'touch' ? undefined : at);
      const before = fingers.current.get(event.pointerId);
      if (before === undefined) return;
      const was = two();
      fingers.current.set(event.pointerId, at);
      const is = two();
      if (gesture.current?.kind === 'pinch' && was !== undefined && is !== undefined) viewing.pinch(was, is);
      else move(event, before, at);
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
    onPointerLeave: () => onHover(undefined),
  };
}
