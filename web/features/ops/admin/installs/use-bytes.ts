import { useFormatter } from 'next-intl';

const GIGABYTE = 1_000_000_000;

/** Formats bytes as gigabytes, or megabytes below one tenth. */
export function useBytes(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) =>
    bytes < GIGABYTE / 10
      ? format.number(bytes / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })
      : format.number(bytes / GIGABYTE, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 });
}
