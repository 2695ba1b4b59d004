'use client';

import {
  Check,
  CircleHelp,
  CloudAlert,
  CloudOff,
  Cloudy,
  Folder,
  MessagesSquare,
  Play,
  Plus,
  Redo2,
  Undo2,
  X,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useProjectName } from '@/features/make/projects/use-project-name';
import { Link } from '@/i18n/navigation';
import { useAllProjects } from '@/lib/data/projects';
import { Button, IconButton } from '@/ui/button';
import { ChipSelect } from '@/ui/form/chip-select';
import { cx } from '@/ui/cx';
import { Icon, type LucideIcon } from '@/ui/icon';
import { Spinner } from '@/ui/content/spinner';
import { useBench } from '../run/bench';
import type { Saving } from './board-store';
import { quoteFor } from '../nodes/node-status';

const floatStyle =
  'pointer-events-auto flex items-center rounded-panel bg-surface-1/94 shadow-mid ring-1 ring-line backdrop-blur-lg';
const SIGNS: Readonly<Record<Saving, LucideIcon>> = {
  saved: Check,
  waiting: Cloudy,
  saving: Cloudy,
  failed: CloudOff,
  full: CloudAlert,
};

/** Whether what is drawn is kept. */
function SavedSign({ saving }: { readonly saving: Saving }) {
  const t = useTranslations('canvas.saving');
  return (
    <span
      role="status"
      data-saving={saving}
      className={cx(
        'flex items-center gap-1.5 text-xs',
        saving === 'failed' || saving === 'full' ? 'text-danger' : 'text-ink-3',
      )}
    >
      <Icon of={SIGNS[saving]} size="s" />
      <span className="max-sm:sr-only">{t(saving)}</span>
    </span>
  );
}

/** The project, how it is kept, and the way to easy mode. */
export function BoardHead({ onProject }: { readonly onProject: (id: string) => void }) {
  const t = useTranslations('canvas');
  const nameOf = useProjectName();
  const { projectId, state } = useBench();
  const { projects } = useAllProjects();
  return (
    <div className={cx(floatStyle, 'gap-3 p-1.5 pe-2.5')}>
      <h1 className="sr-only">{t('title')}</h1>
      <ChipSelect
        label={t('project')}
        icon={Folder}
        value={projectId}
        choices={projects.map((project) => ({ value: project.id, label: nameOf(project) }))}
        onChange={onProject}
      />
      <SavedSign saving={state.saving} />
      <nav aria-label={t('modes.label')} className="flex gap-0.5 rounded-group bg-surface-2 p-[3px] max-lg:hidden">
        <Link
          href="/image"
          className="inline-flex h-7 items-center rounded-sm px-2.5 text-sm text-ink-2 hover:text-ink-1"
        >
          {t('modes.easy')}
        </Link>
        <span
          aria-current="page"
          className="inline-flex h-7 items-center rounded-sm bg-surface-3 px-2.5 text-sm font-medium"
        >
          {t('modes.canvas')}
        </span>
      </nav>
    </div>
  );
}

/** Steps back, and everything at once with its price. */
export function BoardActions({ onHelp }: { readonly onHelp: () => void }) {
  const t = useTranslations('canvas');
  const press = useTranslations('common.press');
  const { board, state, content, quote, run, running, work, cancel } = useBench();
  const price = quote === undefined ? undefined : quoteFor(quote, content, null);
  const isRunning = work?.run?.status === 'running';
  const hasWork = content.nodes.some(({ kind }) => kind === 'creation');
  return (
    <div className={cx(floatStyle, 'gap-1 p-1.5')}>
      <IconButton label={t('undo')} size="sm" disabled={state.history.past.length === 0} onClick={board.undo}>
        <Icon of={Undo2} size="s" className="flip" />
      </IconButton>
      <IconButton label={t('redo')} size="sm" disabled={state.history.future.length === 0} onClick={board.redo}>
        <Icon of={Redo2} size="s" className="flip" />
      </IconButton>
      <span className="max-md:hidden">
        <IconButton label={t('help.title')} size="sm" onClick={onHelp}>
          <Icon of={CircleHelp} size="s" />
        </IconButton>
      </span>
      {!hasWork ? null : isRunning ? (
        <Button icon={<Spinner />} onClick={cancel}>
          {t('cancelAll')}
          <Icon of={X} size="s" />
        </Button>
      ) : (
        <Button
          tone="accent"
          busy={running === null}
          icon={<Icon of={Play} size="s" />}
          disabled={price !== undefined && (price.refused.length > 0 || price.toMake === 0)}
          price={price === undefined || price.toMake === 0 ? undefined : t('price', { count: price.total })}
          onClick={() => run(null)}
        >
          {running === null
            ? press('starting')
            : t(
                price !== undefined && price.toMake === 0 && price.refused.length === 0
                  ? 'allMade'
                  : price !== undefined && price.reused > 0
                    ? 'runRest'
                    : 'runAll',
              )}
        </Button>
      )}
    </div>
  );
}

/** What can be put on the board, and the conversation. */
export function BoardTools({
  isChatOpen,
  onAdd,
  onWords,
  onChat,
}: {
  readonly isChatOpen: boolean;
  readonly onAdd: () => void;
  readonly onWords: () => void;
  readonly onChat: () => void;
}) {
  const t = useTranslations('canvas');
  return (
    <div role="toolbar" aria-label={t('tools')} className={cx(floatStyle, 'gap-1 p-1.5 md:flex-col')}>
      <IconButton label={t('add.title')} tone="invert" onClick={onAdd}>
        <Icon of={Plus} />
      </IconButton>
      <IconButton label={t('add.words')} onClick={onWords}>
        <span aria-hidden className="text-lg font-medium">
          {'T'}
        </span>
      </IconButton>
      <IconButton
        label={t('chat.title')}
        aria-pressed={isChatOpen}
        tone={isChatOpen ? 'plain' : 'quiet'}
        onClick={onChat}
      >
        <Icon of={MessagesSquare} />
      </IconButton>
    </div>
  );
}
