/** A user's group for analytics and experiments: 101 to 160, assigned once at random. */
export const USER_GROUPS = { from: 101, to: 160 } as const;

export const USER_GROUP_TAGS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export type UserGroupTag = (typeof USER_GROUP_TAGS)[number];

/** Ten groups with the same tag. */
export interface UserGroupRange {
  readonly tag: UserGroupTag;
  /** Both ends inclusive. */
  readonly from: number;
  readonly to: number;
  /** Stored as data only; nothing reads it. */
  readonly deleteType: 'free';
}

const TEN = 10;

/** The six tags and their groups, in order. */
export const USER_GROUP_RANGES: readonly UserGroupRange[] = USER_GROUP_TAGS.map((tag, index) => ({
  tag,
  from: USER_GROUPS.from + index * TEN,
  to: USER_GROUPS.from + index * TEN + TEN - 1,
  deleteType: 'free',
}));

/** Tag for users without a valid group. */
export const DEFAULT_USER_GROUP_TAG: UserGroupTag = 'A';

/** The tag of a group; the default tag for an invalid group. */
export function userGroupTag(group: unknown): UserGroupTag {
  const range = USER_GROUP_RANGES.find(
    ({ from, to }) => Number.isInteger(group) && Number(group) >= from && Number(group) <= to,
  );
  return range?.tag ?? DEFAULT_USER_GROUP_TAG;
}
