import { useMedia } from '@/ui/hooks/use-media';

/** Whether the page is as narrow as a phone; false during server rendering. */
export const useIsPhone = (): boolean => useMedia('(max-width: 760px)');
