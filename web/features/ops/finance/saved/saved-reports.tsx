'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MAX_NAME, type SavedReport } from '@src/billing/reports/reports.shared';
import { useForm } from '@/features/core/use-form';
import { Link, usePathname } from '@/i18n/navigation';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { newId } from '@/lib/random';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { Button, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Confirm, Dialog } from '@/ui/overlay/dialog';
import { IN_BOOKS, QueryResult } from '../query-result';
import { today, useAddress } from '../use-filters';
import { hrefOfReport, reportOf } from './saved-report';

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: trpc.reports.pathKey() });

/** Saved pages with their filters: opens, renames and deletes them, and saves the current page. */
export function SavedReports() {
  const t = useTranslations('finance.saved');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Icon of={Bookmark} size="s" />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t('title')} description={t('lead')} closeLabel={t('close')}>
        <Content onOpened={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Content({ onOpened }: { readonly onOpened: () => void }) {
  const t = useTranslations('finance.saved');
  const query = useQuery(trpc.reports.list.queryOptions(undefined, IN_BOOKS));
  const path = usePathname();
  const { parameters } = useAddress();
  const [deleting, setDeleting] = useState<SavedReport>();
  // A repeat after a lost answer has the same id, so it saves nothing twice.
  const [reportId, setReportId] = useState(newId);
  const save = async (name: string): Promise<void> => {
    await client.reports.save.mutate({ reportId, name, ...reportOf(path, new URLSearchParams(parameters), today()) });
    setReportId(newId());
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <QueryResult query={query} shape={<Skeleton className="h-24 rounded-card" />}>
        {(reports) =>
          reports.length === 0 ? (
            <p className="text-sm text-ink-2">{t('none')}</p>
          ) : (
            <ul className="grid max-h-[45dvh] grid-cols-1 gap-1 overflow-y-auto">
              {reports.map((report) => (
                <Report
                  key={report.reportId}
                  report={report}
                  onOpened={onOpened}
                  onDelete={() => setDeleting(report)}
                />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <NameForm label={t('name')} act={t('save')} onSend={save} />
      <DeleteReport report={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
}

function Report({
  report,
  onOpened,
  onDelete,
}: {
  readonly report: SavedReport;
  readonly onOpened: () => void;
  readonly onDelete: () => void;
}) {
  const t = useTranslations('finance.saved');
  const [renaming, setRenaming] = useState(false);
  const { reportId, name } = report;
  if (renaming) {
    return (
      <li className="rounded-card bg-surface-2 p-3">
        <NameForm
          label={t('newName')}
          act={t('rename')}
          first={name}
          onSend={(next) => client.reports.rename.mutate({ reportId, name: next })}
          onDone={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <li className="flex min-w-0 items-center gap-1">
      <Link
        href={hrefOfReport(report, today())}
        onClick={onOpened}
        className="min-w-0 flex-1 rounded-control px-2 py-1.5 text-md font-medium wrap-anywhere hover:bg-hover"
      >
        <bdi>{name}</bdi>
      </Link>
      <IconButton label={t('renameOne', { name })} onClick={() => setRenaming(true)}>
        <Icon of={Pencil} size="s" />
      </IconButton>
      <IconButton label={t('deleteOne', { name })} onClick={onDelete}>
        <Icon of={Trash2} size="s" />
      </IconButton>
    </li>
  );
}

/** Asks for a name. The input stays if the call is refused. */
function NameForm({
  label,
  act,
  first = '',
  onSend,
  onDone,
}: {
  readonly label: string;
  readonly act: string;
  readonly first?: string;
  readonly onSend: (name: string) => Promise<void>;
  readonly onDone?: () => void;
}) {
  const t = useTranslations('finance.saved');
  const { ofFailure } = useErrorWords();
  const [name, setName] = useState(first);
  const form = useForm<'name'>({
    fields: ['name'],
    read: (error) => ({ message: ofFailure(readFailure(error)) }),
    send: async () => {
      if (name.trim() === '') return [{ field: 'name', message: t('nameMissing') }];
      await onSend(name.trim());
      setName(first);
      onDone?.();
      await reload();
      return undefined;
    },
  });
  return (
    <form noValidate onSubmit={form.submit} {...form.early} className="grid gap-3">
      <FormErrors title={label} problems={form.summary} />
      <Field label={label} {...form.at.name}>
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            dir="auto"
            autoComplete="off"
            maxLength={MAX_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={form.busy} className="justify-self-start">
        {act}
      </Button>
    </form>
  );
}

function DeleteReport({ report, onClose }: { readonly report: SavedReport | undefined; readonly onClose: () => void }) {
  const t = useTranslations('finance.saved');
  const remove = useMutation(trpc.reports.remove.mutationOptions({ onSuccess: reload }));
  return (
    <Confirm
      open={report !== undefined}
      onOpenChange={onClose}
      title={t('delete.title')}
      description={t('delete.text', { name: report?.name ?? '' })}
      actions={({ Cancel, Action }) => (
        <>
          <Cancel asChild>
            <Button>{t('delete.cancel')}</Button>
          </Cancel>
          <Action asChild>
            <Button
              tone="danger"
              onClick={() => (report === undefined ? undefined : remove.mutate({ reportId: report.reportId }))}
            >
              {t('delete.act')}
            </Button>
          </Action>
        </>
      )}
    />
  );
}
