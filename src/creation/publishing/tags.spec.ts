import { describe, expect, it } from '@jest/globals';
import { readTag, tagIn } from './tags.shared.js';
import { tagsOf } from './tags.js';

const task = {
  input: { model: 'preview', prompt: 'a fox in the fog', negativePrompt: '', count: 1, seed: 1 },
  params: { procedure: 'text2Image.create', style: 'ink', aspect: '1:1' },
  understanding: {
    understood: [
      { text: 'fox', kind: 'thing', means: 'fox' },
      { text: 'tiger', kind: 'thing', means: 'lion', isLike: true },
      { text: 'fog', kind: 'weather', means: 'fog' },
      { text: 'ink', kind: 'style', means: 'ink' },
    ],
    ignored: [],
  },
} as const;

describe('the tags of a work', () => {
  it('say no more than its owner shares', () => {
    const tool = 'tool:text2Image.create';
    const drawn = ['style:ink', 'subject:fox', 'subject:fog'];
    expect(tagsOf(task, { sharing: 'result' })).toEqual([tool]);
    expect(tagsOf(task, { sharing: 'prompt' })).toEqual([tool, ...drawn]);
    expect(tagsOf(task, { sharing: 'recipe' })).toEqual([tool, ...drawn, 'model:preview']);
  });

  it('are ten at most, the model among them', () => {
    const understood = Array.from({ length: 30 }, (_, n) => ({ text: `w${n}`, kind: 'thing', means: `w${n}` }));
    const tags = tagsOf({ ...task, understanding: { understood, ignored: [] } }, { sharing: 'recipe' });
    expect(tags).toHaveLength(10);
    expect(tags.at(-1)).toBe('model:preview');
  });

  it('are read back from an address, a style also without its kind', () => {
    for (const tag of tagsOf(task, { sharing: 'recipe' })) expect(readTag(tag)?.tag).toBe(tag);
    expect(tagIn('neon')?.tag).toBe('style:neon');
    for (const text of ['', 'colour:red', 'style:', 'style:a b', `style:${'a'.repeat(51)}`, 'style:<b>'])
      expect(tagIn(text)).toBeUndefined();
  });
});
