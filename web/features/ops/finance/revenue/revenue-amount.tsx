import { Link } from '@/i18n/navigation';
import { Cell } from '@/ui/content/table';
import { cx } from '@/ui/cx';

/** An amount in its column, with the rows behind it. */
export function LinkedAmount({
  text,
  href,
  isZero,
}: {
  readonly text: string;
  readonly href: string | undefined;
  readonly isZero: boolean;
}) {
  return (
    <Cell figure className={cx('px-4 py-2.5 whitespace-nowrap', isZero && 'text-ink-3')}>
      {href === undefined ? (
        <bdi>{text}</bdi>
      ) : (
        <Link
          href={href}
          prefetch={false}
          className="underline decoration-line-control underline-offset-4 hover:decoration-current"
        >
          <bdi>{text}</bdi>
        </Link>
      )}
    </Cell>
  );
}
