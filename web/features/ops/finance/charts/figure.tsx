import { Link } from '@/i18n/navigation';
import { Card } from '@/ui/content/card';

/** A figure with its name and a note. With `href`, the value leads to the rows behind it. */
export function Figure({
  label,
  value,
  note,
  href,
}: {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly href?: string | undefined;
}) {
  return (
    <Card className="grid content-start gap-2 max-sm:p-4">
      <h2 className="text-sm text-ink-2">{label}</h2>
      <p className="num text-2xl leading-none font-strong tracking-display">
        {href === undefined ? (
          <bdi>{value}</bdi>
        ) : (
          <Link
            href={href}
            aria-label={`${label}: ${value}`}
            className="inline-block min-h-6 min-w-6 underline decoration-line-control underline-offset-4 hover:decoration-current"
          >
            <bdi>{value}</bdi>
          </Link>
        )}
      </p>
      {note === undefined ? null : <p className="num text-xs text-ink-3">{note}</p>}
    </Card>
  );
}
