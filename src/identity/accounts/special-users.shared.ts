/**
 * The special users: names that no person has and that no one is signed in as. `anonymous-user` stands
 * where a person is not named (any more), such as the author of a work whose account was purged; `system-user` where no person
 * acted.
 */
export const SPECIAL_USERS = ['anonymous-user', 'system-user'] as const;
export type SpecialUser = (typeof SPECIAL_USERS)[number];

/** Whether an id is a special user's. */
export const isSpecialUser = (id: string): id is SpecialUser => SPECIAL_USERS.some((one) => one === id);
