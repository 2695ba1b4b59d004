'use client';

import type { KeyboardEvent } from 'react';
import { firstRectangle, nudge, type MaskMode, type MaskRectangle, type Nudge } from './mask-model';
import type { Size } from './mask-view';
import type { Mask } from './use-mask';
import type { MaskTool } from './use-mask-pointers';
import type { MaskViewControls } from './use-mask-view';

interface Keys {
  readonly mask: Mask;
  readonly viewing: MaskViewControls;
  readonly image: Size;
  readonly tool: MaskTool;
  readonly setTool: (tool: MaskTool) => void;
  readonly resize: (factor: number) => void;
  readonly rectangle: MaskRectangle | undefined;
  readonly setRectangle: (rectangle: MaskRectangle | undefined) => void;
  readonly onMarked: (mode: MaskMode, rectangle: MaskRectangle) => void;
  readonly disabled: boolean;
}

const ARROWS: Readonly<Record<string, Nudge>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const TOOLS: Readonly<Record<string, MaskTool>> = { b: 'brush', e: 'eraser', r: 'rectangle', h: 'hand' };

/**
 * Keyboard control while the image has the focus. Arrows move a rectangle, with Shift they resize it, with Alt they
 * move by single pixels. Enter marks it, Delete erases it. With the hand tool, arrows move the image.
 * @returns the key handler, which ignores other keys
 */
export function useMaskKeys(keys: Keys): (event: KeyboardEvent) => void {
  const { mask, viewing, image, tool, setTool, resize, rectangle, setRectangle, onMarked, disabled } = keys;

  const arrow = (direction: Nudge, event: KeyboardEvent): void => {
    if (tool === 'hand') {
      const [dx, dy] = { left: [40, 0], right: [-40, 0], up: [0, 40], down: [0, -40] }[direction];
      return viewing.pan(dx ?? 0, dy ?? 0);
    }
    if (rectangle === undefined) return setRectangle(firstRectangle(image.width, image.height));
    const by = event.altKey ? 1 : Math.max(1, Math.round(Math.max(image.width, image.height) / 40));
    return setRectangle(nudge(rectangle, direction, by, event.shiftKey, image.width, image.height));
  };
  const mark = (mode: MaskMode): void => {
    if (rectangle === undefined) return setRectangle(firstRectangle(image.width, image.height));
    mask.act({ kind: 'rectangle', mode, rectangle });
    onMarked(mode, rectangle);
  };
  const plain: Readonly<Record<string, () => void>> = {
    Enter: () => mark(tool === 'eraser' ? 'erase' : 'paint'),
    ' ': () => mark(tool === 'eraser' ? 'erase' : 'paint'),
    Delete: () => mark('erase'),
    Backspace: () => mark('erase'),
    '[': () => resize(1 / 1.2),
    ']': () => resize(1.2),
    '+': () => viewing.zoom(1.4),
    '=': () => viewing.zoom(1.4),
    '-': () => viewing.zoom(1 / 1.4),
    '0': viewing.whole,
    i: () => mask.act({ kind: 'invert' }),
    ...(rectangle === undefined ? {} : { Escape: () => setRectangle(undefined) }),
    ...Object.fromEntries(Object.entries(TOOLS).map(([key, next]) => [key, () => setTool(next)])),
  };
  const withControl: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    z: (event) => (event.shiftKey ? mask.redo() : mask.undo()),
    y: mask.redo,
  };

  return (event) => {
    if (disabled) return;
    const direction = ARROWS[event.key];
    const control = event.ctrlKey || event.metaKey;
    const act = control
      ? withControl[event.key.toLowerCase()]
      : direction === undefined
        ? plain[event.key.length === 1 ? event.key.toLowerCase() : event.key]
        : (key: KeyboardEvent) => arrow(direction, key);
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act(event);
  };
}
