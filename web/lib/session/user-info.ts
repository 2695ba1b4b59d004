import type { Visitor } from './store';

/** 90 days (specification section 9), seconds. */
const MAX_AGE = 7_776_000;

/** Writes the `user-info` cookie of specification section 7, or takes it away when nobody is signed in. */
export function writeUserInfo(user: Visitor | undefined): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  if (user === undefined) {
    document.cookie = `user-info=; path=/; max-age=0; samesite=lax${secure}`;
    return;
  }
  const [firstName = '', ...rest] = (user.name ?? '').split(' ');
  const info = { id: user.id, name: user.name ?? '', email: user.email ?? '', firstName, lastName: rest.join(' '), image: user.image ?? '' };
  document.cookie = `user-info=${encodeURIComponent(JSON.stringify(info))}; path=/; max-age=${MAX_AGE}; samesite=lax${secure}`;
}
