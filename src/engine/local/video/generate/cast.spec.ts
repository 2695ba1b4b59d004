import { describe, expect, it } from '@jest/globals';
import { castOf } from './cast.js';
import { movesIn, postureAt, MOVES } from './moves.js';

const cast = (prompt: string, count: number) => castOf({ prompt, seed: 3 }, count);

describe('who is in a film of subjects', () => {
  it('is not drawn a second time, and what is said of them does not colour the view', () => {
    const { scene, understanding } = cast('a red robot and a cat on a beach at sunset', 2);
    expect(scene).toMatchObject({ renderer: 'layers', time: 'sunset', colours: [] });
    expect(scene.places).toContain('beach');
    expect(scene.subjects.some(({ id }) => id === 'cat' || id === 'robot')).toBe(false);
    expect(understanding.understood.map(({ means }) => means)).toEqual(
      expect.arrayContaining(['robot', 'cat', 'beach', 'sunset']),
    );
  });
  it('may leave a part of the view', () => {
    expect(cast('a dog before a lighthouse and sailboats on the sea', 1).scene.subjects.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['lighthouse', 'sailboat']),
    );
    expect(cast('a sailboat on the sea', 1).scene.subjects.map(({ id }) => id)).not.toContain('sailboat');
  });
  it('is moved by what is said of it, in the order of the pictures', () => {
    expect(cast('a cat hops, a robot walks on a meadow', 2)).toMatchObject({
      moves: ['hop', 'walk'],
      understanding: { ignored: [] },
    });
    expect(cast('they dance in a garden', 3).moves).toEqual(['sway', 'sway', 'sway']);
    expect(cast('a robot in a garden', 1).moves).toEqual(['gentle']);
  });
});

describe('words for movement', () => {
  it.each([
    ['ein Hund läuft über eine Wiese', 'walk'],
    ['un chien saute', 'hop'],
    ['un perro baila', 'sway'],
    ['кот прыгает', 'hop'],
    ['القطة تمشي', 'walk'],
    ['猫が歩いている', 'walk'],
    ['a fish swims', 'drift'],
    ['ein Kind schwebt', 'drift'],
    ['一只狗在跳舞', 'sway'],
    ['a child stands still', 'gentle'],
  ])('are found: %s', (prompt, move) => {
    expect(movesIn(prompt).map((said) => said.move)).toEqual([move]);
  });
  it('are not found in other words', () => {
    expect(movesIn('a hopeful rooster by a ridge, a waveless lake, a restaurant')).toEqual([]);
  });
  it('put nobody far from their place', () => {
    for (const move of MOVES)
      for (let seconds = 0; seconds <= 10; seconds += 0.1) {
        const { aside, lift, lean, stretch } = postureAt(move, seconds, 10, 0.3, 1);
        expect(Math.abs(aside)).toBeLessThan(0.25);
        expect(lift).toBeGreaterThanOrEqual(0);
        expect(lift).toBeLessThan(0.3);
        expect(Math.abs(lean)).toBeLessThan(0.2);
        expect(Math.abs(stretch - 1)).toBeLessThan(0.15);
      }
  });
});
