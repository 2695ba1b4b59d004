import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RewardsView } from '@src/rewards/rewards.view.shared';
import { closeAllPopups, currentPopup, openPopup } from '@/lib/popups/queue';
import { mayOpenUnasked, openUnasked } from '@/lib/popups/unasked';
import { isCalm, wasReviewRequested, storeReviewRequested, unaskedPopup } from './unasked';

function shelf() {
  const kept = new Map<string, string>();
  const made = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, v: string) => void kept.set(key, v),
  };
  return () => made;
}
const denied = (): never => {
  throw new Error('denied');
};

const rewards = (
  day: number,
  state: 'open' | 'done',
  image: RewardsView['missions'][number]['state'] = 'claimed',
): RewardsView => ({
  today: { date: '2026-11-28', state, day, credits: 2 },
  missions: [
    { id: 'first-image', credits: 3, page: '/image', state: image },
    { id: 'first-video', credits: 5, page: '/video', state: 'open' },
    { id: 'first-publication', credits: 10, page: '/creations', state: 'completed' },
  ],
});

beforeEach(closeAllPopups);

describe('a popup that nobody asked for', () => {
  it('reminds of a streak that continues, and of no other check-in', () => {
    expect(unaskedPopup(rewards(2, 'open'), false)).toBe('dailyCheckIn');
    expect(unaskedPopup(rewards(1, 'open'), false)).toBeUndefined();
  });

  it('asks once for a review after three days in a row', () => {
    expect(unaskedPopup(rewards(3, 'done'), false)).toBe('review');
    expect(unaskedPopup(rewards(2, 'done'), false)).toBeUndefined();
    expect(unaskedPopup(rewards(3, 'done'), true)).toBeUndefined();
  });

  it('never comes before something was created', () => {
    expect(unaskedPopup(rewards(5, 'open', 'open'), false)).toBeUndefined();
    expect(unaskedPopup(rewards(5, 'done', 'open'), false)).toBeUndefined();
  });

  it('comes only where nothing is being made or paid', () => {
    expect(['/home', '/image', '/video', '/pricing', '/canvas', '/tools/upscaler'].filter(isCalm)).toEqual(['/home']);
  });

  it('opens once in a session, never over another popup, and not where nothing is kept', () => {
    const own = shelf();
    openPopup('shortcuts', {});
    expect(openUnasked('dailyCheckIn', {}, own)).toBe(false);
    closeAllPopups();
    expect(openUnasked('dailyCheckIn', {}, own)).toBe(true);
    expect(currentPopup()?.name).toBe('dailyCheckIn');
    closeAllPopups();
    expect([mayOpenUnasked(own), openUnasked('review', {}, own)]).toEqual([false, false]);
    expect(openUnasked('review', {}, denied)).toBe(false);
    expect(currentPopup()).toBeUndefined();
  });

  it('asks for no second review in a browser, and for none where nothing is kept', () => {
    const own = shelf();
    expect(wasReviewRequested(own)).toBe(false);
    storeReviewRequested(own);
    expect(wasReviewRequested(own)).toBe(true);
    expect(wasReviewRequested(denied)).toBe(true);
  });
});
