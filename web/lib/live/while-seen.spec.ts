import { describe, expect, it } from '@jest/globals';
import { whileSeen } from './while-seen';

/** A page that is seen or not, as the test says. */
function pageThat(visibilityState: DocumentVisibilityState) {
  const page = Object.assign(new EventTarget(), { visibilityState });
  const become = (state: DocumentVisibilityState): void => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const told: string[] = [];
  const end = whileSeen(page, () => {
    told.push('begun');
    return () => void told.push('ended');
  });
  return { become, told, end };
}

describe('what goes on while a page is seen', () => {
  it('begins at once where the page is seen, and ends when it is left for good', () => {
    const { told, end } = pageThat('visible');
    expect(told).toEqual(['begun']);
    end();
    expect(told).toEqual(['begun', 'ended']);
  });

  it('waits until a page is seen that was opened behind another', () => {
    const { told, become, end } = pageThat('hidden');
    expect(told).toEqual([]);
    become('visible');
    expect(told).toEqual(['begun']);
    end();
  });

  it('rests while the page is hidden, and begins anew once it is seen again', () => {
    const { told, become, end } = pageThat('visible');
    become('hidden');
    become('hidden');
    expect(told).toEqual(['begun', 'ended']);
    become('visible');
    become('visible');
    expect(told).toEqual(['begun', 'ended', 'begun']);
    end();
  });

  it('stays ended once it was ended, whatever becomes of the page', () => {
    const { told, become, end } = pageThat('visible');
    end();
    become('hidden');
    become('visible');
    expect(told).toEqual(['begun', 'ended']);
  });

  it('ends nothing twice', () => {
    const { told, become, end } = pageThat('visible');
    become('hidden');
    end();
    expect(told).toEqual(['begun', 'ended']);
  });
});
