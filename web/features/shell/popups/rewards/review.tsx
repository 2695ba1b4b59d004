'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { CONTACT_LENGTH, RATINGS } from '@src/identity/contact/contact.shared';
import { useAccount } from '@/features/core/use-account';
import { SKIP_ERROR_CHAIN, useForm } from '@/features/core/use-form';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import type { PopupProps } from '@/lib/popups/names';
import { newId } from '@/lib/random';
import { sentRequestOf, type SentRequest } from '@/lib/request-id';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { RadioChoices } from '@/ui/form/choices';
import { Field, Textarea } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

const FIELDS = ['rating', 'message'] as const;
type ReviewField = (typeof FIELDS)[number];

/** Asks for a rating and a few words, which go to the operator. Nothing is chosen beforehand. */
export default function Review({ onClose }: PopupProps['review'] & PopupFrame) {
  const t = useTranslations('popups.review');
  const account = useAccount();
  const { ofFailure } = useErrorWords();
  const [rating, setRating] = useState<(typeof RATINGS)[number]>();
  const [message, setMessage] = useState('');
  const [isSent, setIsSent] = useState(false);
  const sending = useRef<SentRequest>(undefined);
  const send = useMutation(trpc.contact.send.mutationOptions(SKIP_ERROR_CHAIN));
  const form = useForm<ReviewField>({
    fields: FIELDS,
    read: (error) => ({ message: ofFailure(readFailure(error)) }),
    send: async () => {
      if (account.kind !== 'user') return undefined;
      if (rating === undefined) return [{ field: 'rating', message: t('ratingMissing') }];
      if (message.trim().length < CONTACT_LENGTH.minMessage)
        return [{ field: 'message', message: t('messageShort', { count: CONTACT_LENGTH.minMessage }) }];
      const { email, name = email } = account.user;
      const review = { name: name.slice(0, CONTACT_LENGTH.name), email, topic: 'review' as const, message, rating };
      sending.current = sentRequestOf(sending.current, [review, ''], newId);
      await send.mutateAsync({ ...review, id: sending.current.id });
      setIsSent(true);
      return undefined;
    },
  });
  if (isSent)
    return (
      <Popup title={t('sent')} description={t('sentText')} onClose={onClose}>
        <Button tone="accent" onClick={onClose} className="justify-self-end">
          {t('done')}
        </Button>
      </Popup>
    );
  return (
    <Popup title={t('title')} description={t('text')} onClose={onClose} className="max-w-[520px]">
      <form {...form.early} onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        <div id={form.at.rating.id} tabIndex={-1} className="grid gap-2 outline-none">
          <p className="text-sm font-medium">{t('rating')}</p>
          <RadioChoices
            label={t('rating')}
            value={rating?.toString() ?? ''}
            choices={RATINGS.map((value) => ({ value: value.toString(), label: t(`ratings.${value}`) }))}
            onChange={(chosen) => setRating(RATINGS.find((value) => value.toString() === chosen))}
          />
          {form.at.rating.error === undefined ? null : (
            <p role="alert" className="text-xs text-danger">
              {form.at.rating.error}
            </p>
          )}
        </div>
        <Field {...form.at.message} label={t('message')}>
          {({ id, describedBy, invalid }) => (
            <Textarea
              id={id}
              name="message"
              maxLength={CONTACT_LENGTH.message}
              className="min-h-24"
              aria-describedby={describedBy}
              aria-invalid={invalid}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="quiet" onClick={onClose}>
            {t('later')}
          </Button>
          <Button type="submit" tone="accent" busy={form.busy}>
            {t('press')}
          </Button>
        </div>
      </form>
    </Popup>
  );
}
