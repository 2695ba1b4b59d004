import { describe, expect, it } from '@jest/globals';
import { forgetInvite, INVITE_KEPT_MS, inviteOpenedBy, pendingInvite, rememberInvite } from './pending-invite';

function shelf() {
  const kept = new Map<string, string>();
  const made = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return () => made;
}
const denied = (): never => {
  throw new Error('denied');
};

describe('the invite of an opened link', () => {
  it('is remembered on other pages and after a reload, until it is accepted', () => {
    const own = shelf();
    rememberInvite('?invite=abc123&x=1', 1_000, own);
    expect(pendingInvite(2_000, own)).toEqual({ code: 'abc123', at: 1_000 });
    rememberInvite('?x=1', 3_000, own);
    expect(pendingInvite(3_000, own)).toEqual({ code: 'abc123', at: 1_000 });
    forgetInvite(own);
    expect(pendingInvite(3_000, own)).toBeUndefined();
  });

  it('is replaced by a later link, and stays while a visitor has no account', () => {
    const own = shelf();
    rememberInvite('?invite=first', 1_000, own);
    rememberInvite('?invite=second', 2_000, own);
    const invite = pendingInvite(2_000, own);
    expect(invite?.code).toBe('second');
    if (invite !== undefined) inviteOpenedBy('guest', invite, own);
    expect(pendingInvite(2_000, own)).toEqual({ code: 'second', at: 2_000, openedBy: 'guest' });
  });

  it('is forgotten after a month, when it cannot be read, and where nothing is kept', () => {
    const own = shelf();
    rememberInvite('?invite=abc', 0, own);
    expect(pendingInvite(INVITE_KEPT_MS, own)).toBeDefined();
    expect(pendingInvite(INVITE_KEPT_MS + 1, own)).toBeUndefined();
    own().setItem('kinora.invite', '{');
    expect(pendingInvite(0, own)).toBeUndefined();
    rememberInvite('?invite=abc', 0, denied);
    expect(pendingInvite(0, denied)).toBeUndefined();
    rememberInvite(`?invite=${'a'.repeat(65)}`, 0, own);
    expect(pendingInvite(0, own)).toBeUndefined();
  });
});
