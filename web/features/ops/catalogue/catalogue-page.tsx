'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { EntryView } from '@src/catalog/entries/content.shared';
import { ENTRY_KINDS, type EntryKind } from '@src/catalog/entries/kinds.shared';
import { AdminGate } from '@/features/ops/admin/admin-gate';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Select } from '@/ui/form/select';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { EntryEditor } from './entry-editor';
import { useEntryName } from './entry-names';
import { STATE_TONES } from './entry-states';
import { keysLeft, NewEntry } from './new-entry';
import { putEntry, useEntryQuery } from './use-entries';

/** What is open beside the list: a new entry, or one by id. `opened` differs each time, so that a form starts anew. */
type Open = { readonly opened: number } & ({ readonly what: 'new' } | { readonly what: 'entry'; readonly id: string });

/** The catalogue of documents, for administrators: one kind at a time. */
export function CataloguePage() {
  const t = useTranslations('catalogue');
  const [kind, setKind] = useState<EntryKind>('effect');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <div className="max-w-72">
        <Select
          label={t('kind')}
          value={kind}
          choices={ENTRY_KINDS.map((value) => ({ value, label: t(`plural.${value}`) }))}
          onChange={setKind}
        />
      </div>
      <p className="max-w-[64ch] text-sm text-ink-2">{t(`about.${kind}`)}</p>
      <Entries key={kind} kind={kind} />
    </AdminGate>
  );
}

function Entries({ kind }: { readonly kind: EntryKind }) {
  const t = useTranslations('catalogue');
  const { data, isPending, isError, refetch } = useEntryQuery(kind);
  const [open, setOpen] = useState<Open>();
  const entries = data ?? [];
  const opened = (open?.opened ?? 0) + 1;
  const shown = open?.what === 'entry' ? entries.find(({ id }) => id === open.id) : undefined;
  if (isPending) return <Skeleton className="h-60" />;
  if (isError && data === undefined)
    return (
      <Card>
        <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  const keys = keysLeft(kind, entries);
  const show = (entry: EntryView): void => {
    putEntry(entry);
    setOpen({ what: 'entry', id: entry.id, opened });
  };
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[320px_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-2">
        {keys?.length === 0 ? null : (
          <Button
            className="justify-self-start"
            icon={<Icon of={Plus} size="s" />}
            onClick={() => setOpen({ what: 'new', opened })}
          >
            {t('add')}
          </Button>
        )}
        {entries.length === 0 ? (
          <Card>
            <EmptyState title={t('empty')} />
          </Card>
        ) : null}
        <EntryList entries={entries} chosen={shown?.id} onChoose={(id) => setOpen({ what: 'entry', id, opened })} />
      </div>
      <Card className="grid grid-cols-[minmax(0,1fr)]">
        {open?.what === 'new' ? (
          <NewEntry key={open.opened} kind={kind} keys={keys} onCreated={show} />
        ) : shown === undefined ? (
          <p className="text-sm text-ink-3">{t('choose')}</p>
        ) : (
          <EntryEditor
            key={`${shown.id} ${open?.opened ?? 0}`}
            entry={shown}
            onChanged={(changed) => (changed === undefined ? setOpen(undefined) : putEntry(changed))}
            onReload={() => void refetch().then(() => setOpen({ what: 'entry', id: shown.id, opened }))}
          />
        )}
      </Card>
    </div>
  );
}

function EntryList({
  entries,
  chosen,
  onChoose,
}: {
  readonly entries: readonly EntryView[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  const t = useTranslations('catalogue');
  const nameOf = useEntryName();
  return (
    <ul className="-m-1 grid grid-cols-1 gap-1.5 p-1 md:max-h-[70dvh] md:overflow-y-auto">
      {entries.map((entry) => (
        <li key={entry.id}>
          <button
            type="button"
            aria-pressed={entry.id === chosen}
            onClick={() => onChoose(entry.id)}
            className={cx(
              'flex w-full items-center justify-between gap-2 rounded-group px-3.5 py-2.5 text-start',
              entry.id === chosen ? 'bg-surface-3' : 'bg-surface-1 hover:bg-surface-2',
            )}
          >
            <span className="grid min-w-0">
              <bdi className="truncate text-sm font-medium">{nameOf(entry)}</bdi>
              <bdi dir="ltr" className="truncate text-start text-xs text-ink-3">
                {entry.key}
              </bdi>
            </span>
            <Badge tone={STATE_TONES[entry.state]}>{t(`states.${entry.state}`)}</Badge>
          </button>
        </li>
      ))}
    </ul>
  );
}
