import { notFound } from 'next/navigation';

export function generateStaticParams(): { rest: string[] }[] {
  return [];
}

/** Unknown addresses arrive here only in development; in production the server answers them with `_missing`. */
export default function UnknownPage() {
  notFound();
}
