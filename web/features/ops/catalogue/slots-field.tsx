import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { EntryView, Slot } from '@src/catalog/entries/content.shared';
import { SLOTS } from '@src/catalog/entries/kinds.shared';
import { freeSort, inOrder, moveSlot } from '@src/catalog/entries/slots.shared';
import { IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Select } from '@/ui/form/select';
import { useEntryName, useNameOfId } from './entry-names';

/** No key: keys begin with a letter or digit. */
const NONE = '-';

/** Numbered slots of a place. An entry is added at the lowest free number, and moved up and down. */
export function SlotsField({
  slots,
  entries,
  onChange,
}: {
  readonly slots: readonly Slot[];
  /** The entries that may have a slot. */
  readonly entries: readonly EntryView[];
  readonly onChange: (slots: Slot[]) => void;
}) {
  const t = useTranslations('catalogue.slots');
  const nameOf = useEntryName();
  const nameOfId = useNameOfId();
  const named = new Map(entries.map((entry) => [entry.id, nameOf(entry)]));
  const nameOfSlot = ({ id }: Slot): string => named.get(id) ?? nameOfId(id);
  const free = freeSort(slots);
  const left = entries.filter(({ id }) => !slots.some((slot) => slot.id === id));
  const add = (id: string): void => {
    const entry = left.find((one) => one.id === id);
    if (entry !== undefined && free !== undefined) onChange([...slots, { sort: free, id: entry.id }]);
  };
  return (
    <div className="grid gap-3">
      <ol className="grid gap-1.5">
        {inOrder(slots).map((slot) => (
          <li key={slot.id} className="flex items-center gap-2 rounded-control bg-surface-2 py-1 ps-3 pe-1">
            <span className="num w-6 shrink-0 text-sm text-ink-3">{slot.sort}</span>
            <bdi className="min-w-0 flex-1 truncate text-sm">{nameOfSlot(slot)}</bdi>
            <IconButton
              size="sm"
              label={t('up', { name: nameOfSlot(slot) })}
              disabled={slot.sort === 1}
              onClick={() => onChange([...moveSlot(slots, slot.sort, -1)])}
            >
              <Icon of={ArrowUp} size="s" />
            </IconButton>
            <IconButton
              size="sm"
              label={t('down', { name: nameOfSlot(slot) })}
              disabled={slot.sort === SLOTS}
              onClick={() => onChange([...moveSlot(slots, slot.sort, 1)])}
            >
              <Icon of={ArrowDown} size="s" />
            </IconButton>
            <IconButton
              size="sm"
              label={t('remove', { name: nameOfSlot(slot) })}
              onClick={() => onChange(slots.filter(({ id }) => id !== slot.id))}
            >
              <Icon of={X} size="s" />
            </IconButton>
          </li>
        ))}
      </ol>
      {free === undefined ? <p className="text-sm text-ink-2">{t('full', { count: SLOTS })}</p> : null}
      {free === undefined || left.length === 0 ? null : (
        <Select
          label={t('add')}
          value={NONE}
          choices={[
            { value: NONE, label: t('add') },
            ...left.map((entry) => ({ value: entry.id, label: <bdi>{nameOf(entry)}</bdi> })),
          ]}
          onChange={add}
        />
      )}
    </div>
  );
}
