'use client';

import { useState } from 'react';
import { Field, Input } from '@/ui/form/field';

/** A whole number that counts once it is written: while it is typed it may be anything, and then it says again what counts. */
export function NumberField({ label, value, onCommit }: { readonly label: string; readonly value: number; readonly onCommit: (value: number) => void }) {
  const [text, setText] = useState(String(value));
  const [said, setSaid] = useState(value);
  if (said !== value) {
    setSaid(value);
    setText(String(value));
  }
  const commit = (): void => {
    const next = Math.round(Number(text));
    // What is taken otherwise than it was written comes back as another value.
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
