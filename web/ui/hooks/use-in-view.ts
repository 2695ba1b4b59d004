import { useEffect, useState, type RefObject } from 'react';

/** Whether most of an element is in the viewport. @param wanted whether to observe it */
export function useInView(element: RefObject<Element | null>, wanted: boolean): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (!wanted || watched === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.some(({ isIntersecting }) => isIntersecting)),
      { threshold: 0.6 },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, wanted]);
  return wanted && inView;
}
