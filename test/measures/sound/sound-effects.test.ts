import { describe, expect, it } from '@jest/globals';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { findCuts } from '../../../src/engine/local/audio/cuts.js';
import { effect, EFFECT_IDS, effects } from '../../../src/engine/local/audio/effects.js';
import { leveled, loudnessOf } from '../../../src/engine/local/audio/loudness.js';
import { RATE, type Stereo } from '../../../src/engine/local/audio/signal.js';
import { mixed } from '../../../src/engine/local/audio/soundtrack.js';
import { parseSounds } from '../../../src/engine/local/audio/words.js';
import { features } from './heard.js';
import { readEffects } from './sound-classes.js';

describe('sound effects', () => {
  const sounds = readEffects();

  it('are each known by what is measured of them, and taken for nothing else; white noise is none', () => {
    expect(sounds.heard.map(({ id, classes }) => [id, ...classes])).toEqual(EFFECT_IDS.map((id) => [id, id]));
    expect(sounds.noise.classes).toEqual([]);
  });

  it('begin anew at every cut; without the cuts, and in white noise, nothing does', () => {
    expect(sounds.heard.map(({ id, met }) => [id, met])).toEqual(EFFECT_IDS.map((id) => [id, sounds.cuts]));
    expect(sounds.noise.met).toBe(0);
    // What strikes all the time is near any place now and then.
    expect(sounds.heard.reduce((sum, { unaware }) => sum + unaware, 0)).toBeLessThan(
      EFFECT_IDS.length * sounds.cuts * 0.4,
    );
  });

  it('sound the same by the same seed, otherwise by another', () => {
    const same = (a: Float32Array, b: Float32Array): boolean =>
      a.length === b.length && a.every((sample, at) => sample === b[at]);
    const once = effect('clock', 1, [], 9);
    expect(same(effect('clock', 1, [], 9).left, once.left)).toBe(true);
    expect(same(effect('clock', 1, [], 10).left, once.left)).toBe(false);
    expect(same(once.right, once.left)).toBe(false);
  });
});

describe('a film’s sound', () => {
  it('is as loud as what is published, within its limits, whatever is in it; unlevelled it is not', () => {
    for (const ids of [['applause'], ['train', 'steps']] as const) {
      const made = effects(ids, 2, [1], 2);
      const { left, right } = leveled(made);
      expect(Math.abs(loudnessOf({ left, right }) + 16)).toBeLessThan(1.5);
      expect(
        Math.max(...[left, right].map((side) => side.reduce((max, one) => Math.max(max, Math.abs(one)), 0))),
      ).toBeLessThanOrEqual(10 ** (-1.5 / 20) + 1e-6);
      expect(Math.abs(loudnessOf(made) + 16)).toBeGreaterThan(1.5);
    }
  });

  it('leads with what it had, or stands behind, or loses it', () => {
    const own: Stereo = {
      left: Float32Array.from({ length: 2 * RATE }, (_, at) => 0.2 * Math.sin((2 * Math.PI * 1_000 * at) / RATE)),
      right: Float32Array.from({ length: 2 * RATE }, (_, at) => 0.2 * Math.sin((2 * Math.PI * 1_000 * at) / RATE)),
    };
    const made = effects(['applause'], 2, [], 4);
    const tone = (keep: 'keep' | 'lower' | 'drop'): number =>
      features(mixed(made, own, keep).left, RATE).share(950, 1_050);
    expect(tone('keep')).toBeGreaterThan(0.6);
    expect(tone('lower')).toBeGreaterThan(0.09);
    expect(tone('lower')).toBeLessThan(0.4);
    expect(tone('drop')).toBeLessThan(0.07);
  });

  it('has its cuts found: where the picture changes at once, not where it moves or fades', async () => {
    const [lake, city] = await Promise.all(
      ['a lake at noon', 'a city at night'].map((prompt) => renderScene({ prompt, seed: 3, width: 96, height: 64 })),
    );
    const shifted = (index: number, by: number) => {
      const { raster } = index === 0 ? lake! : city!;
      return { ...raster, data: raster.data.map((_, at) => raster.data[(at + by * 4) % raster.data.length]!) };
    };
    const cut = Array.from({ length: 75 }, (_, frame) => shifted(frame < 30 ? 0 : 1, frame));
    expect(await findCuts(cut, 25)).toEqual([1.2]);
    const moving = Array.from({ length: 75 }, (_, frame) => shifted(0, frame));
    expect(await findCuts(moving, 25)).toEqual([]);
    const fading = Array.from({ length: 75 }, (_, frame) => ({
      ...lake!.raster,
      data: lake!.raster.data.map((value, at) => value + ((city!.raster.data[at]! - value) * frame) / 74),
    }));
    expect(await findCuts(fading, 25)).toEqual([]);
  });
});

describe('words for sounds', () => {
  it.each([
    ['rain and thunder over a city', ['rain', 'thunder', 'engine', 'crowd']],
    ['footsteps on gravel, a dog far off', ['steps']],
    ['Regen, ferner Donner und Schritte', ['rain', 'thunder', 'steps']],
    ['le vent dans les arbres et des cloches', ['wind', 'bell']],
    ['el mar y los pájaros', ['sea', 'birds']],
    ['gün batımında deniz dalgaları', ['sea']],
    ['шум дождя и гром', ['rain', 'thunder']],
    ['صوت المطر والرعد', ['rain', 'thunder']],
    ['雨声和雷声', ['rain', 'thunder']],
    ['波の音と足音', ['sea', 'steps']],
    ['a crackling campfire with crickets', ['fire', 'crickets']],
    ['applause from a crowd', ['crowd', 'applause']],
    ['an old clock ticking, a heartbeat', ['clock', 'heartbeat']],
    ['a train passes', ['train']],
    ['a red apple on a table', []],
  ] as const)('%s', (prompt, sounds) => {
    expect([...parseSounds(prompt).effects].sort()).toEqual([...sounds].sort());
  });

  it('says what each word was taken for, and what it made nothing of', () => {
    expect(parseSounds('thunder and a saxophone')).toMatchObject({
      understood: [{ text: 'thunder', kind: 'sound', means: 'thunder' }],
      ignored: ['saxophone'],
    });
  });
});
