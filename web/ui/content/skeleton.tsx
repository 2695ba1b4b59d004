import { cx } from '../cx';

/** A placeholder for loading content. The surrounding region announces "loading" once. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={cx('block sheen rounded-sm', className)} />;
}
