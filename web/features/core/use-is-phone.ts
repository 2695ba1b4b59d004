import { useMedia } from '@/ui/hooks/use-media';

/** Whether the page is as narrow as a phone; not, while it is rendered on the server. */
export const useIsPhone = (): boolean => useMedia('(max-width: 760px)');
