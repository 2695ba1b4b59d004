import type { AnalyticsEvent } from '@src/analytics/events.shared';
import { RESOURCE_TYPES, type ResourceType } from '@src/analytics/names.shared';

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
const BETWEEN = '|';

/** What marks an element as a content, so that its being seen and pressed is told of; spread over the element. */
export const contentMarks = ({ id, author, tags }: Content): Marks => ({ 'data-content-id': id, 'data-content-author': author, 'data-content-tags': tags.join(BETWEEN) });

/** What marks an element as a resource. */
export const resourceMarks = ({ type, id }: Resource): Marks => ({ 'data-resource-type': type, 'data-resource-id': id });

/** Finds elements with marks. */
export const MARKED = '[data-content-id],[data-resource-id]';

/** What happens to something that is marked. */
export type Happened = 'exposure' | 'click';

/** The event that an element's marks tell of; nothing when they are none of ours. @param marks its data attributes, as `dataset` has them */
export function markedEvent(marks: Readonly<Record<string, string | undefined>>, happened: Happened): AnalyticsEvent | undefined {
  const { contentId, contentAuthor, contentTags, resourceId } = marks;
  if (contentId !== undefined && contentAuthor !== undefined) {
    return { name: `content_${happened}`, content_id: contentId, author_id: contentAuthor, content_tags: (contentTags ?? '').split(BETWEEN).filter((tag) => tag !== '') };
  }
  const type = RESOURCE_TYPES.find((one) => one === marks['resourceType']);
  return type === undefined || resourceId === undefined ? undefined : { name: `resource_${happened}`, resource_type: type, resource_id: resourceId };
}
