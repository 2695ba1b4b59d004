import { X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ListedModel } from '@src/catalog/model.shared';
import type { LoraView } from '@src/creation/engines/loras/loras.shared';
import { LORA_STRENGTH, MAX_USED_LORAS, wordsOfId, type UsedLora } from '@src/creation/procedures/lora-limits.shared';
import { FORMS, type ProcedureName } from '@src/creation/procedures/params.shared';
import { Link } from '@/i18n/navigation';
import { useLoras } from '@/lib/data/loras';
import { useErrorWords } from '@/lib/errors/words';
import { Button } from '@/ui/button';
import { Select } from '@/ui/form/select';
import { Slider } from '@/ui/form/slider';
import { Icon } from '@/ui/icon';
import { changeDraft } from '../draft/draft-store';
import type { Draft } from '../draft/draft';
import { lorasFor } from '../draft/loras';

const NONE = '-';

interface OneProps {
  readonly used: UsedLora;
  readonly lora: LoraView | undefined;
  /** Whether the model can be used with it. */
  readonly fits: boolean;
  readonly prompt: string;
  readonly onChange: (strength: number) => void;
  readonly onRemove: () => void;
  /** Absent for calls without a prompt. */
  readonly onWord?: ((word: string) => void) | undefined;
}

function One({ used: { id, strength }, lora, fits, prompt, onChange, onRemove, onWord }: OneProps) {
  const t = useTranslations('image.loras');
  const { ofIdentifier } = useErrorWords();
  const format = useFormatter();
  const name = lora?.name ?? wordsOfId(id);
  const words = fits ? (lora?.words ?? []).slice(0, 6) : [];
  return (
    <li className="grid gap-2 rounded-card bg-surface-2 px-3.5 py-2.5">
      <div className="flex items-center justify-between gap-2">
        <bdi className="min-w-0 truncate text-sm font-medium">{name}</bdi>
        <Button
          size="sm"
          tone="quiet"
          icon={<Icon of={X} size="s" />}
          aria-label={t('remove', { name })}
          onClick={onRemove}
        />
      </div>
      {fits ? (
        <Slider
          label={t('strength')}
          shown={format.number(strength)}
          value={strength}
          {...LORA_STRENGTH}
          onChange={(value) => onChange(Math.round(value * 100) / 100)}
        />
      ) : (
        <p className="text-xs text-danger">{ofIdentifier('LORA_INVALID', { lora: id })}</p>
      )}
      {words.length === 0 || onWord === undefined ? null : (
        <div role="group" aria-label={t('words', { name })} className="flex flex-wrap gap-1.5">
          {words.map((word) => (
            <button
              key={word}
              type="button"
              disabled={prompt.toLowerCase().includes(word.toLowerCase())}
              onClick={() => onWord(word)}
              className="inline-flex min-h-7 max-w-full items-center rounded-full bg-surface-3 px-2.5 text-xs text-ink-2 transition-colors quick hover:text-ink-1 disabled:text-ink-3"
            >
              <bdi className="truncate">{word}</bdi>
            </button>
          ))}
        </div>
      )}
    </li>
  );
}

/**
 * The LoRAs of the chosen model's engine: up to three, each with its strength and the words that bring it out. One that
 * does not fit the model says so, and can be removed.
 */
export function LoraFields({
  model,
  draft,
  procedure,
}: {
  readonly model: ListedModel | undefined;
  readonly draft: Draft;
  readonly procedure: ProcedureName;
}) {
  const t = useTranslations('image.loras');
  const used = lorasFor(draft, model) ?? [];
  const isShown = model?.takesLoras === true || used.length > 0;
  const { data } = useLoras(model?.id, isShown);
  if (!isShown) return null;
  const fitting = data?.loras ?? [];
  const free = fitting.filter(({ id }) => used.every((one) => one.id !== id));
  const set = (loras: readonly UsedLora[]): void =>
    changeDraft({ loras: loras.length === 0 ? undefined : loras }, procedure);
  const add = (id: string): void => {
    const lora = fitting.find((one) => one.id === id);
    if (lora !== undefined) set([...used, { id, strength: lora.strength }]);
  };
  const addWord = (word: string): void =>
    changeDraft({ prompt: draft.prompt.trim() === '' ? word : `${draft.prompt.trim()}, ${word}` }, procedure);
  return (
    <div className="grid min-w-0 gap-[7px] pt-2" data-loras>
      <div className="flex items-center justify-between gap-2 text-sm">
        <span className="font-medium">{t('title')}</span>
        <Link href="/loras" className="text-ink-2 underline-offset-2 hover:underline">
          {t('all')}
        </Link>
      </div>
      {used.length === 0 ? null : (
        <ul className="grid gap-1.5">
          {used.map((one) => (
            <One
              key={one.id}
              used={one}
              lora={fitting.find(({ id }) => id === one.id)}
              fits={data === undefined || fitting.some(({ id }) => id === one.id)}
              prompt={draft.prompt}
              onChange={(strength) => set(used.map((other) => (other.id === one.id ? { ...other, strength } : other)))}
              onRemove={() => set(used.filter(({ id }) => id !== one.id))}
              onWord={FORMS[procedure].prompt === 'none' ? undefined : addWord}
            />
          ))}
        </ul>
      )}
      {used.length < MAX_USED_LORAS && free.length > 0 ? (
        <Select
          label={t('add')}
          value={NONE}
          choices={[
            { value: NONE, label: t('add') },
            ...free.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> })),
          ]}
          onChange={add}
        />
      ) : null}
    </div>
  );
}
