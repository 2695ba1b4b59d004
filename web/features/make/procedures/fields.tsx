'use client';

import type { ComponentType } from 'react';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { EditFields } from '@/features/make/edit/edit-fields';
import { EffectFields } from '@/features/make/effects/effect-fields';
import { AnimateFields } from '@/features/make/tools/fields/animate-fields';
import { BackdropFields } from '@/features/make/tools/fields/backdrop-fields';
import { CameraFields } from '@/features/make/tools/fields/camera-fields';
import { CastFields } from '@/features/make/tools/fields/cast-fields';
import { FRAME_OPTIONS } from '@/features/make/tools/fields/frame';
import { FrameFields } from '@/features/make/tools/fields/frame-fields';
import { ImageField } from '@/features/make/tools/fields/image-field';
import { InstructFields } from '@/features/make/tools/fields/instruct-fields';
import { LipSyncFields } from '@/features/make/tools/fields/lip-sync-fields';
import { PlainFields } from '@/features/make/tools/fields/declared-fields';
import { PromoFields } from '@/features/make/tools/fields/promo-fields';
import { RestyleFields } from '@/features/make/tools/fields/restyle-fields';
import { ShortFields } from '@/features/make/tools/fields/short-fields';
import { SoundFields } from '@/features/make/tools/fields/sound-fields';
import { UpscaleFields } from '@/features/make/tools/fields/upscale-fields';

interface FieldsProps {
  readonly context: FieldsContext;
}

/** Procedures with custom fields. All others use their definition. */
const FIELDS: { readonly [P in ProcedureName]?: ComponentType<FieldsProps> } = {
  'audioVideo.createAudioVideo': SoundFields,
  'video.createVideoBySubjects': CastFields,
  'video.createVideoByImageV2': CameraFields,
  'aiShorts.create': ShortFields,
  'template2Image.productPromotionalImage': PromoFields,
  'lipSync.createLipSyncTask': LipSyncFields,
  'videoEdit.createVideoEdit': EditFields,
  'video.createVideoByTemplate': ({ context }) => <EffectFields kind="template" context={context} />,
  'anime.createAnimatedVideo': ({ context }) => <EffectFields kind="look" context={context} />,
  'template2Image.create': ({ context }) => <EffectFields kind="design" context={context} />,
  'imageTools.editByInstruction': InstructFields,
  'imageTools.uncrop': ({ context }) => (
    <PlainFields procedure="imageTools.uncrop" context={context} own={<FrameFields />} without={FRAME_OPTIONS} />
  ),
  'imageTools.upscale': ({ context }) => (
    <>
      <ImageField procedure="imageTools.upscale" />
      <UpscaleFields model={context.model} />
    </>
  ),
  'imageTools.backgroundChanger': ({ context }) => (
    <>
      <ImageField procedure="imageTools.backgroundChanger" />
      <BackdropFields context={context} />
    </>
  ),
  'image2Image.create': ({ context }) => (
    <>
      <ImageField procedure="image2Image.create" />
      <RestyleFields context={context} />
    </>
  ),
  'video.createVideoByImage': ({ context }) => (
    <>
      <ImageField procedure="video.createVideoByImage" />
      <AnimateFields context={context} />
    </>
  ),
};

/** All fields of a procedure, including its files. */
export function ProcedureFields({ procedure, context }: FieldsProps & { readonly procedure: ProcedureName }) {
  const Own = FIELDS[procedure];
  return Own === undefined ? <PlainFields procedure={procedure} context={context} /> : <Own context={context} />;
}
