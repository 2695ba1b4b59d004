import type { AnalyticsEvent } from '@src/analytics/events.shared';
import { RESOURCE_TYPES } from '@src/analytics/names.shared';
import { TAG_SEPARATOR } from './marks';

/** Finds elements with marks. */
export const MARKED = '[data-content-id],[data-resource-id]';

/** What happened to a marked element. */
export type ContentAction = 'exposure' | 'click';

/**
 * The analytics event for a marked element; undefined for unknown marks. @param marks its data attributes, as `dataset`
 * has them
 */
export function markedEvent(
  marks: Readonly<Record<string, string | undefined>>,
  happened: ContentAction,
): AnalyticsEvent | undefined {
  const { contentId, contentAuthor, contentTags, resourceId } = marks;
  if (contentId !== undefined && contentAuthor !== undefined) {
    return {
      name: `content_${happened}`,
      content_id: contentId,
      author_id: contentAuthor,
      content_tags: (contentTags ?? '').split(TAG_SEPARATOR).filter((tag) => tag !== ''),
    };
  }
  const type = RESOURCE_TYPES.find((one) => one === marks['resourceType']);
  return type === undefined || resourceId === undefined
    ? undefined
    : { name: `resource_${happened}`, resource_type: type, resource_id: resourceId };
}
