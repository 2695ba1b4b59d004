import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BodyLandmarks, BodyPoint } from '../body-landmarks.js';
import { poseOfBody } from './pose.js';

const FACE = { chin: { x: 500, y: 300 }, head: 200, faceWidth: 140 };
const at = (x: number, y: number, score = 0.8): BodyPoint => ({ x, y, score });
/** Somebody upright with hanging arms. */
const BODY: BodyLandmarks = {
  left: { shoulder: at(360, 420), elbow: at(330, 700), wrist: at(330, 920), hip: at(420, 860) },
  right: { shoulder: at(640, 420), elbow: at(670, 700), wrist: at(670, 920), hip: at(580, 860) },
};
const refusal = (body: BodyLandmarks): unknown => {
  try {
    poseOfBody(body, FACE);
    return undefined;
  } catch (error) {
    return error;
  }
};
const NOT_SEEN = { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'image', reason: 'body-not-seen' } };

describe('a pose by landmarks', () => {
  it('has the trunk’s direction and length, and the arms that were seen', () => {
    expect(poseOfBody(BODY, FACE)).toMatchObject({
      breadth: 280,
      trunk: 440,
      down: { x: 0, y: 1 },
      across: { x: 1, y: 0 },
      arms: { left: { elbow: { x: 330, y: 700 }, isSeen: true }, right: { isSeen: true } },
    });
  });

  it('leans with the hips, but not further than a person does', () => {
    const moved = (x: number): BodyLandmarks => ({
      left: { ...BODY.left, hip: at(420 + x, 860) },
      right: { ...BODY.right, hip: at(580 + x, 860) },
    });
    expect(poseOfBody(moved(100), FACE).down.x).toBeCloseTo(100 / Math.hypot(100, 440), 5);
    expect(poseOfBody(moved(2_000), FACE).down.x).toBeCloseTo(Math.sin(0.5), 5);
  });

  it('lets an arm hang that was not seen', () => {
    const { left } = poseOfBody({ ...BODY, left: { ...BODY.left, elbow: at(900, 100, 0.1) } }, FACE).arms;
    expect(left.isSeen).toBe(false);
    expect(left.elbow.x).toBeLessThan(left.shoulder.x);
    expect(left.wrist.y).toBeGreaterThan(left.elbow.y);
  });

  it('refuses shoulders that were not found, or are somebody else’s', () => {
    const { left, right } = BODY;
    expect(refusal({ left: { ...left, shoulder: at(360, 420, 0.2) }, right })).toMatchObject(NOT_SEEN);
    expect(refusal({ left: { ...left, shoulder: at(600, 420) }, right })).toMatchObject(NOT_SEEN);
    expect(
      refusal({ left: { ...left, shoulder: at(360, 800) }, right: { ...right, shoulder: at(640, 800) } }),
    ).toMatchObject(NOT_SEEN);
    expect(
      refusal({ left: { ...left, shoulder: at(760, 420) }, right: { ...right, shoulder: at(1_040, 420) } }),
    ).toMatchObject(NOT_SEEN);
  });

  it('has finite arms and unit directions for any landmarks that it accepts', () => {
    const point = fc.record({
      x: fc.double({ min: -500, max: 1_500, noNaN: true }),
      y: fc.double({ min: -500, max: 1_500, noNaN: true }),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(point, point, point, point, point, point, (...[a, b, c, d, e, f]) => {
        const pose = poseOfBody(
          { left: { ...BODY.left, elbow: a, wrist: b, hip: c }, right: { ...BODY.right, elbow: d, wrist: e, hip: f } },
          FACE,
        );
        expect(Math.hypot(pose.down.x, pose.down.y)).toBeCloseTo(1, 6);
        expect(pose.down.y).toBeGreaterThan(0.8);
        for (const { elbow, wrist } of [pose.arms.left, pose.arms.right])
          expect([elbow.x, elbow.y, wrist.x, wrist.y].every(Number.isFinite)).toBe(true);
      }),
    );
  });
});
