'use client';

import { CloudOff, Upload } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { PressNote as Note } from '@/lib/press/press';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/content/spinner';
import { Notice } from '@/ui/content/states';

/** A press without an answer yet. */
export interface PressUnderway {
  readonly note: Note | 'fileOnItsWay' | undefined;
  readonly mayWithdraw: boolean;
  readonly withdraw: () => void;
}

/** Says that a press is kept and what it waits for; it can be withdrawn until it is sent. */
export function PressNote({ creating: { note, mayWithdraw, withdraw } }: { readonly creating: PressUnderway }) {
  const t = useTranslations('common.press');
  if (note === undefined) return null;
  if (note === 'starting') {
    return (
      <p role="status" className="flex items-center gap-2.5 text-sm font-medium">
        <Spinner />
        {t('starting')}
      </p>
    );
  }
  return (
    <Notice
      tone={note === 'fileOnItsWay' ? 'info' : 'warning'}
      icon={note === 'fileOnItsWay' ? Upload : CloudOff}
      live
      action={
        mayWithdraw ? (
          <Button size="sm" onClick={withdraw}>
            {t('withdraw')}
          </Button>
        ) : undefined
      }
    >
      {t(note)}
    </Notice>
  );
}
