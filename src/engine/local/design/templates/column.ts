import type { Box, TypeStyle } from '../../type/setting.js';
import type { Fields, Sheet } from './sheet.js';

/** A field in a column, in units of the sheet. */
export interface Entry {
  readonly field: keyof Fields;
  readonly style: TypeStyle;
  readonly colour: string;
  /** Maximum height. */
  readonly max: number;
  /** Distance to the previous field, if any. */
  readonly gap: number;
  /** A rounded background as wide as its text. */
  readonly pill?: { readonly colour: string; readonly across: number; readonly down: number };
}

/** Fields stacked as one group. */
export interface Column {
  /** The group's upper edge and height. For an empty group: the anchor position, and zero height. */
  readonly top: number;
  readonly height: number;
  draw(): void;
}

/**
 * Stacks fields vertically; empty ones leave no gap.
 * @param anchor where in the box the group stands
 */
export function column(sheet: Sheet, box: Box, anchor: 'top' | 'middle' | 'bottom', entries: readonly Entry[]): Column {
  const set = entries.flatMap((entry) => {
    const { across, down } = entry.pill ?? { across: 0, down: 0 };
    const text = sheet.set(
      entry.field,
      { ...box, x: box.x + across, width: box.width - 2 * across, height: entry.max },
      { ...entry.style, anchor: 'top' },
    );
    return text === undefined ? [] : [{ entry, text, across, down, height: text.ink.height + 2 * down }];
  });
  const height = set.reduce((sum, { entry, height: own }, index) => sum + own + (index === 0 ? 0 : entry.gap), 0);
  const top = box.y + (box.height - height) * { top: 0, middle: 0.5, bottom: 1 }[anchor];
  const draw = (): void => {
    let y = top;
    for (const [
      index,
      {
        entry: { pill, colour, gap },
        text,
        across,
        down,
        height: own,
      },
    ] of set.entries()) {
      if (index > 0) y += gap;
      const [from, { ink }] = [y, text];
      if (pill !== undefined) {
        sheet.shapes((pen) => {
          pen.fillStyle = pill.colour;
          pen.beginPath();
          pen.roundRect(ink.x - across, from, ink.width + 2 * across, own, Math.min(own / 2, 3.4));
          pen.fill();
        });
      }
      text.draw(y + down, colour);
      y += own;
    }
  };
  return { top, height, draw };
}
