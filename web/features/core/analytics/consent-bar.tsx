'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { PRIVACY } from '../nav-links';
import { Link } from '@/i18n/navigation';
import { LateWords } from '@/i18n/late-words';
import { CONSENT_AREAS } from '@/i18n/page-areas';
import type { Choice, Consent } from '@/lib/analytics/consent';
import { Button, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';

export interface ConsentBarProps {
  readonly consent: Consent;
  /** The browser already signals refusal, so there is no choice. */
  readonly signalsNo: boolean;
  readonly onAnswer: (choice: Choice) => void;
  /** Present if the user opened the bar, which they can then close unchanged. */
  readonly onClose?: () => void;
}

/** Id of the shell's element for it, above the page. */
const CONSENT_PLACE = 'consent';

/** Asks for consent to analytics, above the page so that it covers nothing. Both answers take the same effort. */
export default function ConsentBar(props: ConsentBarProps) {
  const place = document.getElementById(CONSENT_PLACE);
  if (place === null) return null;
  return createPortal(
    <LateWords areas={CONSENT_AREAS}>
      <Bar {...props} />
    </LateWords>,
    place,
  );
}

/**
 * Returns the focus to its previous element when a focused element disappears, if that one still exists.
 * @returns the focus handler of the element
 */
function useFocusBack(within: RefObject<HTMLElement | null>): (event: FocusEvent<HTMLElement>) => void {
  const before = useRef<HTMLElement>(null);
  // A layout cleanup still knows whether the focus is inside. A moment later it is lost.
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

function Bar({ consent, signalsNo, onAnswer, onClose }: ConsentBarProps) {
  const t = useTranslations('consent');
  const bar = useRef<HTMLElement>(null);
  const came = useFocusBack(bar);
  const isReopened = onClose !== undefined;
  useEffect(() => {
    // Focus the bar only if the user opened it; otherwise leave the focus where it is.
    if (isReopened) bar.current?.focus();
  }, [isReopened]);
  const state = signalsNo ? 'signal' : consent === 'on' ? 'nowOn' : 'nowOff';
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={t('title')}
      onFocus={came}
      className="mx-2 me-6 mb-2 flex scroll-mt-[calc(var(--topbar)+8px)] flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card bg-surface-1 px-4 py-3 outline-none max-md:mx-3"
    >
      <div className="grid min-w-[24ch] flex-1 gap-0.5">
        <h2 className="text-sm font-strong">{t('title')}</h2>
        <p className="text-xs text-ink-2">
          {t('text')} {isReopened || signalsNo ? <span className="font-medium text-ink-1">{t(state)}</span> : null}{' '}
          <Link href={PRIVACY.href} className="underline underline-offset-2">
            {t('policy')}
          </Link>
        </p>
      </div>
      {signalsNo ? null : (
        <div className="grid grid-cols-2 gap-2 max-md:basis-full">
          <Button size="sm" onClick={() => onAnswer('declined')}>
            {t('decline')}
          </Button>
          <Button size="sm" onClick={() => onAnswer('accepted')}>
            {t('accept')}
          </Button>
        </div>
      )}
      {isReopened ? (
        <IconButton label={t('close')} size="sm" onClick={onClose}>
          <Icon of={X} size="s" />
        </IconButton>
      ) : null}
    </section>
  );
}
