'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { EDIT, TEXT_PLACES, TEXT_SIZES, type TimedText } from '@src/creation/procedures/params.shared';
import { Button, IconButton } from '@/ui/button';
import { ColourPicker, type HexColour } from '@/ui/form/colour-picker';
import { Field, Textarea } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { NumberInput } from '@/ui/form/number-input';
import { Segmented } from '@/ui/form/segmented';
import { useEdit } from './use-edit';

const COLOURS = {
  white: '#ffffff',
  black: '#111111',
  yellow: '#ffd84d',
  coral: '#ff6b5e',
  sky: '#7cc7ff',
  green: '#7be08a',
} as const satisfies Readonly<Record<string, HexColour>>;
const NAMES = Object.keys(COLOURS) as (keyof typeof COLOURS)[]; // Object.keys forgets the type of the keys

const isHex = (colour: string): colour is HexColour => /^#[0-9a-f]{6}$/.test(colour);

interface OneProps {
  readonly text: TimedText;
  readonly number: number;
  /** Milliseconds of the video. */
  readonly length: number;
  readonly onChange: (text: TimedText) => void;
  readonly onGone: () => void;
}

function Seconds({
  label,
  value,
  min,
  max,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (ms: number) => void;
}) {
  return (
    <label className="grid min-w-0 gap-1 text-xs text-ink-2">
      {label}
      <NumberInput
        inputMode="decimal"
        min={min / 1_000}
        max={max / 1_000}
        step={0.1}
        value={value / 1_000}
        className="num !px-2"
        onChange={(seconds) => onChange(Math.round(seconds * 1_000))}
      />
    </label>
  );
}

function One({ text, number, length, onChange, onGone }: OneProps) {
  const t = useTranslations('tools.edit');
  const name = t('textName', { number });
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-card bg-surface-2 p-3">
      <legend className="sr-only">{name}</legend>
      <Field
        label={name}
        aside={
          <IconButton label={t('textGone', { number })} size="sm" onClick={onGone}>
            <Icon of={Trash2} size="s" />
          </IconButton>
        }
      >
        {({ id }) => (
          <Textarea
            id={id}
            rows={1}
            maxLength={EDIT.letters}
            value={text.text}
            placeholder={t('textHint')}
            className="min-h-[44px] !bg-surface-1"
            {...(text.text.trim() === '' ? { 'data-needed': true } : {})}
            onChange={(event) => onChange({ ...text, text: event.target.value })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Seconds
          label={t('textFrom')}
          value={text.from}
          min={0}
          max={Math.min(EDIT.max, length) - EDIT.minCut}
          onChange={(from) => onChange({ ...text, from, to: Math.max(text.to, from + EDIT.minCut) })}
        />
        <Seconds
          label={t('textTo')}
          value={text.to}
          min={text.from + EDIT.minCut}
          max={EDIT.max}
          onChange={(to) => onChange({ ...text, to })}
        />
      </div>
      <Segmented
        label={t('place')}
        value={text.place}
        choices={TEXT_PLACES.map((place) => ({ value: place, label: t(`places.${place}`) }))}
        onChange={(place) => onChange({ ...text, place })}
        fill
        className="!bg-surface-1"
      />
      <Segmented
        label={t('size')}
        value={text.size}
        choices={TEXT_SIZES.map((size) => ({ value: size, label: t(`sizes.${size}`) }))}
        onChange={(size) => onChange({ ...text, size })}
        fill
        className="!bg-surface-1"
      />
      <ColourPicker
        label={t('colour')}
        value={isHex(text.colour) ? text.colour : COLOURS.white}
        swatches={NAMES.map((one) => ({ value: COLOURS[one], name: t(`colours.${one}`) }))}
        onChange={(colour) => onChange({ ...text, colour })}
      />
    </fieldset>
  );
}

/** Text overlays, each with its time, position, size and colour. */
export function TextFields() {
  const t = useTranslations('tools.edit');
  const id = useId();
  const { texts, letter, length } = useEdit();
  const add = (): void => {
    const from = Math.min(texts.at(-1)?.to ?? 0, Math.max(0, length - 1_000));
    letter([
      ...texts,
      {
        text: '',
        from: Math.round(from),
        to: Math.round(Math.max(from + EDIT.minCut, Math.min(length, from + 3_000))),
        place: 'bottom',
        size: 'medium',
        colour: COLOURS.white,
      },
    ]);
  };
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2.5">
      <h2 id={id} className="text-sm font-medium">
        {t('texts')}
      </h2>
      {texts.map((text, index) => (
        <One
          key={index}
          text={text}
          number={index + 1}
          length={length}
          onChange={(next) => letter(texts.toSpliced(index, 1, next))}
          onGone={() => letter(texts.toSpliced(index, 1))}
        />
      ))}
      <Button icon={<Icon of={Plus} size="s" />} disabled={length === 0 || texts.length >= EDIT.texts} onClick={add}>
        {t('addText')}
      </Button>
    </section>
  );
}
