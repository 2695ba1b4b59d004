'use client';

import { useMemo } from 'react';
import { presetId } from '@src/creation/procedures/presets.shared';
import { useGallery } from '@/lib/data/gallery';
import { STYLES, type Style } from './styles';

/** The styles that are not withdrawn, in the picker's order; all until known. @param of those to choose from */
export function useOfferedStyles(of: readonly Style[] = STYLES): readonly Style[] {
  const withdrawn = useGallery()?.withdrawn;
  return useMemo(
    () => STYLES.filter((style) => of.includes(style) && withdrawn?.includes(presetId('style', style)) !== true),
    [of, withdrawn],
  );
}
