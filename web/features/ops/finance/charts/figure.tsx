import { Card } from '@/ui/content/card';

/** A figure with its name and a note. */
export function Figure({ label, value, note }: { readonly label: string; readonly value: string; readonly note?: string | undefined }) {
  return (
    <Card className="grid content-start gap-2 max-sm:p-4">
      <h2 className="text-sm text-ink-2">{label}</h2>
      <p className="num text-2xl leading-none font-strong tracking-display">
        <bdi>{value}</bdi>
      </p>
      {note === undefined ? null : <p className="num text-xs text-ink-3">{note}</p>}
    </Card>
  );
}
