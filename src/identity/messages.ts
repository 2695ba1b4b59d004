import { z } from 'zod';
import type { OutboxMessage } from '../platform/documents/port.js';
import type { UserId } from '../platform/http/session-user.js';

/** Told once when a device's first visit made a user. */
export const VISITOR_ARRIVED = 'VisitorArrived';
export const visitorArrivedData = z.object({
  userId: z.string().min(1).transform((id) => id as UserId), // the brand is given where the message enters
  /** False when the address has brought its share of visitors today. */
  grantAllowed: z.boolean(),
});
export type VisitorArrived = z.infer<typeof visitorArrivedData>;

/** The message as it goes to the outbox; its id is the user's, for it is told once. */
export function visitorArrived(data: VisitorArrived): OutboxMessage {
  return { id: `visitor-arrived.${data.userId}`, type: VISITOR_ARRIVED, data: { userId: data.userId, grantAllowed: data.grantAllowed } };
}
