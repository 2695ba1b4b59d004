'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { ReadyOutputView, TaskView } from '@src/creation/tasks/task.shared';

const sheen = () => <span aria-hidden className="absolute inset-0 sheen" />;
const Compared = dynamic(() => import('./compared'), { loading: sheen });
const VideoPlayer = dynamic(() => import('@/ui/media/video-player').then((module) => module.VideoPlayer), {
  loading: sheen,
});

/**
 * A finished output. Videos play, an image made from another shows a comparison slider, and all others show `image`.
 */
export function ShownOutput({
  task,
  output,
  alt,
  image,
}: {
  readonly task: TaskView;
  readonly output: ReadyOutputView;
  readonly alt: string;
  readonly image: ReactNode;
}) {
  // A template only places the image in a layout, so a comparison makes no sense.
  const from =
    task.procedure === 'template2Image.create' || task.procedure === 'template2Image.productPromotionalImage'
      ? undefined
      : task.sources.find(({ role }) => role === 'image');
  if (output.type !== 'image/png')
    return (
      <VideoPlayer
        key={output.url}
        src={output.url}
        poster={`${output.url}?w=1024`}
        label={alt}
        ratio={`${output.width} / ${output.height}`}
        autoPlay
        className={`absolute inset-0 size-full ${output.type === 'video/webm' ? 'checkers' : ''}`}
      />
    );
  if (from !== undefined && task.input.count === 1)
    return <Compared key={output.url} task={task} from={from} output={output} label={alt} />;
  return image;
}
