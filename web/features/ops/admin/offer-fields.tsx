import { useTranslations } from 'next-intl';
import { Field, Input } from '@/ui/form/field';
import { Select } from '@/ui/form/select';

/** Usual credits for an image or a second of video, as typed. */
export const USUAL_CREDITS = '4';
/** Maximum characters of a model's name. */
export const MODEL_NAME_LENGTH = 60;
const TIERS = ['pro', 'free'] as const;
export type Tier = (typeof TIERS)[number];

interface FieldProps<T> {
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** The name under which a model is offered. */
export function NameField({
  value,
  placeholder,
  onChange,
}: FieldProps<string> & { readonly placeholder?: string | undefined }) {
  const t = useTranslations('admin.engines');
  return (
    <Field label={t('name')}>
      {({ id }) => (
        <Input
          id={id}
          dir="auto"
          maxLength={MODEL_NAME_LENGTH}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The price of an image, or of a second of video, in whole credits. */
export function CreditsField({ makes, value, onChange }: FieldProps<string> & { readonly makes: 'image' | 'video' }) {
  const t = useTranslations('admin.engines');
  return (
    <Field label={t(makes === 'video' ? 'creditsSecond' : 'credits')}>
      {({ id }) => (
        <Input
          id={id}
          dir="ltr"
          inputMode="numeric"
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 4))}
          className="num"
        />
      )}
    </Field>
  );
}

/** Who may use the model. */
export function TierField({ value, onChange }: FieldProps<Tier>) {
  const t = useTranslations('admin.engines');
  return (
    <Field label={t('tier')} help={t('tierHelp')}>
      {({ id }) => (
        <Select
          id={id}
          label={t('tier')}
          value={value}
          onChange={onChange}
          choices={TIERS.map((tier) => ({ value: tier, label: t(`tiers.${tier}`) }))}
        />
      )}
    </Field>
  );
}
