import type { Visitor } from './store';

/** Lifetimes of the two cookies, seconds: 90 days and two years. */
const USER_INFO_SECONDS = 7_776_000;
const USER_GROUP_SECONDS = 63_072_000;

/** A user's first and last name. */
export interface PersonNames {
  readonly firstName: string;
  readonly lastName: string;
}

const attributes = (seconds: number, secure: boolean): string =>
  `path=/; max-age=${seconds}; samesite=lax${secure ? '; secure' : ''}`;

/** The first word of a name and the rest, where no separate names are known. */
function splitName(name: string): PersonNames {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' ') };
}

/**
 * The `user-info` cookie: id, name, email, first and last name, and image. Deleted when nobody is signed in.
 * @param names null or absent if they are not stored separately
 */
export function userInfoCookie(
  user: Visitor | undefined,
  names: PersonNames | null | undefined,
  secure: boolean,
): string {
  if (user === undefined) return `user-info=; ${attributes(0, secure)}`;
  const { id, name = '', email = '', image = '' } = user;
  const { firstName, lastName } = names ?? splitName(name);
  return `user-info=${encodeURIComponent(JSON.stringify({ id, name, email, firstName, lastName, image }))}; ${attributes(USER_INFO_SECONDS, secure)}`;
}

/** The `user_group` cookie. @param group 101 to 160 */
export const userGroupCookie = (group: number, secure: boolean): string =>
  `user_group=${group}; ${attributes(USER_GROUP_SECONDS, secure)}`;
