import { useAllowance } from '@/lib/data/allowance';
import { useVisitor } from '@/lib/session/store';

/** Whether what belongs to plans is closed to whoever is here. Before it is known it is open: the form asks for itself. */
export function useLocked(): boolean {
  const visitor = useVisitor();
  const allowance = useAllowance();
  if (allowance !== undefined) return !allowance.proModels;
  return visitor.status === 'signed-out' || visitor.status === 'failed';
}
