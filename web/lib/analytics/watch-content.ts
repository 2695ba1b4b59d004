import type { AnalyticsEvent } from '@src/analytics/events.shared';
import { MARKED, markedEvent } from './content';

/** The visible share from which an element counts as seen. */
export const EXPOSED_SHARE = 0.7;
/** A press counts as a click only on one of these elements. */
const PRESSABLE = 'a[href],button';

/**
 * Tracks a page's marked elements: the first exposure of each, and clicks. Includes elements added later.
 * @param root the observed element
 * @param threshold share of an element that must be visible, 0 to 1
 * @returns a function that stops tracking
 */
export function watchContent(
  root: HTMLElement,
  publish: (event: AnalyticsEvent) => void,
  threshold = EXPOSED_SHARE,
): () => void {
  const reported = new Set<string>();
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, intersectionRatio, target } of entries) {
        // The observer first calls back for every element, visible or not.
        if (!isIntersecting || intersectionRatio < threshold || !(target instanceof HTMLElement)) continue;
        seen.unobserve(target);
        const event = markedEvent(target.dataset, 'exposure');
        const key = JSON.stringify(event);
        if (event === undefined || reported.has(key)) continue;
        reported.add(key);
        publish(event);
      }
    },
    { threshold },
  );
  const watch = (within: ParentNode): void => {
    for (const element of within.querySelectorAll(MARKED)) seen.observe(element);
  };
  const coming = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue;
        if (node.matches(MARKED)) seen.observe(node);
        watch(node);
      }
    }
  });
  const onClick = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element)) return;
    const marked = target.closest<HTMLElement>(MARKED);
    const pressable = target.closest(PRESSABLE);
    // The pressed element is inside the marked one, or is the marked one itself.
    if (marked === null || pressable === null || !(marked.contains(pressable) || pressable.contains(marked))) return;
    const event = markedEvent(marked.dataset, 'click');
    if (event !== undefined) publish(event);
  };
  watch(root);
  coming.observe(root, { childList: true, subtree: true });
  root.addEventListener('click', onClick, { capture: true });
  return () => {
    seen.disconnect();
    coming.disconnect();
    root.removeEventListener('click', onClick, { capture: true });
  };
}
