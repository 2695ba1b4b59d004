import { describe, expect, it } from '@jest/globals';
import { whileSeen } from './while-seen';

/** A page whose visibility the test controls. */
function pageThat(visibilityState: DocumentVisibilityState) {
  const page = Object.assign(new EventTarget(), { visibilityState });
  const become = (state: DocumentVisibilityState): void => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const messages: string[] = [];
  const end = whileSeen(page, () => {
    messages.push('begun');
    return () => void messages.push('ended');
  });
  return { become, messages, end };
}

describe('what goes on while a page is seen', () => {
  it('begins at once where the page is seen, and ends when it is left for good', () => {
    const { messages, end } = pageThat('visible');
    expect(messages).toEqual(['begun']);
    end();
    expect(messages).toEqual(['begun', 'ended']);
  });

  it('waits until a page is seen that was opened behind another', () => {
    const { messages, become, end } = pageThat('hidden');
    expect(messages).toEqual([]);
    become('visible');
    expect(messages).toEqual(['begun']);
    end();
  });

  it('rests while the page is hidden, and begins anew once it is seen again', () => {
    const { messages, become, end } = pageThat('visible');
    become('hidden');
    become('hidden');
    expect(messages).toEqual(['begun', 'ended']);
    become('visible');
    become('visible');
    expect(messages).toEqual(['begun', 'ended', 'begun']);
    end();
  });

  it('stays ended once it was ended, whatever becomes of the page', () => {
    const { messages, become, end } = pageThat('visible');
    end();
    become('hidden');
    become('visible');
    expect(messages).toEqual(['begun', 'ended']);
  });

  it('ends nothing twice', () => {
    const { messages, become, end } = pageThat('visible');
    become('hidden');
    end();
    expect(messages).toEqual(['begun', 'ended']);
  });
});
