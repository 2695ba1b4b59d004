import { useAllowance } from '@/lib/data/allowance';
import { useVisitor } from '@/lib/session/store';

/** Whether features of paid plans are locked for this user. False until known, because the form checks again. */
export function useLocked(): boolean {
  const visitor = useVisitor();
  const allowance = useAllowance();
  if (allowance !== undefined) return !allowance.proModels;
  return visitor.status === 'signed-out' || visitor.status === 'failed';
}
