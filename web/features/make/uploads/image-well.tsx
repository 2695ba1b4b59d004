'use client';

import { CircleAlert, RotateCcw, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState, type ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { GivenKind, ProcedureName, SourceRole } from '@src/creation/procedures/params.shared';
import type { UploadView } from '@src/creation/uploads/upload.shared';
import { ofUpload, type Given } from '@/features/make/create/draft/given-inputs';
import { useRefusedInput } from '@/features/make/create/press/refused-input';
import { CutButton } from '@/features/make/cut/cut-button';
import { useErrorWords } from '@/lib/errors/words';
import { openPopup } from '@/lib/popups/queue';
import { IconButton } from '@/ui/button';
import { DropProblem, DropZone } from '@/ui/form/drop-zone';
import { chooseFiles, type FileRefusal } from '@/ui/form/file-choice';
import { Icon } from '@/ui/icon';
import { UploadProgress } from '@/ui/form/upload-progress';
import { useFileDrop } from '@/ui/form/use-file-drop';
import { useTrackedUpload } from './upload-outcomes';
import { ImageCheck, useInputNeed } from './image-check';
import { ImageFacts } from './image-facts';
import { RecipeOffer } from './recipe-offer';
import { SampleStrip } from './sample-strip';
import { fetchSample, type Sample } from './samples';
import { MAX_BYTES } from '@/features/core/uploads/send';
import { useUpload } from '@/features/core/uploads/use-upload';

const ACCEPT = { image: 'image/*', video: 'video/*', audio: 'audio/*' } as const satisfies Readonly<
  Record<GivenKind, string>
>;
const IMAGE_ONLY: readonly GivenKind[] = ['image'];

/** Message keys for each kind of well. */
const WORDS = {
  image: { drop: 'drop', hint: 'hint' },
  video: { drop: 'dropVideo', hint: 'hintVideo' },
  audio: { drop: 'dropAudio', hint: 'hintAudio' },
  either: { drop: 'dropEither', hint: 'hintEither' },
} as const;

/**
 * The purpose of an upload among a slot's accepted kinds, by the file's declared type. The server checks the content.
 */
const purposeOf = ({ type }: File, takes: readonly GivenKind[]): GivenKind =>
  takes.find((kind) => type.startsWith(`${kind}/`)) ?? takes[0] ?? 'image';

const sayTooLarge = ({ name, size }: File): void => openPopup('overUploadSize', { name, size, limit: MAX_BYTES });

export interface ImageWellProps {
  /** The procedure of the form, whose limits apply to crops and trims. */
  readonly procedure: ProcedureName;
  /** The form's slot. It receives the focus when its input is missing. */
  readonly role: SourceRole;
  /** Accepted kinds; images by default. */
  readonly takes?: readonly GivenKind[];
  readonly label: string;
  readonly hint?: ReactNode;
  readonly given: Given | undefined;
  readonly onGiven: (given: Given | undefined) => void;
  /** Whether this well receives pasted images. At most one per page. */
  readonly paste?: boolean;
  /** Whether to show sample images below. */
  readonly samples?: boolean;
}

/**
 * The input slot of a form, for an image, video or audio file: drop, paste, pick, camera or sample. Shows the input
 * once there is one.
 */
export function ImageWell({
  procedure,
  role,
  takes = IMAGE_ONLY,
  label,
  hint,
  given,
  onGiven,
  paste = false,
  samples = false,
}: ImageWellProps) {
  const t = useTranslations('uploads');
  const { ofFailure } = useErrorWords();
  const refused = useRefusedInput(role, given);
  const need = useInputNeed(procedure, role);
  const [recipe, setRecipe] = useState<UploadView['recipe']>();
  const arrived = useRef(false);
  const { arriving, start, cancel, retry } = useUpload('image', (view, name) => {
    arrived.current = true;
    setRecipe(view.recipe);
    onGiven(ofUpload(view, name));
  });
  const take = ([file]: readonly File[]): void => {
    if (file !== undefined) start(file, file.name, purposeOf(file, takes));
  };
  const takeSample = (sample: Sample): void => start(() => fetchSample(sample), t(`samples.${sample.id}`));
  useTrackedUpload(procedure, arriving !== undefined && arriving.state.kind !== 'failed', arrived);
  const forget = (): void => {
    setRecipe(undefined);
    onGiven(undefined);
  };
  const accept = takes.map((kind) => ACCEPT[kind]);
  const words = WORDS[takes.length > 1 ? 'either' : (takes[0] ?? 'image')];
  const progress =
    arriving === undefined ? undefined : (
      <UploadProgress
        name={arriving.name}
        {...defined({ picture: arriving.preview })}
        state={arriving.state}
        onCancel={cancel}
        onRetry={retry}
      />
    );
  return (
    <div data-well={role} className="grid min-w-0 gap-[7px]">
      <span className="text-sm font-medium">{label}</span>
      {need === undefined ? null : (
        <span data-need={need} className="text-xs text-ink-3">
          {t(`needs.${need}`)}
        </span>
      )}
      {given === undefined || arriving !== undefined ? (
        <DropZone
          title={t(words.drop)}
          hint={hint ?? t(words.hint)}
          accept={accept}
          maxBytes={MAX_BYTES}
          camera={takes.includes('image')}
          paste={paste}
          onFiles={take}
          onTooLarge={sayTooLarge}
          progress={progress}
        />
      ) : (
        <Chosen
          given={given}
          accept={accept}
          paste={paste}
          onFiles={take}
          onGone={forget}
          tools={<CutButton procedure={procedure} given={given} onGiven={onGiven} />}
        />
      )}
      {need === undefined || given === undefined || arriving !== undefined ? null : (
        <ImageCheck procedure={procedure} role={role} need={need} given={given} onGiven={onGiven} />
      )}
      {refused === undefined || arriving !== undefined || need !== undefined ? null : (
        <p className="flex gap-1.5 text-xs text-danger">
          <Icon of={CircleAlert} size="s" className="mt-px" />
          {ofFailure(refused)}
        </p>
      )}
      {given !== undefined || arriving !== undefined || !samples ? null : (
        <div className="grid gap-2 pt-1">
          <span className="text-xs text-ink-3">{t('samples.or')}</span>
          <SampleStrip onPick={takeSample} />
        </div>
      )}
      {recipe === undefined || given === undefined ? null : (
        <RecipeOffer recipe={recipe} onClose={() => setRecipe(undefined)} />
      )}
    </div>
  );
}

/** The current input. A dropped or pasted file replaces it. */
function Chosen({
  given,
  accept,
  paste,
  onFiles,
  onGone,
  tools,
}: {
  readonly tools: ReactNode;
  readonly given: Given;
  readonly accept: readonly string[];
  readonly paste: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onGone: () => void;
}) {
  const t = useTranslations('uploads');
  const picker = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<FileRefusal>();
  const offer = (files: readonly File[]): void => {
    const { taken, refused } = chooseFiles(files, { accept, multiple: false, maxBytes: MAX_BYTES });
    setRefusal(refused);
    const large = refused === 'size' ? files.find(({ size }) => size > MAX_BYTES) : undefined;
    if (large !== undefined) sayTooLarge(large);
    if (taken.length > 0) onFiles(taken);
  };
  const { over, handlers } = useFileDrop({ onFiles: offer, paste, disabled: false });
  return (
    <>
      <div
        {...handlers}
        data-over={over || undefined}
        className="flex flex-wrap items-center gap-3 rounded-card bg-surface-2 p-2 data-over:outline-2 data-over:outline-ink-1"
      >
        {/* If the image no longer exists, for example after it expired, the slot is cleared. */}
        <img
          src={`${given.url}?w=320`}
          alt=""
          onError={onGone}
          className="checkers size-14 shrink-0 rounded-control object-cover"
        />
        <span className="min-w-0 flex-1 basis-28">
          <bdi className="block truncate text-sm font-medium">{given.name === '' ? t('yours') : given.name}</bdi>
          <ImageFacts given={given} />
        </span>
        <input
          ref={picker}
          type="file"
          hidden
          accept={accept.join(',')}
          onChange={(event) => {
            offer([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <span className="ms-auto flex gap-1">
          {tools}
          <IconButton label={t('replace')} size="sm" onClick={() => picker.current?.click()}>
            <Icon of={RotateCcw} size="s" />
          </IconButton>
          <IconButton label={t('remove')} size="sm" onClick={onGone}>
            <Icon of={X} size="s" />
          </IconButton>
        </span>
      </div>
      {given.kind === 'audio' ? (
        <audio
          controls
          preload="metadata"
          src={given.url}
          aria-label={given.name === '' ? t('yours') : given.name}
          className="h-10 w-full"
        />
      ) : null}
      <DropProblem refusal={refusal} maxBytes={MAX_BYTES} />
    </>
  );
}
