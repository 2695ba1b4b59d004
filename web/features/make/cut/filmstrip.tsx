'use client';

import { useEffect, useRef } from 'react';

/** Number of images in the strip. */
const COUNT = 10;

const happened = (video: HTMLVideoElement, event: string): Promise<void> =>
  new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error('the film cannot be shown')), { once: true });
  });

/** Draws a video's frame over a whole canvas, cropped to its centre. */
function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const scale = Math.max(canvas.width / video.videoWidth, canvas.height / video.videoHeight);
  const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
  canvas.getContext('2d')?.drawImage(video, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}

/** Frames of a video at even intervals. Shows the first image until they have loaded. */
export function Filmstrip({ src }: { readonly src: string }) {
  const row = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const video = Object.assign(document.createElement('video'), {
      muted: true,
      playsInline: true,
      preload: 'auto',
      src,
    });
    let gone = false;
    const fill = async (): Promise<void> => {
      await happened(video, 'loadeddata');
      for (const [index, canvas] of [...(row.current?.querySelectorAll('canvas') ?? [])].entries()) {
        const sought = happened(video, 'seeked');
        video.currentTime = ((index + 0.5) / COUNT) * video.duration;
        await sought;
        if (gone) return;
        draw(video, canvas);
      }
    };
    // If the browser cannot show the video, the first image stays.
    fill().catch(() => undefined);
    return () => {
      gone = true;
      video.removeAttribute('src');
      video.load();
    };
  }, [src]);
  return (
    <span
      ref={row}
      aria-hidden
      className="absolute inset-0 flex"
      style={{ backgroundImage: `url(${src}?w=320)`, backgroundSize: 'auto 100%', backgroundRepeat: 'repeat-x' }}
    >
      {Array.from({ length: COUNT }, (_none, index) => (
        <canvas key={index} width={128} height={96} className="h-full min-w-0 flex-1 object-cover" />
      ))}
    </span>
  );
}
