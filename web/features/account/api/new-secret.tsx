'use client';

import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Field, Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';

/** A new secret, to copy before it is hidden for good. */
export function NewSecret({
  label,
  secret,
  onClose,
}: {
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
}) {
  const t = useTranslations('api.secret');
  const [isCopied, setIsCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(secret).then(() => setIsCopied(true));
  };
  return (
    <section role="status" className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-group bg-surface-2 p-3">
      <Field label={label} help={t('help')}>
        {({ id, describedBy }) => (
          <Input
            id={id}
            readOnly
            dir="ltr"
            value={secret}
            aria-describedby={describedBy}
            onFocus={(event) => event.currentTarget.select()}
            className="text-start"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button tone="accent" icon={<Icon of={isCopied ? Check : Copy} size="s" />} onClick={copy} aria-live="polite">
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </section>
  );
}
