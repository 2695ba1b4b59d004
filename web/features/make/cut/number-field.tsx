'use client';

import { useState } from 'react';
import { Field, Input } from '@/ui/form/field';

/**
 * A whole-number field that commits on blur or Enter. It accepts any text while the user types, then shows the
 * committed value.
 */
export function NumberField({
  label,
  value,
  onCommit,
}: {
  readonly label: string;
  readonly value: number;
  readonly onCommit: (value: number) => void;
}) {
  const [text, setText] = useState(String(value));
  const [said, setSaid] = useState(value);
  if (said !== value) {
    setSaid(value);
    setText(String(value));
  }
  const commit = (): void => {
    const next = Math.round(Number(text));
    // A corrected value comes back as a changed `value`.
    setText(String(value));
    if (text.trim() !== '' && Number.isFinite(next) && next !== value) onCommit(next);
  };
  return (
    <Field label={label}>
      {({ id }) => (
        <Input
          id={id}
          type="text"
          inputMode="numeric"
          value={text}
          className="num"
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
      )}
    </Field>
  );
}
