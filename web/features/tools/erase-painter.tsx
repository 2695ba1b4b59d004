'use client';

import { useEffect, type RefObject } from 'react';
import type { Given } from '@/features/create/given';
import { MaskPainter, type MaskPainterHandle } from '@/ui/mask/mask-painter';

export interface ErasePainterProps {
  readonly image: Given;
  readonly alt: string;
  readonly handle: RefObject<MaskPainterHandle | null>;
  readonly onMarked: (marked: boolean) => void;
}

/** The painter on the picture that something is erased from. Fetched late. */
export default function ErasePainter({ image, alt, handle, onMarked }: ErasePainterProps) {
  // A painter that comes anew has nothing marked.
  useEffect(() => () => onMarked(false), [onMarked]);
  return <MaskPainter ref={handle} src={`${image.url}?w=1024`} alt={alt} width={image.width} height={image.height} onChange={({ empty }) => onMarked(!empty)} />;
}
