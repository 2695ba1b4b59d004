'use client';

import { Search } from 'lucide-react';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Input } from './field';

interface SearchFormProps {
  /** What was searched for; empty for nothing. */
  readonly text: string;
  /** Name of the field, also shown while it is empty. */
  readonly label: string;
  readonly submit: string;
  readonly maxLength: number;
  /** @param text trimmed; empty to search for nothing */
  readonly onSearch: (text: string) => void;
}

/** A field for words to search for. Without scripts the form sends them to the same address, as `q`. */
export function SearchForm({ text, label, submit, maxLength, onSearch }: SearchFormProps) {
  return (
    <form
      role="search"
      className="flex w-full max-w-lg gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('q');
        onSearch(typeof typed === 'string' ? typed.trim() : '');
      }}
    >
      <label className="relative block min-w-0 flex-1">
        <span className="sr-only">{label}</span>
        <Icon
          of={Search}
          size="s"
          className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-3"
        />
        <Input
          // A new search fills the field again.
          key={text}
          type="search"
          name="q"
          dir="auto"
          defaultValue={text}
          maxLength={maxLength}
          placeholder={label}
          className="ps-9"
        />
      </label>
      <Button type="submit">{submit}</Button>
    </form>
  );
}
