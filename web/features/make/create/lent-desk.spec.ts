import { afterEach, describe, expect, it } from '@jest/globals';
import { emptyDraft, type Draft } from './draft';
import { changeDraft, changeOptions, deskOf, lendDesk } from './draft-store';

describe('a form that is lent', () => {
  afterEach(() => lendDesk(undefined));

  it('is read and changed in place of the tab\'s own, which is as before once it is given back', () => {
    const changes: Partial<Draft>[] = [];
    changeDraft({ prompt: 'of my own' });
    const draft = { ...emptyDraft('text2Image.create'), prompt: 'of the node' };
    lendDesk({ id: 'node', procedure: 'text2Image.create', desk: { draft, given: {} }, onChange: (change) => changes.push(change) });
    changeDraft({ prompt: 'changed' });
    expect([deskOf('text2Image.create').draft.prompt, changes]).toEqual(['of the node', [{ prompt: 'changed' }]]);
    lendDesk(undefined);
    expect(deskOf('text2Image.create').draft.prompt).toBe('of my own');
  });

  it('is of one call alone', () => {
    lendDesk({ id: 'node', procedure: 'video.createVideoByImage', desk: { draft: emptyDraft('video.createVideoByImage'), given: {} }, onChange: () => undefined });
    changeOptions({ width: 640 }, 'video.upscaleVideo');
    expect(deskOf('video.upscaleVideo').draft.options['width']).toBe(640);
  });
});
