import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { Content, EntryView } from '@src/catalog/entries/content.shared';
import type { EntryAction } from '@src/catalog/entries/kinds.shared';
import { useIsPhone } from '@/features/core/use-is-phone';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { Link } from '@/i18n/navigation';
import { PREVIEW, refreshGallery } from '@/lib/data/gallery';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { client } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Badge } from '@/ui/content/badge';
import { Notice } from '@/ui/content/states';
import { Icon } from '@/ui/icon';
import { Confirm } from '@/ui/overlay/dialog';
import { cleaned, emptyField, isEdited, type EmptyField } from './content-draft';
import { ContentFields } from './content-fields';
import { EntryHistory } from './entry-history';
import { useEntryName } from './entry-names';
import { STATE_TONES } from './entry-states';

type Change =
  | { readonly action: Exclude<EntryAction, 'create' | 'update' | 'restore'> }
  | { readonly action: 'update'; readonly content: Content }
  | { readonly action: 'restore'; readonly number: number };

/** What the form was filled from. A change made elsewhere since then is refused, and not overwritten. */
type Filled = Pick<EntryView, 'id' | 'version' | 'draft'>;

function send({ id, version: expected }: Filled, change: Change): Promise<EntryView> {
  switch (change.action) {
    case 'update':
      return client.catalog.update.mutate({ id, expected, content: cleaned(change.content) });
    case 'restore':
      return client.catalog.restore.mutate({ id, expected, number: change.number });
    case 'publish':
    case 'unpublish':
    case 'delete':
      return client.catalog[change.action].mutate({ id, expected });
    default:
      return change satisfies never;
  }
}

/** The page that shows an entry's draft to administrators. */
const previewPath = ({ kind }: EntryView): string => (kind === 'announcement' ? '/home' : '/ai-effects');

/**
 * The form of an entry, and what can be done to it. Only a saved draft is previewed and published.
 * On a phone it takes the focus, because the list is above it.
 * @param onChanged receives the entry after each change; undefined after its deletion
 */
export function EntryEditor({
  entry,
  onChanged,
  onReload,
}: {
  readonly entry: EntryView;
  readonly onChanged: (entry: EntryView | undefined) => void;
  readonly onReload: () => void;
}) {
  const t = useTranslations('catalogue');
  const nameOf = useEntryName();
  const { ofFailure } = useErrorWords();
  const [filled, setFilled] = useState<Filled>(entry);
  const [content, setContent] = useState(filled.draft);
  const [problem, setProblem] = useState<EmptyField>();
  const isPhone = useIsPhone();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isPhone) heading.current?.focus();
  }, [isPhone]);
  const change = useMutation({
    ...SKIP_ERROR_CHAIN,
    mutationFn: (wanted: Change) => send(filled, wanted),
    onSuccess: (changed, { action }) => {
      onChanged(action === 'delete' ? undefined : changed);
      setFilled(changed);
      if (action === 'update' || action === 'restore') setContent(changed.draft);
      void refreshGallery();
    },
  });
  const failure = change.error === null ? undefined : readFailure(change.error);
  const isStale = failure?.kind === 'product' && failure.identifier === 'ENTRY_CHANGED';
  const hasEdits = isEdited(content, filled.draft);
  const save = (): void => {
    const empty = emptyField(content);
    setProblem(empty);
    if (empty === undefined) change.mutate({ action: 'update', content });
  };
  return (
    <div className="grid min-w-0 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className="scroll-mt-[calc(var(--topbar)+12px)] text-lg font-strong tracking-title wrap-anywhere outline-none"
        >
          {nameOf(entry)}
        </h2>
        <Badge tone={STATE_TONES[entry.state]}>{t(`states.${entry.state}`)}</Badge>
      </div>
      {failure === undefined ? null : (
        <Notice
          tone="danger"
          live
          action={
            isStale ? (
              <Button size="sm" onClick={onReload}>
                {t('reload')}
              </Button>
            ) : undefined
          }
        >
          {ofFailure(failure)}
        </Notice>
      )}
      <form
        noValidate
        className="grid min-w-0 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <fieldset disabled={change.isPending} className="grid min-w-0 gap-5">
          <ContentFields entryKey={entry.key} content={content} onChange={setContent} problem={problem} />
        </fieldset>
        <Button type="submit" tone="invert" className="justify-self-start" busy={change.isPending} disabled={!hasEdits}>
          {t('save')}
        </Button>
      </form>
      <EntryActions entry={entry} isBusy={change.isPending} hasEdits={hasEdits} onAct={change.mutate} />
      <EntryHistory
        entry={entry}
        isBusy={change.isPending}
        hasEdits={hasEdits}
        onRestore={(number) => change.mutate({ action: 'restore', number })}
      />
    </div>
  );
}

/** What can be done to a saved draft: publish, unpublish, preview, and delete after a confirmation. */
function EntryActions({
  entry,
  isBusy,
  hasEdits,
  onAct,
}: {
  readonly entry: EntryView;
  readonly isBusy: boolean;
  /** Whether the form has something that is not saved. */
  readonly hasEdits: boolean;
  readonly onAct: (change: Change) => void;
}) {
  const t = useTranslations('catalogue');
  const nameOf = useEntryName();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
        {entry.state === 'published' ? null : (
          <Button tone="accent" busy={isBusy} disabled={hasEdits} onClick={() => onAct({ action: 'publish' })}>
            {t('publish')}
          </Button>
        )}
        {entry.state === 'draft' ? null : (
          <Button busy={isBusy} onClick={() => onAct({ action: 'unpublish' })}>
            {t('unpublish')}
          </Button>
        )}
        <Link
          href={{ pathname: previewPath(entry), query: { [PREVIEW]: entry.id } }}
          target="_blank"
          className={buttonStyle()}
        >
          <Icon of={Eye} size="s" />
          {t('preview')}
        </Link>
        <Button tone="danger" className="ms-auto" busy={isBusy} onClick={() => setIsDeleting(true)}>
          {t('delete')}
        </Button>
      </div>
      {hasEdits ? <p className="text-xs text-ink-3">{t('unsaved')}</p> : null}
      <Confirm
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={t('deleteTitle', { name: nameOf(entry) })}
        description={t('deleteText')}
        actions={({ Cancel, Action }) => (
          <>
            <Cancel asChild>
              <Button>{t('keep')}</Button>
            </Cancel>
            <Action asChild>
              <Button tone="danger" onClick={() => onAct({ action: 'delete' })}>
                {t('delete')}
              </Button>
            </Action>
          </>
        )}
      />
    </>
  );
}
