import { cx } from '../cx';

/** The shape of what is being loaded. The words "loading" are said once by the region around it. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={cx('block sheen rounded-sm', className)} />;
}
