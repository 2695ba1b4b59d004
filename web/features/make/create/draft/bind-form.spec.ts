import { afterEach, describe, expect, it } from '@jest/globals';
import { emptyDraft, type Draft } from './draft';
import { changeDraft, changeOptions, formOf, bindForm } from './draft-store';

describe('a form that is lent', () => {
  afterEach(() => bindForm(undefined));

  it("is read and changed in place of the tab's own, which is as before once it is given back", () => {
    const changes: Partial<Draft>[] = [];
    changeDraft({ prompt: 'of my own' });
    const draft = { ...emptyDraft('text2Image.create'), prompt: 'of the node' };
    bindForm({
      id: 'node',
      procedure: 'text2Image.create',
      state: { draft, given: {} },
      onChange: (change) => changes.push(change),
    });
    changeDraft({ prompt: 'changed' });
    expect([formOf('text2Image.create').draft.prompt, changes]).toEqual(['of the node', [{ prompt: 'changed' }]]);
    bindForm(undefined);
    expect(formOf('text2Image.create').draft.prompt).toBe('of my own');
  });

  it('is of one call alone', () => {
    bindForm({
      id: 'node',
      procedure: 'video.createVideoByImage',
      state: { draft: emptyDraft('video.createVideoByImage'), given: {} },
      onChange: () => undefined,
    });
    changeOptions({ width: 640 }, 'video.upscaleVideo');
    expect(formOf('video.upscaleVideo').draft.options['width']).toBe(640);
  });
});
