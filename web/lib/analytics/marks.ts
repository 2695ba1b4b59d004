import type { ResourceType } from '@src/analytics/names.shared';

/** A work that is shown. */
export interface Content {
  readonly id: string;
  /** `kinora` or `self`, or the id of its author. */
  readonly author: string;
  readonly tags: readonly string[];
}

/** Something else that is shown and leads somewhere. */
export interface Resource {
  readonly type: ResourceType;
  readonly id: string;
}

type Marks = Readonly<Record<`data-${string}`, string>>;
/** Between tags. */
export const TAG_SEPARATOR = '|';

/** What marks an element as a content, so that its being seen and pressed is told of; spread over the element. */
export const contentMarks = ({ id, author, tags }: Content): Marks => ({ 'data-content-id': id, 'data-content-author': author, 'data-content-tags': tags.join(TAG_SEPARATOR) });

/** What marks an element as a resource. */
export const resourceMarks = ({ type, id }: Resource): Marks => ({ 'data-resource-type': type, 'data-resource-id': id });
