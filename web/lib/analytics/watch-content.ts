import type { AnalyticsEvent } from '@src/analytics/events.shared';
import { MARKED, markedEvent } from './content';

/** The share of something that has to be in view to count as seen. */
export const EXPOSED_SHARE = 0.7;
/** What a press inside something that is marked has to meet to be a click on it. */
const PRESSABLE = 'a[href],button';

/**
 * Tells what of a page's marked elements is seen, each once, and pressed; also of those that come later.
 * @param root what is watched
 * @param threshold share of an element that has to be in view, 0 to 1
 * @returns what stops it
 */
export function watchContent(root: HTMLElement, publish: (event: AnalyticsEvent) => void, threshold = EXPOSED_SHARE): () => void {
  const reported = new Set<string>();
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, intersectionRatio, target } of entries) {
      // The first call is for every element, seen or not.
      if (!isIntersecting || intersectionRatio < threshold || !(target instanceof HTMLElement)) continue;
      seen.unobserve(target);
      const event = markedEvent(target.dataset, 'exposure');
      const key = JSON.stringify(event);
      if (event === undefined || reported.has(key)) continue;
      reported.add(key);
      publish(event);
    }
  }, { threshold });
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
    // Either what was pressed stands in it, or it is what was pressed.
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
