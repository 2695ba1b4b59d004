'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { UploadPurpose, UploadView } from '@src/creation/uploads/upload.shared';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { openPopup } from '@/lib/popups/queue';
import { sessionState, useVisitor } from '@/lib/session/store';
import type { UploadState } from '@/ui/upload-progress';
import { MOST_BYTES, sendFile } from './send';

/** A file on its way. */
export interface Arriving {
  readonly file: Blob;
  readonly name: string;
  readonly purpose: UploadPurpose;
  /** An object URL of a picture. */
  readonly picture?: string;
  readonly state: UploadState;
}

function tellTooLarge({ size }: Blob, name: string, limit: unknown): void {
  openPopup('overUploadSize', { name, size, limit: Number(limit ?? MOST_BYTES) });
}

/**
 * Uploads one file at a time; another one takes its place. Waits for the visitor's session where there is none yet.
 * @param usual what a file is for where `start` is not told
 * @param onDone is given the upload and the file's name
 */
export function useUpload(usual: UploadPurpose, onDone: (view: UploadView, name: string) => void) {
  const { ofFailure } = useErrorWords();
  const ready = useVisitor().status === 'ready';
  const [arriving, setArriving] = useState<Arriving>();
  const sending = useRef<AbortController>(undefined);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  }, [onDone]);
  useEffect(() => () => sending.current?.abort(), []);

  const send = useCallback(
    (file: Blob, name: string, purpose: UploadPurpose): void => {
      const mine = new AbortController();
      sending.current = mine;
      const tell = (state: UploadState): void => {
        if (sending.current === mine) setArriving((before) => (before === undefined ? before : { ...before, state }));
      };
      sendFile(file, name, { purpose, on: tell, signal: mine.signal }).then(
        (view) => {
          if (sending.current !== mine) return;
          setArriving(undefined);
          done.current(view, name);
        },
        (error: unknown) => {
          const failure = readFailure(error);
          if (failure.kind === 'aborted') return;
          tell({ kind: 'failed', message: ofFailure(failure) });
          if (failure.kind === 'product' && failure.identifier === 'PAYLOAD_TOO_LARGE') tellTooLarge(file, name, failure.params['limit']);
        },
      );
    },
    [ofFailure],
  );
  const stop = (): void => {
    sending.current?.abort();
    sending.current = undefined;
  };
  // What was chosen before the session was there goes as soon as it is.
  const waiting = useRef<Pick<Arriving, 'file' | 'name' | 'purpose'>>(undefined);
  useEffect(() => {
    if (!ready || waiting.current === undefined) return;
    const { file, name, purpose } = waiting.current;
    waiting.current = undefined;
    send(file, name, purpose);
  }, [ready, send]);
  // Object URLs hold the file until they are let go.
  const picture = arriving?.picture;
  useEffect(() => () => void (picture === undefined || URL.revokeObjectURL(picture)), [picture]);

  const start = (file: Blob, name: string, purpose: UploadPurpose = usual): void => {
    stop();
    setArriving({ file, name, purpose, state: { kind: 'checking' }, ...(file.type.startsWith('image/') ? { picture: URL.createObjectURL(file) } : {}) });
    // Asked now, not when the press was drawn: a sample may have been fetched in between.
    if (sessionState().status === 'ready') send(file, name, purpose);
    else waiting.current = { file, name, purpose };
  };
  return {
    arriving,
    start,
    cancel: (): void => {
      stop();
      waiting.current = undefined;
      setArriving(undefined);
    },
    retry: (): void => {
      if (arriving !== undefined) start(arriving.file, arriving.name, arriving.purpose);
    },
  };
}
