'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ImageInputTool } from '@/features/make/create/form/tools';
import { TOOL_ICONS } from '@/features/make/procedures/icons';
import { Link } from '@/i18n/navigation';
import { resourceMarks } from '@/lib/analytics/marks';
import { Badge } from '@/ui/content/badge';
import { Icon } from '@/ui/icon';
import { Media } from '@/ui/media/media';
import { VideoPreview } from '@/ui/media/video-preview';
import { demoOf } from './demo';

/** A tool's card: half-and-half demo, name and price. */
export function ToolCard({
  tool,
  price,
  line = false,
  off = false,
  experimental = false,
}: {
  readonly tool: ImageInputTool;
  readonly price: ReactNode;
  /** Whether to show the one-sentence description. */
  readonly line?: boolean;
  /** Whether no model serves it here. */
  readonly off?: boolean;
  /** Whether its results are often poor here. */
  readonly experimental?: boolean;
}) {
  const t = useTranslations('tools');
  const mark = useTranslations('image.experimental');
  const demo = demoOf(tool.id);
  const words = (
    <>
      <span className="block font-medium">{t(`names.${tool.id}`)}</span>
      {line ? <span className="block text-sm text-ink-2">{t(`lines.${tool.id}`)}</span> : null}
      <span className="num block min-h-[1.5em] text-xs text-ink-3">{price}</span>
      {/* Over the image: the catalogue arrives late, and a line below would move the page. */}
      {experimental ? (
        <Badge tone="media" className="absolute start-2 top-2">
          {mark('badge')}
        </Badge>
      ) : null}
    </>
  );
  return (
    <div
      {...resourceMarks({ type: 'tool', id: tool.id })}
      className="group relative grid min-w-0 content-start gap-2.5 rounded-media has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
    >
      <Media ratio="4 / 3" className="rounded-media">
        {demo === undefined ? (
          <span className="grid size-full place-items-center bg-surface-2 text-ink-3">
            <Icon of={TOOL_ICONS[tool.id]} size="l" />
          </span>
        ) : demo.video === undefined ? (
          <>
            <img src={demo.before} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
            <span
              aria-hidden
              className="absolute inset-0 [clip-path:inset(0_0_0_50%)] rtl:[clip-path:inset(0_50%_0_0)]"
            >
              <img
                src={demo.after}
                alt=""
                loading="lazy"
                className={`size-full object-cover ${tool.id === 'cutOut' ? 'checkers' : ''}`}
              />
            </span>
            <span aria-hidden className="absolute inset-y-0 start-1/2 w-0.5 bg-ink-on-media" />
          </>
        ) : (
          <VideoPreview src={demo.video} poster={demo.after} alt="" />
        )}
      </Media>
      {off ? (
        <div className="px-0.5 text-ink-3">{words}</div>
      ) : (
        <Link href={tool.href} className="px-0.5 outline-none after:absolute after:inset-0">
          {words}
        </Link>
      )}
    </div>
  );
}
