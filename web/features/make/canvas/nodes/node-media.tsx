'use client';

import { AudioLines, Play } from 'lucide-react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { GrowingImage } from '@/features/make/create/stage/growing-image';
import type { Given } from '@/features/make/create/draft/given-inputs';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';

/** Maximum height of an image in a node, by its width. A very tall one would make the board hard to read. */
export const MAX_HEIGHT_RATIO = 1.35;
const ratioOf = ({ width, height }: { readonly width: number; readonly height: number }): string =>
  `${width} / ${Math.min(height, width * MAX_HEIGHT_RATIO)}`;

/** A file in a node: an image, a video frame or an audio waveform. */
export function NodeVideo({ given, alt }: { readonly given: Given; readonly alt: string }) {
  return (
    <Media ratio={ratioOf(given)} className="checkers rounded-card">
      <ImageFrame key={given.url} src={`${given.url}?w=640`} alt={alt} className="pointer-events-none" />
      {given.kind === 'image' ? null : (
        <span className="absolute start-2 bottom-2 grid size-8 place-items-center rounded-full bg-glass text-ink-on-media">
          <Icon of={given.kind === 'video' ? Play : AudioLines} size="s" />
        </span>
      )}
    </Media>
  );
}

/** A task's latest preview. */
export function NodeGrowing({ task }: { readonly task: Pick<TaskView, 'width' | 'height' | 'outputs'> }) {
  const [output] = task.outputs;
  return (
    <Media ratio={ratioOf(task)} className="rounded-card">
      <span aria-hidden className="absolute inset-0 sheen" />
      {output?.state === 'pending' && output.previewUrl !== undefined ? (
        <GrowingImage src={output.previewUrl} alt="" />
      ) : null}
    </Media>
  );
}
