'use client';

import type { WorkView } from '@src/creation/publishing/work.view.shared';
import { Media, ImageFrame } from '@/ui/media/media';
import { VideoPlayer } from '@/ui/media/video-player';

/** The image or video that a moderator decides on. */
export function WorkMedia({ work }: { readonly work: WorkView }) {
  const ratio = `${work.width} / ${work.height}`;
  return (
    <Media
      ratio={ratio}
      widest={`calc(60dvh * ${work.width} / ${work.height})`}
      className="w-full justify-self-center rounded-card"
    >
      {work.type !== 'image/png' ? (
        <VideoPlayer
          src={work.url}
          poster={`${work.url}?w=1024`}
          label={work.title}
          ratio={ratio}
          sound
          className="absolute inset-0 size-full"
        />
      ) : (
        <ImageFrame src={`${work.url}?w=1024`} alt={work.title} />
      )}
    </Media>
  );
}
