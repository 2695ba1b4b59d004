'use client';

import {
  ArrowRight,
  Clapperboard,
  ImageUp,
  Image as ImageIcon,
  Maximize2,
  MessagesSquare,
  Paintbrush,
  Plus,
  Scissors,
  Trees,
  Type,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { Button } from '@/ui/button';
import { Icon, type LucideIcon } from '@/ui/icon';
import type { TemplateName } from './templates';

const SHOWN: Readonly<Record<TemplateName, readonly LucideIcon[]>> = {
  film: [Type, ImageIcon, Clapperboard],
  backdrop: [ImageUp, Scissors, Trees],
  look: [ImageUp, Paintbrush, Maximize2],
};
const NAMES = ['film', 'backdrop', 'look'] as const satisfies readonly TemplateName[];

const cardStyle =
  'grid w-full content-start gap-3 rounded-panel bg-surface-1 p-4 text-start shadow-mid ring-1 ring-line transition-colors quick hover:bg-surface-2';

/** What one can begin with, where nothing is on the board yet. */
export function EmptyBoard({
  onTemplate,
  onChat,
  onAdd,
}: {
  readonly onTemplate: (name: TemplateName) => void;
  readonly onChat: () => void;
  readonly onAdd: () => void;
}) {
  const t = useTranslations('canvas.empty');
  return (
    <section
      aria-label={t('title')}
      className="pointer-events-none absolute inset-0 z-sticky grid overflow-y-auto px-20 pt-28 pb-24 max-md:px-4 max-md:pt-20"
    >
      <div className="pointer-events-auto m-auto grid w-full max-w-[760px] gap-5">
        <div className="grid justify-items-center gap-2 text-center">
          <h2 className="text-xl font-strong tracking-title">{t('title')}</h2>
          <p className="max-w-[52ch] text-sm text-ink-2">{t('text')}</p>
        </div>
        <ul className="grid gap-3 sm:grid-cols-2">
          {NAMES.map((name) => (
            <li key={name} className="grid">
              <button type="button" className={cardStyle} onClick={() => onTemplate(name)}>
                <span className="flex items-center gap-2 text-ink-2">
                  {SHOWN[name].map((icon, index) => (
                    <Fragment key={index}>
                      {index === 0 ? null : <Icon of={ArrowRight} size="s" className="flip" />}
                      <span className="grid size-9 place-items-center rounded-control bg-surface-3">
                        <Icon of={icon} size="s" />
                      </span>
                    </Fragment>
                  ))}
                </span>
                <span className="font-medium">{t(`templates.${name}.title`)}</span>
                <span className="text-sm text-ink-2">{t(`templates.${name}.text`)}</span>
              </button>
            </li>
          ))}
          <li className="grid">
            <button type="button" className={cardStyle} onClick={onChat}>
              <span className="grid size-9 place-items-center rounded-control bg-surface-3 text-ink-2">
                <Icon of={MessagesSquare} size="s" />
              </span>
              <span className="font-medium">{t('chat.title')}</span>
              <span className="text-sm text-ink-2">{t('chat.text')}</span>
            </button>
          </li>
        </ul>
        <Button className="justify-self-center" icon={<Icon of={Plus} size="s" />} onClick={onAdd}>
          {t('own')}
        </Button>
      </div>
    </section>
  );
}
