import { useMutation } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { sampleAddress, type ManagedLora } from '@src/creation/engines/loras/loras.shared';
import { LORA_STRENGTH } from '@src/creation/procedures/lora-limits.shared';
import { FAMILY_NAMES, MODEL_FAMILIES, type ModelFamily } from '@src/engine/remote/family.shared';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Switch } from '@/ui/form/choices';
import { Field, Input } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { Slider } from '@/ui/form/slider';

const UNKNOWN = 'unknown';
const WORDS_MAX = 12;
const wordsOf = (text: string): string[] =>
  text
    .split(/[,،]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);

/** What is written about one LoRA, and its sample. */
export function LoraForm({ lora, onChanged }: { readonly lora: ManagedLora; readonly onChanged: () => void }) {
  const t = useTranslations('admin.engines.loras');
  const format = useFormatter();
  const [name, setName] = useState(lora.name);
  const [words, setWords] = useState(lora.words.join(', '));
  const [family, setFamily] = useState<ModelFamily | undefined>(lora.family);
  const [strength, setStrength] = useState(lora.strength);
  const [isOffered, setOffered] = useState(lora.isOffered);
  const change = useMutation(trpc.engines.loras.change.mutationOptions({ onSuccess: onChanged }));
  const sample = useMutation(trpc.engines.loras.sample.mutationOptions({ onSuccess: onChanged }));
  const address = sampleAddress(lora);
  // What is not sent goes on following the file.
  const changed = {
    ...(name === lora.name ? {} : { name }),
    ...(words === lora.words.join(', ') ? {} : { words: wordsOf(words) }),
    ...(family === lora.family ? {} : { family: family ?? null }),
    ...(strength === lora.strength ? {} : { strength }),
    ...(isOffered === lora.isOffered ? {} : { isOffered }),
  };
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('name')}>
          {({ id }) => (
            <Input id={id} dir="auto" maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Field label={t('family')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('family')}
              value={family ?? UNKNOWN}
              choices={[
                { value: UNKNOWN, label: t('unknownFamily') },
                ...MODEL_FAMILIES.map((value) => ({ value, label: <bdi>{FAMILY_NAMES[value]}</bdi> })),
              ]}
              onChange={(value) => setFamily(MODEL_FAMILIES.find((one) => one === value))}
            />
          )}
        </Field>
      </div>
      <Field label={t('words')} help={t('wordsHelp')}>
        {({ id, describedBy }) => (
          <Input
            id={id}
            aria-describedby={describedBy}
            dir="auto"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      <Slider
        label={t('strength')}
        shown={format.number(strength)}
        value={strength}
        {...LORA_STRENGTH}
        onChange={(value) => setStrength(Math.round(value * 100) / 100)}
      />
      <Switch end label={t('offered')} checked={isOffered} onChange={setOffered} />
      {address === undefined ? null : (
        <img src={address} alt="" className="max-h-48 justify-self-start rounded-media" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          tone="invert"
          busy={change.isPending}
          disabled={name.trim() === ''}
          onClick={() => change.mutate({ id: lora.id, ...changed })}
        >
          {t('save')}
        </Button>
        <Button size="sm" busy={sample.isPending} onClick={() => sample.mutate({ id: lora.id })}>
          {t('sample')}
        </Button>
      </div>
    </div>
  );
}
