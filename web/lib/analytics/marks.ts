import type { ResourceType } from '@src/analytics/names.shared';

/** A displayed work. */
export interface Content {
  readonly id: string;
  /** `kinora` or `self`, or the id of its author. */
  readonly author: string;
  readonly tags: readonly string[];
}

/** Another displayed element that links somewhere. */
export interface Resource {
  readonly type: ResourceType;
  readonly id: string;
}

type Marks = Readonly<Record<`data-${string}`, string>>;
/** Separates tags. */
export const TAG_SEPARATOR = '|';

/**
 * Attributes that mark an element as content, so that its exposures and clicks are tracked. Spread them over the
 * element.
 */
export const contentMarks = ({ id, author, tags }: Content): Marks => ({
  'data-content-id': id,
  'data-content-author': author,
  'data-content-tags': tags.join(TAG_SEPARATOR),
});

/** Attributes that mark an element as a resource. */
export const resourceMarks = ({ type, id }: Resource): Marks => ({
  'data-resource-type': type,
  'data-resource-id': id,
});
