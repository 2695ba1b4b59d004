import { beforeEach, describe, expect, it } from '@jest/globals';
import { RESERVED_POPUPS, UPGRADE_REASONS, type PopupName } from './names';
import { closeAllPopups, closePopup, coverPopup, currentPopup, openPopup, swapPopup, type QueuedPopup } from './queue';

/** All popup names. */
const POPUP_NAMES = [
  'signUpLogIn',
  'forgotPassword',
  'subscription',
  'checkIn',
  'referFriend',
  'announcement',
  'publish',
  'report',
  'deleteAccount',
  'upgradePlan',
  'contactUs',
  'waitlist',
  'paymentConfirm',
  'imagePreview',
  'rewards',
  'rewardsState',
  'review',
  'extendVideo',
  'dailyCheckIn',
  'overUploadSize',
  'tipsSignIn',
  'publishStatus',
  'videoDetail',
  'recordDetail',
  'concurrency',
  'reportVideo',
  'reportAuthor',
  'restoreAccount',
  'discountPromotion',
  'usageAlert',
  'notEnoughTimes',
];

/** The popup that is open. */
function open(): QueuedPopup {
  const popup = currentPopup();
  if (popup === undefined) throw new Error('none is open');
  return popup;
}

beforeEach(closeAllPopups);

describe('popups', () => {
  it('open one after another, in the order in which they were asked for', () => {
    openPopup('upgradePlan', { reason: 'ProFeature' });
    openPopup('concurrency', { limit: 2 });
    expect(currentPopup()).toMatchObject({ name: 'upgradePlan', props: { reason: 'ProFeature' } });
    closePopup(open());
    expect(currentPopup()).toMatchObject({ name: 'concurrency', props: { limit: 2 } });
    closePopup(open());
    expect(currentPopup()).toBeUndefined();
  });

  it('open once, however often they were asked for, and say what was last told', () => {
    openPopup('notEnoughTimes', { needed: 4, available: 1 });
    openPopup('notEnoughTimes', { needed: 2, available: 0 });
    expect(currentPopup()?.props).toEqual({ needed: 2, available: 0 });
    closePopup(open());
    expect(currentPopup()).toBeUndefined();
  });

  it('lead from one to another before those that wait have their turn', () => {
    openPopup('notEnoughTimes', {});
    openPopup('concurrency', {});
    swapPopup(open(), 'signUpLogIn', { tab: 'signUp' });
    expect(currentPopup()?.name).toBe('signUpLogIn');
    closePopup(open());
    expect(currentPopup()?.name).toBe('concurrency');
  });

  it('say whether another took their place, which is not so once they are closed', () => {
    openPopup('checkIn', {});
    const first = open();
    expect(swapPopup(first, 'rewardsState', { received: 5 })).toBe(true);
    closePopup(open());
    expect(swapPopup(first, 'rewardsState', { received: 5 })).toBe(false);
    expect(currentPopup()).toBeUndefined();
  });

  it('come back as they were when the one over them is closed', () => {
    openPopup('recordDetail', { taskId: 'a' });
    openPopup('recordDetail', { taskId: 'a', index: 2 });
    coverPopup('imagePreview', { src: '/a.png', alt: '' });
    expect(currentPopup()?.name).toBe('imagePreview');
    closePopup(open());
    expect(currentPopup()).toMatchObject({ name: 'recordDetail', props: { taskId: 'a', index: 2 } });
  });

  it('close themselves alone, however often and however late they say so', () => {
    openPopup('signUpLogIn', { tab: 'logIn' });
    openPopup('concurrency', {});
    const late = open();
    closePopup(late);
    closePopup(late);
    expect(currentPopup()?.name).toBe('concurrency');
    openPopup('signUpLogIn', { tab: 'logIn' });
    closePopup(late);
    closePopup(open());
    expect(currentPopup()?.name).toBe('signUpLogIn');
  });

  it('lead nowhere once they are closed, and take none of the others away', () => {
    openPopup('signUpLogIn', { tab: 'logIn' });
    openPopup('concurrency', {});
    const late = open();
    closePopup(late);
    swapPopup(late, 'forgotPassword', {});
    expect(currentPopup()?.name).toBe('concurrency');
    closePopup(open());
    expect(currentPopup()).toBeUndefined();
  });

  it('lead on in their own place while another one is over them', () => {
    openPopup('videoDetail', { taskId: 'a' });
    const below = open();
    coverPopup('imagePreview', { src: '/a.png', alt: '' });
    swapPopup(below, 'recordDetail', { taskId: 'b' });
    expect(currentPopup()?.name).toBe('imagePreview');
    closePopup(open());
    expect(currentPopup()).toMatchObject({ name: 'recordDetail', props: { taskId: 'b' } });
  });

  it('stay the same ones when they are told something else, and are new when they are opened again', () => {
    openPopup('recordDetail', { taskId: 'a', index: 3 });
    const { key } = open();
    openPopup('recordDetail', { taskId: 'b' });
    expect(open()).toEqual({ key, name: 'recordDetail', props: { taskId: 'b' } });
    closePopup({ key });
    openPopup('recordDetail', { taskId: 'b' });
    expect(open().key).not.toBe(key);
  });

  it('are never there twice, however they are opened', () => {
    openPopup('concurrency', {});
    openPopup('signUpLogIn', { tab: 'logIn' });
    swapPopup(open(), 'signUpLogIn', { tab: 'signUp' });
    coverPopup('signUpLogIn', { tab: 'logIn' });
    closePopup(open());
    expect(currentPopup()).toBeUndefined();
  });

  it('are forgotten all together', () => {
    openPopup('concurrency', {});
    openPopup('recordDetail', { taskId: 'a' });
    closeAllPopups();
    expect(currentPopup()).toBeUndefined();
  });

  it('all have their names, and can be opened or are reserved', () => {
    // The product's own popups: those of projects, of a plan's end, and of forms.
    const openable: Record<
      Exclude<
        PopupName,
        'cancelPlan' | 'compare' | 'deleteProject' | 'moveToProject' | 'nameProject' | 'promptHistory' | 'shortcuts'
      >,
      true
    > = {
      announcement: true,
      checkIn: true,
      concurrency: true,
      contactUs: true,
      dailyCheckIn: true,
      deleteAccount: true,
      discountPromotion: true,
      extendVideo: true,
      forgotPassword: true,
      imagePreview: true,
      notEnoughTimes: true,
      overUploadSize: true,
      paymentConfirm: true,
      publish: true,
      publishStatus: true,
      recordDetail: true,
      report: true,
      reportAuthor: true,
      reportVideo: true,
      referFriend: true,
      restoreAccount: true,
      review: true,
      rewards: true,
      rewardsState: true,
      signUpLogIn: true,
      subscription: true,
      tipsSignIn: true,
      upgradePlan: true,
      usageAlert: true,
      videoDetail: true,
    };
    expect([...Object.keys(openable), ...RESERVED_POPUPS].sort()).toEqual([...POPUP_NAMES].sort());
    expect(UPGRADE_REASONS).toHaveLength(8);
  });
});
