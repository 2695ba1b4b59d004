import { useAllowance } from '@/lib/data/allowance';
import { useGallery } from '@/lib/data/gallery';
import { isOffered } from './arrange';
import type { Effect } from './effects';

/** Which effects are available now, by the operator's settings and the catalogue; all until known. */
export function useOffered(): (effect: Effect) => boolean {
  const withdrawn = useAllowance()?.withdrawnEffects;
  const gallery = useGallery();
  return (effect) => isOffered(effect, withdrawn, gallery);
}
