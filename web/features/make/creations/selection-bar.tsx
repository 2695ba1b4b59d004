'use client';

import { Archive, ArchiveRestore, Download, FolderInput, Heart, RotateCcw, Tag, Trash2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { MOVE_MAX } from '@src/creation/projects/project.shared';
import { DOWNLOADED_MAX, libraryTagOf, TAG_LENGTH } from '@src/creation/library/library.shared';
import { useProjectName } from '@/features/make/projects/use-project-name';
import { allMatching, useChangeTasks, type LibraryInput } from '@/lib/data/library';
import { useAllProjects, useMoveTasks } from '@/lib/data/projects';
import { Button, buttonStyle, IconButton } from '@/ui/button';
import { ChipSelect } from '@/ui/form/chip-select';
import { Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { Confirm } from '@/ui/overlay/dialog';
import { Popover } from '@/ui/overlay/popover';
import type { LibraryView } from './library-view';
import type { Selection } from './use-selection';

type Change = Parameters<ReturnType<typeof useChangeTasks>['mutate']>[0]['change'];

/** Tags the selected creations. */
function TagChoice({ onTag, busy }: { readonly onTag: (tag: string) => void; readonly busy: boolean }) {
  const t = useTranslations('creations.library');
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('bulk.tag')}
      trigger={
        <Button size="sm" tone="quiet" busy={busy} icon={<Icon of={Tag} size="s" />}>
          {t('bulk.tag')}
        </Button>
      }
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('tag');
          const tag = typeof typed === 'string' ? libraryTagOf(typed) : undefined;
          if (tag === undefined) return;
          setOpen(false);
          onTag(tag);
        }}
      >
        <Input name="tag" dir="auto" aria-label={t('newTag')} placeholder={t('newTag')} maxLength={TAG_LENGTH} />
        <Button type="submit">{t('addTag')}</Button>
      </form>
    </Popover>
  );
}

/** Downloads the selected creations: one file for as many as a download may have. The browser shows the progress. */
function DownloadChoice({ ids }: { readonly ids: readonly string[] }) {
  const t = useTranslations('creations.library.bulk');
  const parts = Array.from({ length: Math.ceil(ids.length / DOWNLOADED_MAX) }, (_, part) =>
    ids.slice(part * DOWNLOADED_MAX, (part + 1) * DOWNLOADED_MAX),
  );
  const [first = []] = parts;
  const href = (some: readonly string[]): string => `/api/library/download?ids=${some.join(',')}`;
  if (parts.length === 1)
    return (
      <a href={href(first)} download className={buttonStyle({ tone: 'quiet', size: 'sm' })}>
        <Icon of={Download} size="s" />
        {t('download')}
      </a>
    );
  return (
    <Popover
      label={t('download')}
      trigger={
        <Button size="sm" tone="quiet" icon={<Icon of={Download} size="s" />}>
          {t('download')}
        </Button>
      }
    >
      <p className="mb-2 max-w-60 text-sm">{t('partsHint')}</p>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {parts.map((some, part) => (
          <li key={some[0]}>
            <a href={href(some)} download className={buttonStyle({ tone: 'quiet', size: 'sm' })}>
              {t('part', { number: part + 1, count: parts.length })}
            </a>
          </li>
        ))}
      </ul>
    </Popover>
  );
}

/** Moves the selected creations to a project, some at a time. */
function MoveChoice({ ids, onDone }: { readonly ids: readonly string[]; readonly onDone: () => void }) {
  const t = useTranslations('creations.library.bulk');
  const nameOf = useProjectName();
  const { projects } = useAllProjects();
  const move = useMoveTasks();
  const moveAll = async (projectId: string): Promise<void> => {
    for (let from = 0; from < ids.length; from += MOVE_MAX)
      await move.mutateAsync({ taskIds: ids.slice(from, from + MOVE_MAX), projectId });
    onDone();
  };
  return (
    <ChipSelect
      label={t('move')}
      icon={FolderInput}
      value=""
      choices={[
        { value: '', label: t('move') },
        ...projects.map((project) => ({ value: project.id, label: nameOf(project) })),
      ]}
      onChange={(next) => {
        // A failure is shown by the mutation itself.
        if (next !== '') void moveAll(next).catch(() => undefined);
      }}
    />
  );
}

interface ActionsProps {
  readonly busy: boolean;
  readonly apply: (change: Change) => void;
  /** Asks before the creations are deleted or moved to the trash. */
  readonly ask: () => void;
}

function TrashActions({ busy, apply, ask }: ActionsProps) {
  const t = useTranslations('creations.library.bulk');
  return (
    <>
      <Button size="sm" busy={busy} icon={<Icon of={RotateCcw} size="s" />} onClick={() => apply({ kind: 'restore' })}>
        {t('restore')}
      </Button>
      <Button size="sm" tone="danger" busy={busy} icon={<Icon of={Trash2} size="s" />} onClick={ask}>
        {t('delete')}
      </Button>
    </>
  );
}

function ShelfActions({
  busy,
  apply,
  ask,
  selection,
  isArchive,
}: ActionsProps & { readonly selection: Selection; readonly isArchive: boolean }) {
  const t = useTranslations('creations.library.bulk');
  const ids = [...selection.ids];
  return (
    <>
      <Button
        size="sm"
        tone="quiet"
        busy={busy}
        icon={<Icon of={Heart} size="s" />}
        onClick={() => apply({ kind: 'favourite', isSet: true })}
      >
        {t('favourite')}
      </Button>
      <DownloadChoice ids={ids} />
      <TagChoice busy={busy} onTag={(tag) => apply({ kind: 'tag', add: [tag] })} />
      <MoveChoice ids={ids} onDone={selection.clear} />
      <Button
        size="sm"
        tone="quiet"
        busy={busy}
        icon={<Icon of={isArchive ? ArchiveRestore : Archive} size="s" />}
        onClick={() => apply({ kind: 'archive', isSet: !isArchive })}
      >
        {t(isArchive ? 'unarchive' : 'archive')}
      </Button>
      <Button size="sm" tone="danger" busy={busy} icon={<Icon of={Trash2} size="s" />} onClick={ask}>
        {t('trash')}
      </Button>
    </>
  );
}

/** Asks before the selected creations are moved to the trash, or from there deleted for good. */
function AskFirst({
  open,
  onOpenChange,
  count,
  isTrash,
  onYes,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly count: number;
  readonly isTrash: boolean;
  readonly onYes: () => void;
}) {
  const t = useTranslations('creations.library.bulk');
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t(isTrash ? 'deleteTitle' : 'trashTitle', { count })}
      description={t(isTrash ? 'deleteText' : 'trashText')}
      actions={({ Cancel, Action }) => (
        <>
          <Cancel asChild>
            <Button>{t('keep')}</Button>
          </Cancel>
          <Action asChild>
            <Button tone="danger" onClick={onYes}>
              {t(isTrash ? 'delete' : 'trash')}
            </Button>
          </Action>
        </>
      )}
    />
  );
}

/** What can be done with the selected creations. Renders nothing without any. */
export function SelectionBar({
  selection,
  input,
  view,
}: {
  readonly selection: Selection;
  /** Of the list that the selection is from. */
  readonly input: LibraryInput;
  readonly view: LibraryView;
}) {
  const t = useTranslations('creations.library.bulk');
  const change = useChangeTasks();
  const [collecting, setCollecting] = useState(false);
  const [asking, setAsking] = useState(false);
  const ids = [...selection.ids];
  if (ids.length === 0) return null;
  const isTrash = view.shelf === 'trash';
  const apply = (what: Change): void =>
    change.mutate(
      { ids, change: what },
      {
        onSuccess: (refused) => {
          if (refused > 0) toast.error(t('refused', { count: refused }));
          if (what.kind !== 'tag' && what.kind !== 'favourite') selection.clear();
        },
      },
    );
  const selectAll = async (): Promise<void> => {
    setCollecting(true);
    try {
      selection.set(await allMatching(input));
    } catch {
      toast.error(t('failed'));
    }
    setCollecting(false);
  };
  const actions = { busy: change.isPending || collecting, apply, ask: () => setAsking(true) };
  return (
    <div
      role="region"
      aria-label={t('title')}
      className="over fixed inset-x-0 bottom-[calc(var(--tabbar,0px)+14px)] z-popover mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] flex-wrap items-center gap-2 rounded-card bg-overlay px-3 py-2 shadow-high"
    >
      <span role="status" className="num text-sm">
        {t('selected', { count: ids.length })}
      </span>
      <Button size="sm" tone="quiet" busy={collecting} onClick={() => void selectAll()}>
        {t('all')}
      </Button>
      {isTrash ? (
        <TrashActions {...actions} />
      ) : (
        <ShelfActions {...actions} selection={selection} isArchive={view.shelf === 'archive'} />
      )}
      <IconButton size="sm" label={t('clear')} onClick={selection.clear}>
        <Icon of={X} size="s" />
      </IconButton>
      <AskFirst
        open={asking}
        onOpenChange={setAsking}
        count={ids.length}
        isTrash={isTrash}
        onYes={() => apply({ kind: isTrash ? 'delete' : 'trash' })}
      />
    </div>
  );
}
