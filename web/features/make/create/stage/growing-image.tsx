'use client';

import { useEffect, useState } from 'react';

/** An image while it is made: each preview replaces the one before only when it has come, so that nothing flickers. */
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
