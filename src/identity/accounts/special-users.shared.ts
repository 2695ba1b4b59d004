/**
 * Special users, which represent no person and cannot sign in. `anonymous-user` replaces a person who is not (or no
 * longer) named, such as the author of a creation whose account was purged; `system-user` marks actions that no person
 * took; `house-user` owns the posts that an installation begins with (adr/0112).
 */
export const SPECIAL_USERS = ['anonymous-user', 'system-user', 'house-user'] as const;
export type SpecialUser = (typeof SPECIAL_USERS)[number];
export const HOUSE_USER = 'house-user' satisfies SpecialUser;

/** Whether an id belongs to a special user. */
export const isSpecialUser = (id: string): id is SpecialUser => SPECIAL_USERS.some((one) => one === id);
