'use client';

import { Camera, CircleAlert, ImageUp, Upload } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState, type ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { Button } from '../button';
import { cx } from '../cx';
import { chooseFiles, type FileRefusal } from './file-choice';
import { Icon } from '../icon';
import { useFileDrop } from './use-file-drop';

/** Limits use binary megabytes: 100 MB are 104,857,600 bytes. */
const MEGABYTE = 1_048_576;

export interface DropZoneProps {
  /** A short invitation: "Drop your photo here". */
  readonly title: string;
  /** A hint below the title, for example on other ways to add a file. */
  readonly hint?: ReactNode;
  /** MIME types, such as `image/*`. */
  readonly accept: readonly string[];
  /** Bytes. */
  readonly maxBytes?: number;
  readonly multiple?: boolean;
  /** Receives the accepted files in order; at least one. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Receives a file above the size limit. The zone also shows the error. */
  readonly onTooLarge?: (file: File) => void;
  /** Error of the server or the caller, shown until the caller clears it. */
  readonly error?: ReactNode;
  /** Whether the zone also receives files pasted on the page. At most one zone per page. */
  readonly paste?: boolean;
  /** Whether to offer the camera on touch devices. For images only. */
  readonly camera?: boolean;
  readonly disabled?: boolean;
  /** Replaces the text during an upload: `UploadProgress`. */
  readonly progress?: ReactNode;
  /** A background, for example a before-and-after slider. The text then has a scrim along the lower edge. */
  readonly illustration?: ReactNode;
  /** CSS aspect ratio; needed with `picture`. */
  readonly ratio?: string;
  readonly className?: string;
}

/** Accepts the user's files by drop, paste, file dialog or camera. Invalid files are refused before any upload. */
export function DropZone(props: DropZoneProps) {
  const {
    title,
    hint,
    accept,
    maxBytes,
    multiple = false,
    onFiles,
    onTooLarge,
    error,
    paste = false,
    camera = false,
    disabled = false,
    progress,
    illustration,
    ratio,
    className,
  } = props;
  const [refusal, setRefusal] = useState<FileRefusal>();
  const id = useId();
  const offer = (files: readonly File[]): void => {
    const { taken, refused } = chooseFiles(files, { accept, multiple, ...defined({ maxBytes }) });
    setRefusal(refused);
    const large = refused === 'size' ? files.find((file) => file.size > (maxBytes ?? Infinity)) : undefined;
    if (large !== undefined) onTooLarge?.(large);
    if (taken.length > 0) onFiles(taken);
  };
  const busy = progress !== undefined && progress !== null;
  const off = disabled || busy;
  const { over, handlers } = useFileDrop({ onFiles: offer, paste, disabled: off });
  const onIllustration = illustration !== undefined;
  const words = (
    <div className={cx('min-w-0', onIllustration ? 'grow basis-48' : 'grid justify-items-center gap-1 text-center')}>
      <p id={id} className="text-md leading-snug font-medium">
        {title}
      </p>
      {hint === undefined ? null : (
        <p className={cx('text-xs', onIllustration ? 'text-ink-on-media/85' : 'text-ink-2')}>{hint}</p>
      )}
    </div>
  );
  const note = <DropProblem refusal={refusal} maxBytes={maxBytes} error={error} />;
  const buttons = (
    <Pickers accept={accept} multiple={multiple} camera={camera} disabled={off} describedBy={id} onFiles={offer} />
  );
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-disabled={disabled || undefined}
      {...handlers}
      data-over={over || undefined}
      className={cx('group/drop relative isolate grid gap-2', className)}
    >
      {onIllustration ? (
        <div className="relative overflow-hidden rounded-stage bg-surface-2" style={{ aspectRatio: ratio }}>
          {illustration}
          <div className="pointer-events-none absolute inset-x-0 bottom-0 z-sticky flex flex-wrap items-end gap-3 bg-veil px-4 pt-16 pb-4 text-ink-on-media *:pointer-events-auto">
            {busy ? <div className="w-full text-ink-1">{progress}</div> : words}
            {busy ? null : buttons}
          </div>
        </div>
      ) : (
        <div
          className={cx(
            'grid min-h-44 content-center justify-items-center gap-3.5 rounded-panel border-[1.5px] border-dashed border-line-control bg-surface-2/60 p-5 transition-colors quick group-data-over/drop:border-ink-1 group-data-over/drop:bg-surface-2',
            disabled && 'opacity-60',
          )}
        >
          {busy ? (
            <div className="w-full max-w-[420px]">{progress}</div>
          ) : (
            <Icon of={ImageUp} size="l" className="text-ink-2" />
          )}
          {busy ? <span className="sr-only">{words}</span> : words}
          {busy ? null : buttons}
        </div>
      )}
      {over && onIllustration ? (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 z-sticky rounded-stage bg-canvas/45 ring-3 ring-ink-on-media ring-inset"
        />
      ) : null}
      {note}
    </div>
  );
}

/** The reason why a file is refused. */
export function DropProblem({
  refusal,
  maxBytes,
  error,
}: {
  readonly refusal: FileRefusal | undefined;
  readonly maxBytes: number | undefined;
  readonly error?: ReactNode;
}) {
  const t = useTranslations('ui.drop');
  const words =
    refusal === undefined
      ? error
      : refusal === 'size'
        ? t('refused.size', { megabytes: Math.floor((maxBytes ?? 0) / MEGABYTE) })
        : t(`refused.${refusal}`);
  return (
    <div role="alert" className="contents">
      {words === undefined || words === null ? null : (
        <p className="flex items-center gap-1.5 text-xs text-danger">
          <Icon of={CircleAlert} size="s" />
          {words}
        </p>
      )}
    </div>
  );
}

interface PickersProps {
  readonly accept: readonly string[];
  readonly multiple: boolean;
  readonly camera: boolean;
  readonly disabled: boolean;
  readonly describedBy: string;
  readonly onFiles: (files: readonly File[]) => void;
}

function Pickers({ accept, multiple, camera, disabled, describedBy, onFiles }: PickersProps) {
  const t = useTranslations('ui.drop');
  const picker = useRef<HTMLInputElement>(null);
  const lens = useRef<HTMLInputElement>(null);
  const chosen = (input: HTMLInputElement): void => {
    const files = [...(input.files ?? [])];
    // Reset the input, so that the same file can be chosen again after its removal.
    input.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept.join(',')}
        multiple={multiple}
        disabled={disabled}
        data-testid="file-picker"
        onChange={(event) => chosen(event.currentTarget)}
      />
      <Button
        tone="invert"
        disabled={disabled}
        aria-describedby={describedBy}
        icon={<Icon of={Upload} size="s" />}
        onClick={() => picker.current?.click()}
      >
        {t('choose')}
      </Button>
      {camera ? (
        <>
          <input
            ref={lens}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            disabled={disabled}
            onChange={(event) => chosen(event.currentTarget)}
          />
          <Button
            disabled={disabled}
            className="not-pointer-coarse:hidden"
            icon={<Icon of={Camera} size="s" />}
            onClick={() => lens.current?.click()}
          >
            {t('camera')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
