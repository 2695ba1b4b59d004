'use client';

import { useEffect, type RefObject } from 'react';
import type { Given } from '@/features/create/given';
import { MaskPainter, type MaskPainterHandle } from '@/ui/mask/mask-painter';

export interface MaskOnPictureProps {
  readonly image: Given;
  readonly alt: string;
  readonly handle: RefObject<MaskPainterHandle | null>;
  readonly onMarked: (marked: boolean) => void;
}

/** The painter of a mask on the picture that is worked on. Fetched late. */
export default function MaskOnPicture({ image, alt, handle, onMarked }: MaskOnPictureProps) {
  // A painter that comes anew has nothing marked.
  useEffect(() => () => onMarked(false), [onMarked]);
  return <MaskPainter ref={handle} src={`${image.url}?w=1024`} alt={alt} width={image.width} height={image.height} onChange={({ empty }) => onMarked(!empty)} />;
}
