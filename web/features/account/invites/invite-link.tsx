'use client';

import { Check, Copy, Share2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useHydrated } from '@/lib/use-hydrated';
import { Button } from '@/ui/button';
import { Field, Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { useInviteLink } from './use-invites';

/** A member's invite link, to copy and to share. */
export function InviteLink({ code }: { readonly code: string }) {
  const t = useTranslations('invites.link');
  const link = useInviteLink(code);
  const [isCopied, setIsCopied] = useState(false);
  const isHydrated = useHydrated();
  const copy = (): void => {
    void navigator.clipboard.writeText(link).then(() => setIsCopied(true));
  };
  const share = (): void => {
    // The browser rejects when its dialog is closed without a choice.
    void navigator.share({ title: t('shareTitle'), text: t('shareText'), url: link }).catch(() => undefined);
  };
  return (
    <div className="grid gap-3">
      <Field label={t('label')}>
        {({ id }) => (
          <Input
            id={id}
            readOnly
            dir="ltr"
            value={link}
            onFocus={(event) => event.currentTarget.select()}
            className="text-start"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button tone="accent" icon={<Icon of={isCopied ? Check : Copy} size="s" />} onClick={copy} aria-live="polite">
          {t(isCopied ? 'copied' : 'copy')}
        </Button>
        {isHydrated && 'share' in navigator ? (
          <Button icon={<Icon of={Share2} size="s" />} onClick={share}>
            {t('share')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
