'use client';

import { DataProvider } from '@/lib/trpc/data-provider';
import { ImageWorkshop } from './image-workshop';

/** AI Image, easy mode. */
export function ImagePage() {
  return (
    <DataProvider>
      <ImageWorkshop />
    </DataProvider>
  );
}
