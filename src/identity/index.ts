export { OPERATOR_ROLES, type OperatorRole, type SessionId, type SessionReader, type SessionUser, type UserId } from '../platform/http/session-user.js';
export { RevokeSession, SignInVisitor, type SignedIn } from './commands.js';
export { VISITOR_ARRIVED, visitorArrivedData, type VisitorArrived } from './messages.js';
export { FindUser } from './queries.js';
export type { UserView } from './user.js';
