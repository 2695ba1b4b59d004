'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { drawWidget } from '@/lib/session/human-check/captcha-widget';
import type { PendingCaptcha } from '@/lib/session/human-check/human-check-state';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';

interface WidgetProps extends PendingCaptcha {
  readonly onFailed: () => void;
}

function Widget({ kind, siteKey, answer, onFailed }: WidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  const language = useLocale();
  const id = useId();
  const given = useEffectEvent(answer);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    if (place.current === null) return;
    const theme = document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark';
    return drawWidget(place.current, {
      kind,
      siteKey,
      language,
      theme,
      onAnswer: (token) => given(token),
      onFailed: () => failed(),
    });
  }, [kind, siteKey, language]);
  return <div ref={place} id={id} className="grid min-h-20 justify-items-center overflow-x-auto" />;
}

/** The dialog with the captcha of another company. Closing it gives no answer. */
export default function Captcha(captcha: PendingCaptcha) {
  const t = useTranslations('common');
  const [failures, setFailures] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const fail = (): void => {
    setHasFailed(true);
    setFailures((count) => count + 1);
  };
  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) captcha.answer(undefined);
      }}
      title={t('humanCheck.title')}
      description={t('humanCheck.lead')}
      closeLabel={t('close')}
    >
      {hasFailed ? (
        <div role="alert" className="grid justify-items-start gap-3 text-sm">
          <p>{t('humanCheck.failed')}</p>
          <Button onClick={() => setHasFailed(false)}>{t('humanCheck.again')}</Button>
        </div>
      ) : (
        <Widget key={failures} {...captcha} onFailed={fail} />
      )}
    </Dialog>
  );
}
