import { UnbuiltPage } from '@/features/unbuilt/unbuilt-page';

export default function NoSuchWork() {
  return <UnbuiltPage id="published" />;
}
