import { notFound } from 'next/navigation';

/** Whatever no other page is: the 404 page, inside the frame. */
export default function Rest(): never {
  notFound();
}
