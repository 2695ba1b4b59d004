import { fetchOnline } from '@/lib/press/network';
import drawn from '@/public/samples/samples.json';

/** An image to try things on, drawn by the product's own engine (`npm run gallery`). Its words are `uploads.samples.<id>`. */
export interface Sample {
  readonly id: SampleId;
  /** In `public/`. */
  readonly src: string;
  /** As small as it is shown. */
  readonly thumb: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const IDS = ['car', 'lake', 'roses', 'robot', 'balloons'] as const;
export type SampleId = (typeof IDS)[number];

// Until the images are drawn the list is empty, and its entries have no type of their own.
const entries: readonly (Omit<Sample, 'id'> & { readonly id: string })[] = drawn;

export const SAMPLES: readonly Sample[] = entries.flatMap((entry) => {
  const id = IDS.find((one) => one === entry.id);
  return id === undefined ? [] : [{ ...entry, id }];
});

/** A sample as a file, to be uploaded like one's own; fetched once there is a network. @throws when it cannot be fetched */
export async function fetchSample({ src }: Sample): Promise<Blob> {
  const answer = await fetchOnline(() => fetch(src));
  if (!answer.ok) throw new Error(`sample answered ${answer.status}`);
  return answer.blob();
}
