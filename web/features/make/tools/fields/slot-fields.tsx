'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import {
  FORMS,
  rolesOf,
  slotsOf,
  type GivenKind,
  type ProcedureName,
  type SlotName,
  type SourceRole,
} from '@src/creation/procedures/params.shared';
import { give, useFormState } from '@/features/make/create/draft/draft-store';
import { workRole } from '@/features/make/create/draft/draft-request';
import type { Given } from '@/features/make/create/draft/given-inputs';
import { slotWord } from './slot-names';
import { ImageWell } from '@/features/make/uploads/image-well';

/** One input position: a slot, or one of several in a slot. */
interface PlaceOf {
  readonly role: SourceRole;
  readonly name: SlotName;
  readonly takes: readonly GivenKind[];
  /** Its number in a slot for several inputs, from 1. */
  readonly number?: number;
}

export interface SlotFieldsProps {
  readonly procedure: ProcedureName;
  /** Sets or clears an input. Defaults to the form's own state. */
  readonly onGiven?: (role: SourceRole, one: Given | undefined) => void;
}

/**
 * The inputs of a procedure with a declarative definition. A slot for several shows those filled and one more. A
 * position stays once shown, because an upload to it may be running.
 */
export function SlotFields({ procedure, onGiven = (role, one) => give(procedure, role, one) }: SlotFieldsProps) {
  const t = useTranslations('tools');
  const { given } = useFormState(procedure);
  const main = workRole(procedure);
  // No sample shows a person.
  const fit = FORMS[procedure].likeness !== true;
  const [shown, setShown] = useState<Readonly<Partial<Record<SlotName, number>>>>({});
  const places = slotsOf(FORMS[procedure])
    .filter(({ name }) => name !== 'mask')
    .flatMap((slot): readonly PlaceOf[] => {
      const roles = rolesOf(slot.name, slot);
      if (slot.max === 1) return roles.map((role) => ({ role, name: slot.name, takes: slot.takes }));
      const filled = roles.findLastIndex((role) => given[role] !== undefined) + 1;
      const wells = Math.min(slot.max, Math.max(slot.min, filled + 1, shown[slot.name] ?? 0));
      if (wells > (shown[slot.name] ?? 0)) setShown({ ...shown, [slot.name]: wells });
      return roles
        .slice(0, wells)
        .map((role, index) => ({ role, name: slot.name, takes: slot.takes, number: index + 1 }));
    });
  return places.map(({ role, name, takes, number }) => (
    <ImageWell
      key={role}
      procedure={procedure}
      role={role}
      takes={takes}
      label={
        number === undefined
          ? t(`slots.${slotWord(procedure, name)}`)
          : t('slotOf', { name: t(`slots.${slotWord(procedure, name)}`), number })
      }
      given={given[role]}
      onGiven={(one) => onGiven(role, one)}
      paste={role === main}
      samples={fit && role === main && takes.includes('image')}
    />
  ));
}
