import { notFound } from 'next/navigation';

/** Of published works there is none. */
export default function Page(): never {
  notFound();
}
