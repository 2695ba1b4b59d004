'use client';

import { Field, Input } from '@/ui/field';

/** A whole number that counts once it is written: while it is typed it may be anything. */
export function NumberField({ label, value, onCommit }: { readonly label: string; readonly value: number; readonly onCommit: (value: number) => void }) {
  const commit = (text: string): void => {
    const next = Number(text);
    if (text.trim() !== '' && Number.isFinite(next) && Math.round(next) !== value) onCommit(Math.round(next));
  };
  return (
    <Field label={label}>
      {({ id }) => (
        <Input
          key={value}
          id={id}
          type="text"
          inputMode="numeric"
          defaultValue={value}
          className="num"
          onBlur={(event) => commit(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit(event.currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}
