'use client';

import { useEffect, useRef, useState, type DragEvent } from 'react';

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true;

/**
 * Handles files dropped on an element or pasted on the page. A file dropped beside the element would make the browser
 * leave the page, so that is prevented.
 * @returns whether files hover over the element, and its handlers
 */
export function useFileDrop({
  onFiles,
  paste,
  disabled,
}: {
  readonly onFiles: (files: readonly File[]) => void;
  readonly paste: boolean;
  readonly disabled: boolean;
}) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  }, [onFiles]);

  useEffect(() => {
    const stay = (event: globalThis.DragEvent): void => {
      if (hasFiles(event.dataTransfer)) event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || disabled || !paste) return;
      event.preventDefault();
      latest.current(files);
    };
    window.addEventListener('dragover', stay);
    window.addEventListener('drop', stay);
    document.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragover', stay);
      window.removeEventListener('drop', stay);
      document.removeEventListener('paste', onPaste);
    };
  }, [disabled, paste]);

  const end = (): void => {
    depth.current = 0;
    setOver(false);
  };
  return {
    over: over && !disabled,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragLeave: () => {
        depth.current -= 1;
        if (depth.current <= 0) end();
      },
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
      },
      onDrop: (event: DragEvent) => {
        end();
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        if (!disabled) onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
