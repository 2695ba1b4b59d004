import { Folder, Play } from 'lucide-react';
import type { ProjectSummary } from '@src/creation/projects/project.shared';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';

/** The newest results of a project: one in full, four or more as a square of four. A folder icon without any. */
export function Cover({ images }: { readonly images: ProjectSummary['pictures'] }) {
  const shown = images.length < 4 ? images.slice(0, 1) : images;
  return (
    <Media ratio="4/3" className="rounded-media">
      {shown.length === 0 ? (
        <span className="grid h-full place-items-center bg-surface-2 text-ink-3">
          <Icon of={Folder} size="l" />
        </span>
      ) : (
        <span className={cx('grid h-full', shown.length > 1 && 'grid-cols-2 grid-rows-2 gap-0.5')}>
          {shown.map(({ url, media }) => (
            <span key={url} className="relative min-h-0 min-w-0 overflow-hidden">
              <ImageFrame src={`${url}?w=${shown.length > 1 ? 320 : 640}`} alt="" />
              {media === 'video' ? (
                <span className="absolute end-2 bottom-2 grid size-6 place-items-center rounded-full bg-glass text-ink-on-media backdrop-blur-md">
                  <Icon of={Play} size="s" />
                </span>
              ) : null}
            </span>
          ))}
        </span>
      )}
    </Media>
  );
}
