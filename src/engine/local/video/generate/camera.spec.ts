import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { field, type Field } from '../../photo/planes.js';
import { MOTION_REACH } from '../../../sizes.shared.js';
import { depthForReach, FARTHEST, gridFor, MOTIONS, moveFor, strengthFor } from './camera.js';
import { CELL, gridSize } from '../io/reel.js';

/** A depth that changes gently: hills of a few waves across the image. */
function hills(width: number, height: number, waves: number, phase: number): Field {
  const { columns, rows } = gridSize(width, height);
  const out = field(columns, rows);
  for (let i = 0; i < out.data.length; i += 1)
    out.data[i] =
      0.5 +
      0.5 *
        Math.sin(phase + (waves * (i % columns)) / columns) *
        Math.cos(phase + (waves * Math.floor(i / columns)) / rows);
  return out;
}

const side = fc.integer({ min: 32, max: 200 }).map((half) => half * 2);
const reaches = fc.double({ min: MOTION_REACH.min, max: MOTION_REACH.max, noNaN: true });
const moment = fc.double({ min: 0, max: 1, noNaN: true });

describe('The camera before a picture', () => {
  it.each(MOTIONS)('leaves the first frame as it is (%s)', (motion) => {
    fc.assert(
      fc.property(side, side, fc.double({ min: 0.4, max: 1, noNaN: true }), (width, height, pivot) => {
        const grid = gridFor(moveFor(motion, width / height, pivot)(0), hills(width, height, 3, 1), width, height);
        const { columns } = gridSize(width, height);
        return grid.every(
          (value, at) =>
            Math.abs(value - (at % 2 === 0 ? ((at / 2) % columns) * CELL : Math.floor(at / 2 / columns) * CELL)) < 1e-3,
        );
      }),
      { numRuns: 10 },
    );
  });

  it.each(MOTIONS)('never looks beyond the border, whatever the shape and the depth (%s)', (motion) => {
    fc.assert(
      fc.property(
        side,
        side,
        moment,
        fc.double({ min: 0, max: 6, noNaN: true }),
        fc.double({ min: FARTHEST, max: 1, noNaN: true }),
        reaches,
        (width, height, when, phase, pivot, reach) => {
          const { depth, strength } = depthForReach(hills(width, height, 5, phase), Math.max(width, height), reach);
          const grid = gridFor(moveFor(motion, width / height, pivot, strength)(when), depth, width, height);
          const { columns } = gridSize(width, height);
          for (let at = 0; at < grid.length; at += 2) {
            const [px, py] = [((at / 2) % columns) * CELL, Math.floor(at / 2 / columns) * CELL];
            if (px >= width || py >= height) continue;
            // A tenth of a pixel for the first moments, in which room and move begin together.
            if (grid[at]! < -0.6 || grid[at]! > width - 0.4 || grid[at + 1]! < -0.6 || grid[at + 1]! > height - 0.4)
              return false;
          }
          return true;
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each(MOTIONS)('never folds: neighbours stay in their order (%s)', (motion) => {
    fc.assert(
      fc.property(
        moment,
        fc.double({ min: 0, max: 6, noNaN: true }),
        fc.integer({ min: 1, max: 24 }),
        reaches,
        (when, phase, waves, reach) => {
          const [width, height] = [320, 200];
          const { depth, strength } = depthForReach(hills(width, height, waves, phase), width, reach);
          const grid = gridFor(moveFor(motion, width / height, 0.7, strength)(when), depth, width, height);
          const { columns, rows } = gridSize(width, height);
          for (let row = 0; row < rows; row += 1) {
            for (let column = 1; column < columns; column += 1)
              if (grid[(row * columns + column) * 2]! <= grid[(row * columns + column - 1) * 2]!) return false;
          }
          return true;
        },
      ),
      { numRuns: 20 },
    );
  });

  it('moves near parts more than far ones, and what is at the pivot not at all', () => {
    const [width, height] = [320, 200];
    const { columns, rows } = gridSize(width, height);
    const middle = (Math.floor(rows / 2) * columns + Math.floor(columns / 2)) * 2;
    const at = (depth: number, motion: 'pan-right' | 'orbit', pivot: number): number =>
      gridFor(
        moveFor(motion, width / height, pivot)(motion === 'orbit' ? 0.25 : 1),
        field(columns, rows, depth),
        width,
        height,
      )[middle]! -
      Math.floor(columns / 2) * CELL;
    expect(at(1, 'pan-right', 0.7)).toBeGreaterThan(at(0, 'pan-right', 0.7));
    expect(at(0, 'pan-right', 0.7)).toBeGreaterThan(0);
    expect(Math.abs(at(1, 'orbit', 1))).toBeLessThan(0.2);
    expect(Math.sign(at(1, 'orbit', 0.6))).toBe(-Math.sign(at(0, 'orbit', 0.6)));
  });

  it('goes farther with a longer reach, by the same depth up to the usual one', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 6, noNaN: true }), fc.integer({ min: 1, max: 24 }), (phase, waves) => {
        const depth = hills(320, 200, waves, phase);
        const usual = strengthFor(depth, 320);
        for (const reach of [0.5, 1, 1.5, 2]) {
          const far = depthForReach(depth, 320, reach);
          expect(far.strength).toBeCloseTo(usual * reach, 6);
          if (reach <= 1) expect(far.depth).toBe(depth);
        }
      }),
      { numRuns: 10 },
    );
  });
});
