import { beforeEach, describe, expect, it } from '@jest/globals';
import { RESERVED_POPUPS, UPGRADE_REASONS, type PopupName } from './names';
import { closeAllPopups, closePopup, coverPopup, currentPopup, openPopup, swapPopup } from './queue';

/** Every popup that specification section 2 names. */
const SPECIFIED = [
  'signUpLogIn', 'forgotPassword', 'subscription', 'checkIn', 'referFriend', 'announcement', 'publish', 'report', 'deleteAccount', 'upgradePlan', 'contactUs', 'waitlist',
  'paymentConfirm', 'imagePreview', 'rewards', 'rewardsState', 'review', 'extendVideo', 'dailyCheckIn', 'overUploadSize', 'tipsSignIn', 'publishStatus', 'videoDetail',
  'recordDetail', 'concurrency', 'reportVideo', 'reportAuthor', 'restoreAccount', 'discountPromotion', 'usageAlert', 'notEnoughTimes',
];

beforeEach(closeAllPopups);

describe('popups', () => {
  it('open one after another, in the order in which they were asked for', () => {
    openPopup('upgradePlan', { reason: 'ProFeature' });
    openPopup('concurrency', { limit: 2 });
    expect(currentPopup()).toEqual({ name: 'upgradePlan', props: { reason: 'ProFeature' } });
    closePopup();
    expect(currentPopup()).toEqual({ name: 'concurrency', props: { limit: 2 } });
    closePopup();
    expect(currentPopup()).toBeUndefined();
  });

  it('open once, however often they were asked for, and say what was last told', () => {
    openPopup('notEnoughTimes', { needed: 4, available: 1 });
    openPopup('notEnoughTimes', { needed: 2, available: 0 });
    expect(currentPopup()?.props).toEqual({ needed: 2, available: 0 });
    closePopup();
    expect(currentPopup()).toBeUndefined();
  });

  it('lead from one to another before those that wait have their turn', () => {
    openPopup('notEnoughTimes', {});
    openPopup('concurrency', {});
    swapPopup('signUpLogIn', { tab: 'signUp' });
    expect(currentPopup()?.name).toBe('signUpLogIn');
    closePopup();
    expect(currentPopup()?.name).toBe('concurrency');
  });

  it('come back when the one over them is closed', () => {
    openPopup('recordDetail', { taskId: 'a' });
    coverPopup('imagePreview', { src: '/a.png', alt: '' });
    expect(currentPopup()?.name).toBe('imagePreview');
    closePopup();
    expect(currentPopup()).toEqual({ name: 'recordDetail', props: { taskId: 'a' } });
  });

  it('are never there twice, however they are opened', () => {
    openPopup('concurrency', {});
    openPopup('signUpLogIn', { tab: 'logIn' });
    swapPopup('signUpLogIn', { tab: 'signUp' });
    coverPopup('signUpLogIn', { tab: 'logIn' });
    closePopup();
    expect(currentPopup()).toBeUndefined();
  });

  it('are forgotten all together', () => {
    openPopup('concurrency', {});
    openPopup('recordDetail', { taskId: 'a' });
    closeAllPopups();
    expect(currentPopup()).toBeUndefined();
  });

  it('are all there by the names of the specification, to be opened or set aside', () => {
    // The dialogs of projects are the product's own.
    const openable: Record<Exclude<PopupName, 'deleteProject' | 'moveToProject' | 'nameProject'>, true> = {
      concurrency: true, contactUs: true, deleteAccount: true, forgotPassword: true, imagePreview: true, notEnoughTimes: true, overUploadSize: true,
      recordDetail: true, restoreAccount: true, signUpLogIn: true, tipsSignIn: true, upgradePlan: true, usageAlert: true, videoDetail: true,
    };
    expect([...Object.keys(openable), ...RESERVED_POPUPS].sort()).toEqual([...SPECIFIED].sort());
    expect(UPGRADE_REASONS).toHaveLength(8);
  });
});
