'use client';

import { useMutation } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { CONTACT_LENGTH, FORM_TOPICS, type ContactTopic } from '@src/identity/contact/contact.shared';
import { SKIP_ERROR_CHAIN, useForm, type Problem } from '@/features/core/use-form';
import { localZone } from '@/features/core/days';
import { useTasks } from '@/lib/data/tasks';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { newId } from '@/lib/random';
import { sentRequestOf, type SentRequest } from '@/lib/request-id';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Field, Input, Textarea } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Select } from '@/ui/form/select';
import { CONTACT_FIELDS, readContact, type ContactField } from './contact-problems';

/** Number of creations on offer as the message's subject. */
const OFFERED = 12;
const NONE = 'none';

export interface ContactFormProps {
  /** Called once the server has accepted the message. */
  readonly onSent?: () => void;
  /** Id of the creation selected as the subject at first. */
  readonly creationId?: string;
}

/** Explains a refusal, at the field it concerns if there is one. */
function useRefusal(): (error: unknown) => Problem<ContactField> {
  const t = useTranslations('contact.problems');
  const { ofFailure } = useErrorWords();
  return (error) => {
    const failure = readFailure(error);
    const field =
      failure.kind === 'product' && failure.identifier === 'VALIDATION_ERROR'
        ? CONTACT_FIELDS.find((one) => one === failure.params['field'])
        : undefined;
    return field === 'email' ? { field, message: t('emailWrong') } : { message: ofFailure(failure) };
  };
}

/** Contact form, for a page or a popup; needs the messages of `contact` and a `DataProvider`. */
export function ContactForm({ onSent, creationId }: ContactFormProps) {
  const t = useTranslations('contact');
  const session = useVisitor();
  const user = session.status === 'ready' ? session.user : undefined;
  const [typed, setTyped] = useState<{ readonly name?: string; readonly email?: string }>({});
  const [topic, setTopic] = useState<ContactTopic>('question');
  const [message, setMessage] = useState('');
  const [about, setAbout] = useState(creationId);
  const [website, setWebsite] = useState('');
  const sending = useRef<SentRequest>(undefined);
  const [sent, setSent] = useState<string>();
  const send = useMutation(trpc.contact.send.mutationOptions(SKIP_ERROR_CHAIN));
  const refusal = useRefusal();
  // Prefilled once the user is known, unless they have typed something.
  const name = typed.name ?? user?.name ?? '';
  const email = typed.email ?? user?.email ?? '';
  const form = useForm<ContactField>({
    fields: CONTACT_FIELDS,
    read: refusal,
    send: async () => {
      const read = readContact({ name, email, topic, message, ...defined({ creationId: about }) });
      if ('problems' in read)
        return read.problems.map(({ field, say }) => ({ field, message: t(`problems.${say}`, CONTACT_LENGTH) }));
      sending.current = sentRequestOf(sending.current, [read.form, website], newId);
      await send.mutateAsync({ ...read.form, id: sending.current.id, website });
      sending.current = undefined;
      setSent(read.form.email);
      setMessage('');
      onSent?.();
      return undefined;
    },
  });
  if (sent !== undefined) return <Sent email={sent} onAgain={() => setSent(undefined)} />;
  return (
    <form {...form.early} onSubmit={form.submit} className="grid gap-4" noValidate>
      <FormErrors title={t('refused')} problems={form.summary} />
      <Sender at={form.at} name={name} email={email} onChange={(change) => setTyped({ ...typed, ...change })} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('topic')}>
          {({ id: input }) => (
            <Select
              id={input}
              label={t('topic')}
              value={topic}
              choices={FORM_TOPICS.map((value) => ({ value, label: t(`topics.${value}`) }))}
              onChange={setTopic}
            />
          )}
        </Field>
        {user === undefined ? null : <About chosen={about} onChoose={setAbout} />}
      </div>
      <Field {...form.at.message} label={t('message')} help={t('messageHelp')} aside={<Length of={message} />}>
        {({ id: input, describedBy, invalid }) => (
          <Textarea
            id={input}
            name="message"
            required
            className="min-h-36"
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </Field>
      <Trap value={website} onChange={setWebsite} />
      <Button type="submit" tone="invert" size="lg" busy={form.busy} className="justify-self-start max-sm:w-full">
        {t('press')}
      </Button>
    </form>
  );
}

/** Name and address of the sender. */
function Sender({
  at,
  name,
  email,
  onChange,
}: {
  readonly at: ReturnType<typeof useForm<ContactField>>['at'];
  readonly name: string;
  readonly email: string;
  readonly onChange: (change: { readonly name?: string; readonly email?: string }) => void;
}) {
  const t = useTranslations('contact');
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field {...at.name} label={t('name')}>
        {({ id: input, describedBy, invalid }) => (
          <Input
            id={input}
            name="name"
            autoComplete="name"
            required
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field {...at.email} label={t('email')}>
        {({ id: input, describedBy, invalid }) => (
          <Input
            id={input}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            required
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={email}
            onChange={(event) => onChange({ email: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

/** A honeypot for bots that fill in every field. It is hidden from sight, keyboard and screen readers. */
function Trap({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const t = useTranslations('contact');
  return (
    <div aria-hidden className="sr-only">
      <label>
        {t('trap')}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </div>
  );
}

/** The remaining characters, once few are left. */
function Length({ of }: { readonly of: string }) {
  const t = useTranslations('contact');
  const left = CONTACT_LENGTH.message - of.trim().length;
  return left > CONTACT_LENGTH.message / 4 ? null : (
    <span className={`num text-xs ${left < 0 ? 'text-danger' : 'text-ink-3'}`}>{t('left', { count: left })}</span>
  );
}

/** Chooses which recent creation the message is about. Renders nothing for a user without creations. */
function About({
  chosen,
  onChoose,
}: {
  readonly chosen: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}) {
  const t = useTranslations('contact');
  const format = useFormatter();
  const { tasks } = useTasks();
  const offered = tasks.slice(0, OFFERED);
  const isListed = chosen === undefined || offered.some(({ id }) => id === chosen);
  if (offered.length === 0 && isListed) return null;
  const nameOf = ({ input: { prompt }, createdAt }: (typeof tasks)[number]): string =>
    prompt === ''
      ? t('madeAt', {
          date: format.dateTime(createdAt, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() }),
        })
      : prompt;
  const choices = [
    { value: NONE, label: t('aboutNone') },
    ...(isListed ? [] : [{ value: chosen, label: t('aboutThis') }]),
    ...offered.map((task) => ({
      value: task.id,
      label: <span className="block max-w-[240px] truncate">{nameOf(task)}</span>,
    })),
  ];
  return (
    <Field label={t('about')}>
      {({ id }) => (
        <Select
          id={id}
          label={t('about')}
          value={chosen ?? NONE}
          choices={choices}
          onChange={(value) => onChoose(value === NONE ? undefined : value)}
        />
      )}
    </Field>
  );
}

function Sent({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) {
  const t = useTranslations('contact.sent');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-strong tracking-title outline-none">
        {t('title')}
      </h2>
      <p className="text-sm text-ink-2">
        {t.rich('text', { email, address: (chunks) => <bdi className="font-medium text-ink-1">{chunks}</bdi> })}
      </p>
      <Button onClick={onAgain}>{t('again')}</Button>
    </div>
  );
}
