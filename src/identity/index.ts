export {
  OPERATOR_ROLES,
  type OperatorRole,
  type SessionId,
  type SessionReader,
  type SessionUser,
  type UserId,
} from '../platform/http/security/session-user.js';
export { RevokeSession, SignInVisitor, SignInWithPassword, SignOutEverywhere } from './commands.js';
export type { SignedIn } from './sessions/session-issuer.js';
export {
  USER_DELETED_MESSAGE,
  USER_PURGED,
  USER_RESTORED,
  USER_SIGNED_UP,
  userLeftData,
  userSignedUpData,
  VISITOR_ARRIVED,
  visitorArrivedData,
  USER_RENAMED,
  VISITOR_GRANTED,
  visitorGrantedData,
  VISITOR_MERGED,
  visitorMergedData,
  type UserLeft,
  type UserSignedUp,
  type VisitorArrived,
  type VisitorMerged,
} from './messages.js';
export { SetAvatar } from './profile/profile.commands.js';
export { SendLetter, type LetterToUser, type WrittenLetter } from './letters/mails/send.command.js';
export { Notify } from './notices/notices.commands.js';
export type { NewNotice } from './notices/notices.js';
export type { NoticeContent } from './notices/notices.shared.js';
export { GrantCaps } from './grants/grant-caps.js';
export { FindSamePerson, type BrowserTrace } from './grants/same-person.query.js';
export { Limits } from './sign-in/limits.js';
export { FindOperators } from './operators/find-operators.js';
export { NotifyOperators } from './operators/notify-operators.js';
export { IssueAdminLink, OfferAdministration } from './operators/operators.commands.js';
export { IDENTITY_STREAMS } from './operators/operator-log/events.js';
export { FindOperatorCalls, type OperatorAct } from './operators/operator-log/queries.js';
export { adminLink } from './operators/operators.js';
export {
  FindAddressLanguage,
  FindCaller,
  FindDeparture,
  FindPublicNames,
  FindMembership,
  FindUser,
  FindUserByAddress,
  type SessionListing,
} from './queries.js';
export type { UserView } from './accounts/user.js';
