'use client';

import { useEffect, useState } from 'react';

/**
 * An image with previews while it is made. A preview replaces the one before only after it has loaded, to avoid
 * flicker.
 */
export function GrowingImage({ src, alt }: { readonly src: string; readonly alt: string }) {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    let wanted = true;
    const image = new Image();
    image.onload = () => {
      if (wanted) setShown(src);
    };
    image.src = src;
    return () => {
      wanted = false;
    };
  }, [src]);
  return shown === undefined ? null : <img src={shown} alt={alt} dir="auto" className="size-full object-cover" />;
}
