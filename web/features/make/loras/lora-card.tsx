import { Layers } from 'lucide-react';
import { sampleAddress, type LoraView } from '@src/creation/engines/loras/loras.shared';
import { FAMILY_NAMES } from '@src/engine/remote/family.shared';
import { Link } from '@/i18n/navigation';
import { Badge } from '@/ui/content/badge';
import { Icon } from '@/ui/icon';

/** The sample of a LoRA, or a mark where none was made. */
export function LoraSample({ lora, alt }: { readonly lora: LoraView; readonly alt: string }) {
  const address = sampleAddress(lora);
  return (
    <span className="grid aspect-square place-items-center overflow-hidden rounded-media bg-surface-2 text-ink-3">
      {address === undefined ? (
        <Icon of={Layers} />
      ) : (
        <img src={address} alt={alt} loading="lazy" className="size-full object-cover" />
      )}
    </span>
  );
}

/** A LoRA in the list: sample, name, family and words. */
export function LoraCard({ lora }: { readonly lora: LoraView }) {
  return (
    <Link
      href={{ pathname: '/lora-detail', query: { id: lora.id } }}
      className="grid content-start gap-2 rounded-media"
    >
      <LoraSample lora={lora} alt="" />
      <span className="flex min-w-0 flex-wrap items-center justify-between gap-1.5">
        <bdi className="min-w-0 truncate font-medium">{lora.name}</bdi>
        {lora.family === undefined ? null : (
          <Badge>
            <bdi>{FAMILY_NAMES[lora.family]}</bdi>
          </Badge>
        )}
      </span>
      {lora.words.length === 0 ? null : (
        <bdi className="truncate text-xs text-ink-3">{lora.words.slice(0, 4).join(', ')}</bdi>
      )}
    </Link>
  );
}
