'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { Draft } from '@/features/make/create/draft/draft';
import { changeForm } from '@/features/make/create/draft/draft-store';
import { firstDraft } from '@/features/make/create/draft/first-draft';
import { ofUpload, type Given } from '@/features/make/create/draft/given-inputs';
import { passOn } from '@/features/make/create/press/kept-press';
import { byModel, chosenModel, priceOf } from '@/features/make/create/press/quote';
import { isExperimental } from '@/features/make/create/form/model-facts';
import { TOOL_ICONS } from '@/features/make/procedures/icons';
import { IMAGE_INPUT_TOOLS, type ImageInputTool } from '@/features/make/create/form/tools';
import { mainRole, needsMask, problemOf, type DraftRequest } from '@/features/make/create/draft/draft-request';
import { ImageFacts } from '@/features/make/uploads/image-facts';
import { RecipeOffer } from '@/features/make/uploads/recipe-offer';
import { useUpload } from '@/features/core/uploads/use-upload';
import { LateWords } from '@/i18n/late-words';
import { useRouter } from '@/i18n/navigation';
import { IMAGE_AREAS } from '@/i18n/page-areas';
import { useModels } from '@/lib/data/account';
import { DataProvider } from '@/lib/trpc/data-provider';
import { IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Badge } from '@/ui/content/badge';
import { Media } from '@/ui/media/media';
import { Skeleton } from '@/ui/content/skeleton';
import { UploadProgress } from '@/ui/form/upload-progress';
import type { UploadView } from '@src/creation/uploads/upload.shared';

/** The user's file, or a sample. */
export interface Brought {
  /** A new key starts a new upload. */
  readonly key: string;
  readonly file: Blob;
  readonly name: string;
}

/**
 * A tool's button. One press creates the result, unless the tool needs more than the image, such as a painted mask or
 * words.
 */
function Choice({
  tool,
  image,
  onPress,
}: {
  readonly tool: ImageInputTool;
  readonly image: Given;
  readonly onPress: (request: DraftRequest, shown: { readonly id: string; readonly price: number }) => void;
}) {
  const t = useTranslations('home.show');
  const names = useTranslations('tools');
  const mark = useTranslations('image.experimental');
  const { models } = useModels(tool.procedure);
  const draft: Draft =
    tool.procedure === 'imageTools.backgroundChanger'
      ? { ...firstDraft(tool.procedure, image), prompt: t('scene') }
      : firstDraft(tool.procedure, image);
  const request: DraftRequest = {
    procedure: tool.procedure,
    draft,
    given: { [mainRole(tool.procedure) ?? 'image']: image },
  };
  const model = chosenModel(models, undefined, request);
  const price = model === undefined ? undefined : priceOf(model, request);
  if (model === undefined || price === undefined) return null;
  return (
    <li>
      <button
        type="button"
        onClick={() => onPress(request, { id: model.id, price })}
        className="grid h-full w-full content-start gap-1 rounded-card bg-surface-2 p-3 text-start transition-colors quick hover:bg-surface-3"
      >
        <Icon of={TOOL_ICONS[tool.id]} className="text-ink-2" />
        <span className="pt-1 text-sm font-medium">{names(`names.${tool.id}`)}</span>
        <span className="num text-xs text-ink-3">{names('price', { count: price })}</span>
        {isExperimental(tool.procedure, model) ? (
          <Badge tone="warning" className="mt-1 justify-self-start">
            {mark('badge')}
          </Badge>
        ) : null}
      </button>
    </li>
  );
}

function Choices({ image }: { readonly image: Given }) {
  const t = useTranslations('home.show');
  const router = useRouter();
  const { isPending } = useModels();
  const first = useRef<HTMLUListElement>(null);
  // The choices appear after a press, so the focus moves to them.
  useEffect(() => first.current?.querySelector('button')?.focus({ preventScroll: true }), [isPending]);
  const press = (
    tool: ImageInputTool,
    request: DraftRequest,
    shown: { readonly id: string; readonly price: number },
  ): void => {
    changeForm(tool.procedure, { draft: request.draft, given: request.given, shown: undefined });
    if (problemOf(request, !needsMask(tool.procedure)) === undefined)
      passOn(tool.procedure, byModel(request, shown), shown.price);
    router.push(tool.href);
  };
  return (
    <>
      <h2 className="text-md font-medium">{t('choices')}</h2>
      {isPending ? <Skeleton className="h-44 w-full rounded-card" /> : null}
      <ul ref={first} className="grid grid-cols-3 gap-2 max-sm:grid-cols-2">
        {IMAGE_INPUT_TOOLS.map((tool) => (
          <Choice key={tool.id} tool={tool} image={image} onPress={(request, shown) => press(tool, request, shown)} />
        ))}
      </ul>
    </>
  );
}

function Panel({ brought, onOther }: { readonly brought: Brought; readonly onOther: () => void }) {
  const t = useTranslations('home.show');
  const [image, setImage] = useState<Given>();
  const [recipe, setRecipe] = useState<UploadView['recipe']>();
  const { arriving, start, cancel, retry } = useUpload('image', (view, name) => {
    setRecipe(view.recipe);
    setImage(ofUpload(view, name));
  });
  const begin = useRef(start);
  useEffect(() => begin.current(brought.file, brought.name), [brought]);
  const shown = image === undefined ? arriving?.preview : `${image.url}?w=1024`;
  return (
    <section aria-label={t('yours')} className="grid gap-3.5 rounded-stage bg-surface-1 p-3.5">
      <Media
        ratio={image === undefined ? '16 / 10' : String(Math.max(1.3, image.width / image.height))}
        className="rounded-media"
      >
        {shown === undefined ? (
          <span aria-hidden className="absolute inset-0 sheen" />
        ) : (
          <img src={shown} alt={brought.name} className="size-full object-contain" />
        )}
        <IconButton label={t('other')} tone="glass" className="absolute end-2.5 top-2.5" onClick={onOther}>
          <Icon of={X} size="s" />
        </IconButton>
      </Media>
      {arriving === undefined ? null : (
        <UploadProgress
          name={brought.name}
          state={arriving.state}
          onRetry={retry}
          onCancel={() => {
            cancel();
            onOther();
          }}
        />
      )}
      {image === undefined ? null : (
        <>
          <div>
            <bdi className="block truncate text-sm font-medium">{image.name}</bdi>
            <ImageFacts given={image} />
          </div>
          {recipe === undefined ? null : <RecipeOffer recipe={recipe} onClose={() => setRecipe(undefined)} />}
          <Choices image={image} />
        </>
      )}
    </section>
  );
}

/** Uploads an image, then offers the tools for it, each one press with its price. Loaded once there is an image. */
export default function ImageChoices(props: { readonly brought: Brought; readonly onOther: () => void }) {
  return (
    <LateWords areas={IMAGE_AREAS} meanwhile={<Skeleton className="aspect-[1.16] w-full rounded-stage" />}>
      <DataProvider>
        <Panel {...props} />
      </DataProvider>
    </LateWords>
  );
}
