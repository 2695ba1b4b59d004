import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { EntryView } from '@src/catalog/entries/content.shared';
import { ENTRY_KEY, KEY_MAX, entryId, PLACES, SETTINGS, type EntryKind } from '@src/catalog/entries/kinds.shared';
import { PRESETS, PRESET_OPTIONS } from '@src/creation/procedures/presets.shared';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { refreshGallery } from '@/lib/data/gallery';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { client } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { Field, Input } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { cleaned, emptyContent, emptyField, type EmptyField } from './content-draft';
import { ContentFields } from './content-fields';
import { useNameOfId } from './entry-names';

/** The keys that entries of a kind may have; undefined if any key will do. */
function keysOf(kind: EntryKind): readonly string[] | undefined {
  switch (kind) {
    case 'effect':
    case 'template':
      return PRESETS.flatMap(({ id, option }) =>
        PRESET_OPTIONS[option].kind === kind ? [id.slice(kind.length + 1)] : [],
      );
    case 'position':
      return Object.keys(PLACES);
    case 'config':
      return Object.keys(SETTINGS);
    case 'category':
    case 'special-topic':
    case 'tag':
    case 'announcement':
      return undefined;
    default:
      return kind satisfies never;
  }
}

/** The keys with which an entry can be created: those left, or undefined if any key will do. */
export const keysLeft = (kind: EntryKind, entries: readonly EntryView[]): readonly string[] | undefined =>
  keysOf(kind)?.filter((key) => !entries.some((entry) => entry.key === key));

/** The form of a new entry. */
export function NewEntry({
  kind,
  keys,
  onCreated,
}: {
  readonly kind: EntryKind;
  readonly keys: readonly string[] | undefined;
  readonly onCreated: (entry: EntryView) => void;
}) {
  const t = useTranslations('catalogue');
  const nameOfId = useNameOfId();
  const { ofFailure } = useErrorWords();
  const [key, setKey] = useState(keys?.[0] ?? '');
  const [content, setContent] = useState(() => emptyContent(kind, key));
  const [problem, setProblem] = useState<EmptyField | 'key'>();
  const create = useMutation({
    ...SKIP_ERROR_CHAIN,
    mutationFn: () => client.catalog.create.mutate({ id: entryId(kind, key), content: cleaned(content) }),
    onSuccess: (entry) => {
      onCreated(entry);
      void refreshGallery();
    },
  });
  const choose = (next: string): void => {
    setKey(next);
    if (kind === 'config') setContent(emptyContent(kind, next));
  };
  return (
    <form
      noValidate
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const empty = ENTRY_KEY.test(key) ? emptyField(content) : 'key';
        setProblem(empty);
        if (empty === undefined) create.mutate();
      }}
    >
      <h2 className="text-lg font-strong tracking-title">{t('new', { kind: t(`kinds.${kind}`) })}</h2>
      {create.error === null ? null : (
        <Notice tone="danger" live>
          {ofFailure(readFailure(create.error))}
        </Notice>
      )}
      <Field
        label={t('key')}
        help={keys === undefined ? t('keyHelp') : undefined}
        error={problem === 'key' ? t('keyHelp') : undefined}
      >
        {({ id, describedBy, invalid }) =>
          keys === undefined ? (
            <Input
              id={id}
              dir="ltr"
              aria-describedby={describedBy}
              aria-invalid={invalid}
              maxLength={KEY_MAX}
              value={key}
              onChange={(event) => setKey(event.target.value.toLowerCase())}
            />
          ) : (
            <Select
              id={id}
              label={t('key')}
              value={key}
              choices={keys.map((value) => ({ value, label: <bdi>{nameOfId(entryId(kind, value))}</bdi> }))}
              onChange={choose}
            />
          )
        }
      </Field>
      <ContentFields
        key={kind === 'position' ? key : kind}
        entryKey={key}
        content={content}
        onChange={setContent}
        problem={problem === 'key' ? undefined : problem}
      />
      <Button type="submit" tone="invert" className="justify-self-start" busy={create.isPending}>
        {t('create')}
      </Button>
    </form>
  );
}
