'use client';

import { CircleAlert, File as FileIcon, RotateCcw, X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { Button, IconButton } from '../button';
import { roughTime } from '../content/clock';
import { Icon } from '../icon';
import { Bar } from '../content/progress';
import { Spinner } from '../content/spinner';

export type UploadState =
  | { readonly kind: 'sending'; readonly sent: number; readonly total: number; readonly secondsLeft?: number }
  /** The connection is lost; the upload resumes automatically. */
  | { readonly kind: 'waiting'; readonly sent: number; readonly total: number }
  | { readonly kind: 'checking' }
  /** Starts automatically once there is a network, or the server is reachable. */
  | { readonly kind: 'offline' | 'unreachable' }
  | { readonly kind: 'failed'; readonly message: string };

export interface UploadProgressProps {
  /** The file's own name. */
  readonly name: string;
  /** URL of a small preview, such as an object URL. */
  readonly preview?: string;
  readonly state: UploadState;
  readonly onCancel: () => void;
  readonly onRetry?: () => void;
}

/** An upload's progress in megabytes, with a cancel button at any time. */
export function UploadProgress({ name, preview, state, onCancel, onRetry }: UploadProgressProps) {
  const t = useTranslations('ui.upload');
  const failed = state.kind === 'failed';
  return (
    <div className="flex items-start gap-3 rounded-card bg-surface-2 p-2.5">
      <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-control bg-surface-3 text-ink-2">
        {preview === undefined ? (
          <Icon of={FileIcon} />
        ) : (
          <img src={preview} alt="" className="size-full object-cover" />
        )}
      </span>
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex items-baseline justify-between gap-2 text-sm">
          <bdi className="truncate font-medium">{name}</bdi>
          {state.kind === 'sending' && state.secondsLeft !== undefined ? (
            <span className="num shrink-0 text-xs text-ink-3">{t('left', roughTime(state.secondsLeft * 1000))}</span>
          ) : null}
        </div>
        {state.kind === 'sending' || state.kind === 'waiting' ? (
          <Bar percent={state.total === 0 ? 0 : (100 * state.sent) / state.total} label={t('progress', { name })} />
        ) : null}
        <StateWords state={state} />
        {failed && onRetry !== undefined ? (
          <Button size="sm" className="w-fit" icon={<Icon of={RotateCcw} size="s" />} onClick={onRetry}>
            {t('retry')}
          </Button>
        ) : null}
      </div>
      <IconButton label={failed ? t('remove', { name }) : t('cancel', { name })} size="sm" onClick={onCancel}>
        <Icon of={X} size="s" />
      </IconButton>
    </div>
  );
}

const megabytes = (bytes: number): number => bytes / 1_048_576;

function StateWords({ state }: { readonly state: UploadState }) {
  const t = useTranslations('ui.upload');
  const press = useTranslations('common.press');
  const format = useFormatter();
  const size = (bytes: number): string => format.number(megabytes(bytes), { maximumFractionDigits: 1 });
  switch (state.kind) {
    case 'sending':
      return (
        <span className="num text-xs text-ink-3">
          {t('sent', { sent: size(state.sent), total: size(state.total) })}
        </span>
      );
    case 'waiting':
      return (
        <span role="status" className="num text-xs text-warning">
          {t('waiting', { sent: size(state.sent), total: size(state.total) })}
        </span>
      );
    case 'offline':
    case 'unreachable':
      return (
        <span role="status" className="text-xs text-warning">
          {press(state.kind)}
        </span>
      );
    case 'checking':
      return (
        <span role="status" className="flex items-center gap-2 text-xs text-ink-2">
          <Spinner />
          {t('checking')}
        </span>
      );
    case 'failed':
      return (
        <span role="alert" className="flex items-center gap-1.5 text-xs text-danger">
          <Icon of={CircleAlert} size="s" />
          {state.message}
        </span>
      );
    default:
      return state satisfies never;
  }
}
