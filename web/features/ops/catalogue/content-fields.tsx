import { useTranslations } from 'next-intl';
import type { Content, ContentOf, EntryView } from '@src/catalog/entries/content.shared';
import { PLACES, type EntryId } from '@src/catalog/entries/kinds.shared';
import { Checkbox, Switch } from '@/ui/form/choices';
import { Field, Input } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { localTime, timeIn, type EmptyField } from './content-draft';
import { useEntryName } from './entry-names';
import { SlotsField } from './slots-field';
import { useEntriesOf, useEntryQuery } from './use-entries';
import { WordsField } from './words-field';

/** No key: keys begin with a letter or digit. */
const NONE = '-';

interface FieldsProps<C extends Content = Content> {
  readonly content: C;
  readonly onChange: (content: Content) => void;
}

/** Checkboxes of entries. */
function EntryChoices<T extends string>({
  legend,
  entries,
  valueOf,
  chosen,
  onChange,
}: {
  readonly legend: string;
  readonly entries: readonly EntryView[];
  readonly valueOf: (entry: EntryView) => T;
  readonly chosen: readonly T[];
  readonly onChange: (chosen: T[]) => void;
}) {
  const nameOf = useEntryName();
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="pb-2 text-sm font-medium">{legend}</legend>
      <div className="grid max-h-72 gap-1.5 overflow-y-auto sm:grid-cols-2">
        {entries.map((entry) => {
          const value = valueOf(entry);
          return (
            <Checkbox
              key={entry.id}
              label={<bdi>{nameOf(entry)}</bdi>}
              checked={chosen.includes(value)}
              onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

function PresetFields({ content, onChange }: FieldsProps<ContentOf<'effect' | 'template'>>) {
  const t = useTranslations('catalogue.fields');
  const nameOf = useEntryName();
  const categories = useEntryQuery('category').data ?? [];
  const tags = useEntryQuery('tag').data ?? [];
  const { category: chosen, ...rest } = content;
  return (
    <>
      <Field label={t('category')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('category')}
            value={chosen ?? NONE}
            choices={[
              { value: NONE, label: t('noCategory') },
              ...categories.map((entry) => ({ value: entry.key, label: <bdi>{nameOf(entry)}</bdi> })),
            ]}
            onChange={(category) => onChange(category === NONE ? rest : { ...rest, category })}
          />
        )}
      </Field>
      {tags.length === 0 ? null : (
        <EntryChoices
          legend={t('tags')}
          entries={tags}
          valueOf={({ key }) => key}
          chosen={content.tags}
          onChange={(changed) => onChange({ ...content, tags: changed })}
        />
      )}
    </>
  );
}

function AnnouncementFields({ content, onChange }: FieldsProps<ContentOf<'announcement'>>) {
  const t = useTranslations('catalogue.fields');
  return (
    <>
      <Segmented
        label={t('form')}
        className="justify-self-start"
        value={content.form}
        choices={[
          { value: 'bar', label: t('bar') },
          { value: 'popup', label: t('popup') },
        ]}
        onChange={(form) => onChange({ ...content, form })}
      />
      <Field label={t('href')} help={t('hrefHelp')}>
        {({ id, describedBy }) => (
          <Input
            id={id}
            dir="ltr"
            aria-describedby={describedBy}
            maxLength={200}
            value={content.href ?? ''}
            onChange={(event) => onChange({ ...content, href: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'until'] as const).map((name) => (
          <Field key={name} label={t(name)}>
            {({ id }) => (
              <Input
                id={id}
                type="datetime-local"
                value={localTime(content[name])}
                onChange={(event) => {
                  const { [name]: _before, ...rest } = content;
                  const at = timeIn(event.target.value);
                  onChange(at === undefined ? rest : { ...rest, [name]: at });
                }}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  );
}

function PositionFields({
  content,
  onChange,
  place,
}: FieldsProps<ContentOf<'position'>> & { readonly place: keyof typeof PLACES }) {
  const entries = useEntriesOf(PLACES[place]);
  return <SlotsField slots={content.slots} entries={entries} onChange={(slots) => onChange({ ...content, slots })} />;
}

function TopicFields({ content, onChange, problem }: FieldsProps<ContentOf<'special-topic'>> & Problem) {
  const t = useTranslations('catalogue.fields');
  const entries = useEntriesOf(PLACES.effects);
  return (
    <>
      <EntryChoices<EntryId>
        legend={t('entries')}
        entries={entries}
        valueOf={({ id }) => id}
        chosen={content.entries}
        onChange={(changed) => onChange({ ...content, entries: changed })}
      />
      {problem === 'entries' && content.entries.length === 0 ? (
        <p role="alert" className="text-xs text-danger">
          {t('missing')}
        </p>
      ) : null}
    </>
  );
}

interface Problem {
  /** The required field that was empty when the form was sent. */
  readonly problem: EmptyField;
}

/** The fields of an entry's content: those that its kind has. */
export function ContentFields({
  entryKey,
  content,
  onChange,
  problem,
}: FieldsProps & Problem & { readonly entryKey: string }) {
  const t = useTranslations('catalogue.fields');
  const missing = (field: Problem['problem']) => (problem === field ? t('missing') : undefined);
  return (
    <>
      {'title' in content ? (
        <WordsField
          label={t('title')}
          words={content.title}
          error={missing('title')}
          onChange={(title) => onChange({ ...content, title })}
        />
      ) : null}
      {content.kind === 'category' || content.kind === 'special-topic' || content.kind === 'announcement' ? (
        <WordsField
          label={t('text')}
          lines="many"
          words={content.text ?? { en: '' }}
          error={missing('text')}
          onChange={(text) => onChange({ ...content, text })}
        />
      ) : null}
      {content.kind === 'effect' || content.kind === 'template' ? (
        <PresetFields content={content} onChange={onChange} />
      ) : null}
      {content.kind === 'announcement' ? <AnnouncementFields content={content} onChange={onChange} /> : null}
      {content.kind === 'special-topic' ? (
        <TopicFields content={content} onChange={onChange} problem={problem} />
      ) : null}
      {content.kind === 'position' ? (
        <PositionFields
          place={entryKey === 'sections' ? 'sections' : 'effects'}
          content={content}
          onChange={onChange}
        />
      ) : null}
      {content.kind === 'config' && content.value.type === 'switch' ? (
        <Switch
          end={false}
          label={t('on')}
          checked={content.value.on}
          onChange={(on) => onChange({ ...content, value: { type: 'switch', on } })}
        />
      ) : null}
      {content.kind === 'config' && content.value.type === 'words' ? (
        <WordsField
          label={t('value')}
          lines="many"
          words={content.value.words}
          error={missing('value')}
          onChange={(words) => onChange({ ...content, value: { type: 'words', words } })}
        />
      ) : null}
    </>
  );
}
