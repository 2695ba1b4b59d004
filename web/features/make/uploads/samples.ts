import { fetchOnline } from '@/lib/press/network';
import drawn from '@/public/samples/samples.json';

/** A sample image, drawn by the product's engine (`npm run gallery`). Its messages are `uploads.samples.<id>`. */
export interface Sample {
  readonly id: SampleId;
  /** In `public/`. */
  readonly src: string;
  /** The thumbnail, at its displayed size. */
  readonly thumb: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const IDS = ['car', 'lake', 'roses', 'robot', 'balloons'] as const;
export type SampleId = (typeof IDS)[number];

// The list is empty until the samples are drawn, so TypeScript cannot infer the type of its entries.
const entries: readonly (Omit<Sample, 'id'> & { readonly id: string })[] = drawn;

export const SAMPLES: readonly Sample[] = entries.flatMap((entry) => {
  const id = IDS.find((one) => one === entry.id);
  return id === undefined ? [] : [{ ...entry, id }];
});

/** Fetches a sample as a file to upload. Waits for the network. @throws when the fetch fails */
export async function fetchSample({ src }: Sample): Promise<Blob> {
  const answer = await fetchOnline(() => fetch(src));
  if (!answer.ok) throw new Error(`sample answered ${answer.status}`);
  return answer.blob();
}
