import { describe, expect, it } from '@jest/globals';
import { emptyDraft } from './draft';
import { recalledDraft } from './recall';

const used = {
  procedure: 'text2Image.create',
  input: { prompt: 'a lighthouse', negativePrompt: 'people', model: 'preview-fine', count: 2, seed: 77 },
  params: { procedure: 'text2Image.create', style: 'ink', aspect: '9:16' },
} as const;

describe('words that were used before', () => {
  it('come back with how they were set, and a new seed', () => {
    const now = { ...emptyDraft('text2Image.create'), prompt: 'half a word', seed: '5' };
    expect(recalledDraft(used, 'text2Image.create', now)).toMatchObject({
      prompt: 'a lighthouse',
      negativePrompt: 'people',
      model: 'preview-fine',
      count: 2,
      options: { style: 'ink', aspect: '9:16' },
      seed: '',
    });
  });

  it('come alone into another call’s form, which stays as it was set', () => {
    const empty = emptyDraft('video.createVideoByText');
    const video = { ...empty, options: { ...empty.options, seconds: 8, style: 'oil' } };
    expect(recalledDraft(used, 'video.createVideoByText', video)).toEqual({
      ...video,
      prompt: 'a lighthouse',
      negativePrompt: 'people',
    });
    const painted = emptyDraft('imageTools.painting');
    expect(recalledDraft(used, 'imageTools.painting', painted)).toEqual({ ...painted, prompt: 'a lighthouse' });
  });
});
