import { expect, it } from '@jest/globals';
import { rankOf } from './command-rank';

const EDITOR = ['Video editor', 'Up to eight clips cut into one film: trimmed, in your order, with changes, words and sound.'];
const ANIMATION = ['Animation', 'Up to four pictures, or your words, as a drawn video; each drawing held for two or three frames, like an editor would.'];
const SWAP = ['Face swap', 'Puts a face onto another picture.'];

it('finds by name before anything else', () => {
  expect(rankOf('a', 'video editor', EDITOR)).toBe(1);
  expect(rankOf('a', 'Video', EDITOR)).toBeGreaterThan(rankOf('b', 'Video', ANIMATION));
  expect(rankOf('a', 'editor video', EDITOR)).toBeGreaterThan(rankOf('b', 'editor video', ANIMATION));
  expect(rankOf('a', 'face', SWAP)).toBeGreaterThan(rankOf('b', 'face', ['Shorts', 'Your script as an upright film, with a face that speaks.']));
});

it('finds by what it is about, and by letters left out, but not by what is nowhere in it', () => {
  expect(rankOf('a', 'trimmed', EDITOR)).toBe(0.5);
  expect(rankOf('a', 'sound eight', EDITOR)).toBe(0.4);
  expect(rankOf('a', 'vdedtr', EDITOR)).toBeGreaterThan(0);
  expect(rankOf('a', 'vdedtr', EDITOR)).toBeLessThan(0.4);
  expect(rankOf('a', 'qqq', EDITOR)).toBe(0);
});

it.each(['refer', 'reward', 'report'])('finds nothing for %s among names and words that only have its letters somewhere', (typed) => {
  for (const words of [['Credits and statement'], ['Create an account'], ['Restyle', 'Your picture as a watercolour, in clay, as a poster'], ['Remove background', 'Just the subject, with nothing behind it.'], ['Erste Werke ordnen']]) expect(rankOf('go-creditsLong', typed, words)).toBe(0);
});
