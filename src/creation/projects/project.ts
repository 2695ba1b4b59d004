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

export type NamedProject = ProjectFacts & {
  readonly kind: 'named';
  readonly name: string;
  /** What the order by name goes by. */
  readonly sortName: string;
};
/** Stored only once the owner names the default project; it exists without a document. */
export type DefaultProject = ProjectFacts & { readonly kind: 'default'; readonly name: string };
/** Marker of a deleted project, kept until no creation can be added to it any more. */
export type DeletedProject = ProjectFacts & { readonly kind: 'deleted' };
export type Project = NamedProject | DefaultProject | DeletedProject;

/** Id of a user's default project. It is derived from the user, so the project need not be created. */
export function defaultProjectOf(owner: UserId): ProjectId {
  // An id derived from the owner is a project id by definition.
  return derivedId('default-project', owner) as ProjectId;
}

/** Project id of a user's request. It is derived from both, so a double click gives one project. */
export function projectIdOf(owner: UserId, requestId: string): ProjectId {
  // As above, derived from these two.
  return derivedId('project', owner, requestId.toLowerCase()) as ProjectId;
}

/** Sort key of a name, without case and diacritics: `Ägypten` sorts next to `agave`. */
export function sortNameOf(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * A new project.
 * @param name as returned by `projectNameOf`
 */
export function named(id: ProjectId, owner: UserId, name: string, at: Millis): NamedProject {
  return { kind: 'named', id, owner, name, sortName: sortNameOf(name), createdAt: at, changedAt: at };
}

/** The same project under another name. */
export function renamed<P extends NamedProject | DefaultProject>(project: P, name: string, at: Millis): P {
  return { ...project, name, changedAt: at, ...(project.kind === 'named' ? { sortName: sortNameOf(name) } : {}) };
}

/** The marker of a deleted project, without its name. */
export function deleted({ id, owner, createdAt }: Project, at: Millis): DeletedProject {
  return { kind: 'deleted', id, owner, createdAt, changedAt: at };
}

/** A project as its owner sees it. */
export function viewProject(project: NamedProject | DefaultProject): ProjectView {
  const { id, name } = project;
  return project.kind === 'named'
    ? { kind: 'named', id, name, createdAt: project.createdAt }
    : { kind: 'default', id, name };
}
