import { describe, expect, it } from '@jest/globals';
import { askByWidget, humanCheckState, whileWorking } from './human-check-state';

describe('what the page does to show that no flood comes from it', () => {
  it('is said as long as it works, and not longer when that fails', async () => {
    await whileWorking(() => {
      expect(humanCheckState()).toEqual({ status: 'working' });
      return Promise.resolve();
    });
    expect(humanCheckState()).toEqual({ status: 'idle' });
    await expect(whileWorking(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(humanCheckState()).toEqual({ status: 'idle' });
  });

  it.each([
    ['what it gave', 'an answer'],
    ['nothing when it is closed', undefined],
  ])('is a widget until that answers: %s', async (_what, given) => {
    const answer = askByWidget({ kind: 'turnstile', siteKey: 'site-key' });
    const state = humanCheckState();
    if (state.status !== 'asking') throw new Error('no widget is shown');
    expect(state.captcha).toMatchObject({ kind: 'turnstile', siteKey: 'site-key' });
    state.captcha.answer(given);
    expect(await answer).toBe(given);
    expect(humanCheckState()).toEqual({ status: 'idle' });
  });
});
