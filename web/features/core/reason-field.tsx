import { useTranslations } from 'next-intl';
import { REVIEW_REASONS, type ReviewReason } from '@src/kernel/review.shared';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';

/** Chooses the reason why a work is rejected. Its owner sees the reason. */
export function ReasonField({
  value,
  onChange,
}: {
  readonly value: ReviewReason;
  readonly onChange: (reason: ReviewReason) => void;
}) {
  const t = useTranslations('works');
  return (
    <Field label={t('review.reason')}>
      {({ id }) => (
        <Select
          id={id}
          label={t('review.reason')}
          value={value}
          onChange={onChange}
          choices={REVIEW_REASONS.map((reason) => ({ value: reason, label: t(`reasons.${reason}`) }))}
        />
      )}
    </Field>
  );
}
