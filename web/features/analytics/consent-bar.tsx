'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { LateWords } from '@/i18n/late-words';
import { CONSENT_AREAS } from '@/i18n/page-areas';
import type { Choice, Consent } from '@/lib/analytics/consent';
import { Button, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';

export interface ConsentBarProps {
  readonly consent: Consent;
  /** The browser has said no already: there is nothing to choose. */
  readonly signalsNo: boolean;
  readonly onAnswer: (choice: Choice) => void;
  /** Where it was asked for: it can be left as it is. */
  readonly onClose?: () => void;
}

/** Asks whether use may be counted, beside the page and without standing in its way; both answers are as easy. */
export default function ConsentBar(props: ConsentBarProps) {
  return (
    <LateWords areas={CONSENT_AREAS}>
      <Bar {...props} />
    </LateWords>
  );
}

/**
 * When something that has the focus goes away, the focus goes back to where it came from, if that is there still.
 * @returns what is to hear of the focus' coming in
 */
function useFocusBack(within: RefObject<HTMLElement | null>): (event: FocusEvent<HTMLElement>) => void {
  const before = useRef<HTMLElement>(null);
  // As it is taken out of the page it is still known whether the focus is in it; a moment later it is not.
  useLayoutEffect(() => {
    const node = within.current;
    return () => {
      if (node?.contains(document.activeElement) !== true) return;
      queueMicrotask(() => {
        if (!node.isConnected) before.current?.focus();
      });
    };
  }, [within]);
  return ({ currentTarget, relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
}

/** On phones it stands at the top: at the lower edge are the areas and what sends a form. */
function Bar({ consent, signalsNo, onAnswer, onClose }: ConsentBarProps) {
  const t = useTranslations('consent');
  const bar = useRef<HTMLElement>(null);
  const came = useFocusBack(bar);
  const askedFor = onClose !== undefined;
  useEffect(() => {
    // Whoever asked for it is taken to it; nobody else is taken from what they were doing.
    if (askedFor) bar.current?.focus();
  }, [askedFor]);
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={t('title')}
      onFocus={came}
      className="over fixed end-4 bottom-4 z-popover grid w-[min(420px,calc(100vw-2rem))] gap-3 rounded-[14px] bg-overlay p-4 shadow-high outline-none max-md:inset-x-3 max-md:top-[calc(var(--topbar)+12px)] max-md:bottom-auto max-md:w-auto"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-md font-strong tracking-title">{t('title')}</h2>
        {onClose === undefined ? null : (
          <IconButton label={t('close')} size="sm" className="-m-1.5" onClick={onClose}>
            <Icon of={X} size="s" />
          </IconButton>
        )}
      </div>
      <p className="text-sm text-ink-2">{t('text')}</p>
      {signalsNo ? <p className="text-sm font-medium">{t('signal')}</p> : onClose === undefined ? null : <p className="text-sm font-medium">{t(consent === 'on' ? 'nowOn' : 'nowOff')}</p>}
      {signalsNo ? null : (
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={() => onAnswer('declined')}>{t('decline')}</Button>
          <Button onClick={() => onAnswer('accepted')}>{t('accept')}</Button>
        </div>
      )}
    </section>
  );
}
