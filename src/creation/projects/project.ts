import type { Brand } from '../../kernel/brand.js';
import type { Millis } from '../../kernel/clock.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import type { ProjectView } from './project.shared.js';

export type ProjectId = Brand<string, 'ProjectId'>;

interface ProjectFacts {
  readonly id: ProjectId;
  readonly owner: UserId;
  readonly createdAt: Millis;
  readonly changedAt: Millis;
}

export type NamedProject = ProjectFacts & { readonly kind: 'named'; readonly name: string; /** What the order by name goes by. */ readonly sortName: string };
/** Written only when its owner gives the default project a name: it is there without being written. */
export type DefaultProject = ProjectFacts & { readonly kind: 'default'; readonly name: string };
/** What is left of a deleted one until no creation can come into it any more. */
export type DeletedProject = ProjectFacts & { readonly kind: 'deleted' };
export type Project = NamedProject | DefaultProject | DeletedProject;

/** The id of the project that every user has; it follows from the user, so that it need not be made. */
export function defaultProjectOf(owner: UserId): ProjectId {
  // An id derived from the owner is what the brand represents.
  return derivedId('default-project', owner) as ProjectId;
}

/** The id of the project of a user's request: it follows from the two, so that a double click is one project. */
export function projectIdOf(owner: UserId, requestId: string): ProjectId {
  // As above, of these two.
  return derivedId('project', owner, requestId.toLowerCase()) as ProjectId;
}

/** A name without case and marks: `Ägypten` stands beside `agave`. */
export function sortNameOf(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A new project. @param name as `projectNameOf` gives it */
export function named(id: ProjectId, owner: UserId, name: string, at: Millis): NamedProject {
  return { kind: 'named', id, owner, name, sortName: sortNameOf(name), createdAt: at, changedAt: at };
}

/** The same project under another name. */
export function renamed<P extends NamedProject | DefaultProject>(project: P, name: string, at: Millis): P {
  return { ...project, name, changedAt: at, ...(project.kind === 'named' ? { sortName: sortNameOf(name) } : {}) };
}

/** What is left of a project that is deleted: not its name. */
export function deleted({ id, owner, createdAt }: Project, at: Millis): DeletedProject {
  return { kind: 'deleted', id, owner, createdAt, changedAt: at };
}

/** A project as its owner sees it. */
export function viewProject(project: NamedProject | DefaultProject): ProjectView {
  const { id, name } = project;
  return project.kind === 'named' ? { kind: 'named', id, name, createdAt: project.createdAt } : { kind: 'default', id, name };
}
