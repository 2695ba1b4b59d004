import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UploadPurpose, UploadView } from '@src/creation/uploads/upload.shared';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { openPopup } from '@/lib/popups/queue';
import { noteOf } from '@/lib/press/press';
import { createSubmitter } from '@/lib/press/submitter';
import { browserEnvironment, userOf } from '@/lib/press/browser-environment';
import { newId } from '@/lib/random';
import { sessionState } from '@/lib/session/store';
import type { UploadState } from '@/ui/form/upload-progress';
import { MAX_BYTES, sendFile } from './send';

/** A file, or a function that fetches one. */
type Source = Blob | (() => Promise<Blob>);

interface Wanted {
  readonly source: Source;
  readonly name: string;
  readonly purpose: UploadPurpose;
}

/** An upload in progress. */
export interface Arriving extends Wanted {
  /** Object URL of an image. */
  readonly preview?: string;
  readonly state: UploadState;
}

const previewOf = (file: Source): { readonly preview?: string } =>
  file instanceof Blob && file.type.startsWith('image/') ? { preview: URL.createObjectURL(file) } : {};

function reportTooLarge(size: number, name: string, limit: unknown): void {
  openPopup('overUploadSize', { name, size, limit: Number(limit ?? MAX_BYTES) });
}

/** Callbacks of an upload. */
interface UploadCallbacks {
  readonly onState: (state: UploadState) => void;
  readonly onFile: (file: Blob) => void;
  readonly onDone: (view: UploadView, name: string) => void;
  readonly onFailed: (error: unknown, size: number | undefined) => void;
  /** Called if another user is signed in than the one who chose the file. */
  readonly onSomebodyElse: () => void;
}

/**
 * Sends a file as a submission. It waits for network and session, and continues with a new session if the old one
 * ended.
 * @returns a function that cancels it
 */
function carry({ source, name, purpose }: Wanted, callbacks: UploadCallbacks): () => void {
  const mine = new AbortController();
  let file = source instanceof Blob ? source : undefined;
  const submitter = createSubmitter<Wanted, UploadView, never>(
    {
      offer: () => Promise.resolve({ kind: 'price', price: 0, available: 0 }),
      send: async () => {
        try {
          callbacks.onState({ kind: 'checking' });
          if (file === undefined && typeof source === 'function') callbacks.onFile((file = await source()));
          if (file === undefined) throw new Error('there is no file');
          return await sendFile(file, name, { purpose, on: callbacks.onState, signal: mine.signal });
        } catch (error) {
          // A cancelled upload is not retried.
          throw mine.signal.aborted ? new Error('given up') : error;
        }
      },
      onTaken: (_press, view) => callbacks.onDone(view, name),
      onAsk: callbacks.onSomebodyElse,
      onRefused: (_press, error) => callbacks.onFailed(error, file?.size),
    },
    browserEnvironment,
  );
  submitter.subscribe(() => {
    const note = noteOf(submitter.get());
    if (note === 'offline' || note === 'unreachable') callbacks.onState({ kind: note });
  });
  submitter.press({ id: newId(), payload: { source, name, purpose }, said: 0, by: userOf(sessionState()) });
  return () => {
    mine.abort();
    submitter.withdraw();
  };
}

/**
 * Uploads one file at a time. A new one replaces it.
 * @param usual default purpose of a file
 * @param onDone receives the upload and the file's name
 */
export function useUpload(usual: UploadPurpose, onDone: (view: UploadView, name: string) => void) {
  const { ofFailure } = useErrorWords();
  const t = useTranslations('common.press');
  const [arriving, setArriving] = useState<Arriving>();
  const giveUp = useRef<() => void>(undefined);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  }, [onDone]);
  useEffect(() => () => giveUp.current?.(), []);
  // An object URL keeps its file in memory until it is revoked.
  const preview = arriving?.preview;
  useEffect(() => () => void (preview === undefined || URL.revokeObjectURL(preview)), [preview]);

  const stop = useCallback((): void => {
    giveUp.current?.();
    giveUp.current = undefined;
  }, []);
  const start = (source: Source, name: string, purpose: UploadPurpose = usual): void => {
    stop();
    let isMine = true;
    const change = (part: Partial<Arriving>): void => {
      if (isMine) setArriving((before) => (before === undefined ? before : { ...before, ...part }));
    };
    const failed = (message: string): void => change({ state: { kind: 'failed', message } });
    setArriving({ source, name, purpose, state: { kind: 'checking' }, ...previewOf(source) });
    const withdraw = carry(
      { source, name, purpose },
      {
        onState: (state) => change({ state }),
        onFile: (file) => change(previewOf(file)),
        onDone: (view) => {
          if (!isMine) return;
          setArriving(undefined);
          done.current(view, name);
        },
        onFailed: (error, size) => {
          if (!isMine) return;
          const failure = readFailure(error);
          failed(ofFailure(failure));
          if (failure.kind === 'product' && failure.identifier === 'PAYLOAD_TOO_LARGE')
            reportTooLarge(size ?? 0, name, failure.params['limit']);
        },
        onSomebodyElse: () => failed(t('someoneElse')),
      },
    );
    giveUp.current = () => {
      isMine = false;
      withdraw();
    };
  };
  return {
    arriving,
    start,
    cancel: (): void => {
      stop();
      setArriving(undefined);
    },
    retry: (): void => {
      if (arriving !== undefined) start(arriving.source, arriving.name, arriving.purpose);
    },
  };
}
