import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Collection, DocumentStore, FindQuery, Page, Versioned } from '../../platform/documents/port.js';
import { decide } from '../../platform/documents/update.js';
import type { InProject } from '../tasks/task.state.js';
import { defaultProjectOf, type DeletedProject, type NamedProject, type Project, type ProjectId } from './project.js';
import type { ProjectOrder } from './project.shared.js';

// Safe without a check: only our own writes are read here.
const name = <T extends string>(): z.ZodType<T> =>
  z.custom<T>((value) => typeof value === 'string' && value.length > 0);
const facts = z.object({ id: name<ProjectId>(), owner: name<UserId>(), createdAt: z.int(), changedAt: z.int() });
const stored: z.ZodType<Project> = z.discriminatedUnion('kind', [
  facts.extend({ kind: z.literal('named'), name: z.string(), sortName: z.string() }),
  facts.extend({ kind: z.literal('default'), name: z.string() }),
  facts.extend({ kind: z.literal('deleted') }),
]);

const DEFINITION = {
  name: 'projects_v1',
  indexes: [
    ['owner', 'kind', 'createdAt'],
    ['owner', 'kind', 'sortName'],
    ['kind', 'changedAt'],
  ],
} as const;
const ORDERS: Readonly<Record<ProjectOrder, FindQuery['order'] & object>> = {
  newest: { field: 'createdAt', direction: 'descending' },
  name: { field: 'sortName', direction: 'ascending' },
};
const PAGE = 200;

/**
 * Projects as documents; every write is a compare-and-set.
 * @throws StoreUnavailable from every call
 */
export class ProjectStore {
  private constructor(private readonly projects: Collection<Project>) {}

  static async open(documents: DocumentStore): Promise<ProjectStore> {
    return new ProjectStore(await documents.collection<Project>(DEFINITION, (value) => stored.parse(value)));
  }

  async get(id: ProjectId): Promise<Project | undefined> {
    return (await this.projects.get(id))?.document;
  }

  /** The reference to this project for a task; PROJECT_NOT_FOUND if the owner has no such project. */
  async place(owner: UserId, id: ProjectId): Promise<Result<InProject, ProductError>> {
    if (id === defaultProjectOf(owner)) return ok({});
    const found = await this.get(id);
    return found?.kind === 'named' && found.owner === owner
      ? ok({ project: id })
      : err(productError('PROJECT_NOT_FOUND'));
  }

  /** @returns `conflict` if the id exists */
  create(document: Project): Promise<'written' | 'conflict'> {
    return this.projects.put({ id: document.id, document, expectedVersion: 0 });
  }

  /**
   * Read-modify-write; retries after a conflict.
   * @param change gets undefined if there is no such project; a result identical to its input is not written
   * @returns the project afterwards, or the decision's refusal
   */
  change<P extends Project, E>(
    id: ProjectId,
    change: (project: Project | undefined) => Result<P, E>,
  ): Promise<Result<P, E>> {
    return decide<Project, Result<P, E>>(this.projects, id, (before) => {
      const answer = change(before?.document);
      return !answer.ok || answer.value === before?.document
        ? { answer }
        : { answer, write: { document: answer.value } };
    });
  }

  /** Removes the document of a deleted project. */
  async forget({ id, version }: Versioned<DeletedProject>): Promise<void> {
    await this.projects.delete(id, version);
  }

  /** Removes the document with this id if it belongs to the owner. */
  async remove(owner: UserId, id: ProjectId): Promise<void> {
    const found = await this.projects.get(id);
    if (found?.document.owner === owner) await this.projects.delete(id, found.version);
  }

  /**
   * An owner's projects without the default one.
   * @throws InvalidCursor
   */
  async list(
    owner: UserId,
    order: ProjectOrder,
    limit: number,
    after?: string,
  ): Promise<{ readonly projects: readonly NamedProject[]; readonly next?: string }> {
    const page = await this.projects.find({
      where: { owner, kind: 'named' },
      order: ORDERS[order],
      limit,
      ...defined({ after }),
    });
    return {
      projects: page.items.flatMap(({ document }) => (document.kind === 'named' ? [document] : [])),
      ...defined({ next: page.next }),
    };
  }

  /** Number of an owner's projects besides the default one. */
  count(owner: UserId): Promise<number> {
    return this.projects.count({ owner, kind: 'named' });
  }

  /** All projects of an owner besides the default one, oldest first. */
  async *of(owner: UserId): AsyncGenerator<NamedProject, void, undefined> {
    for await (const { document } of this.pages({
      where: { owner, kind: 'named' },
      order: { field: 'createdAt', direction: 'ascending' },
      limit: PAGE,
    })) {
      if (document.kind === 'named') yield document;
    }
  }

  /**
   * Deleted projects, earliest deletion first, page by page.
   * @throws InvalidCursor
   */
  async deleted(
    limit: number,
    after?: string,
  ): Promise<{ readonly projects: readonly Versioned<DeletedProject>[]; readonly next?: string }> {
    const page = await this.projects.find({
      where: { kind: 'deleted' },
      order: { field: 'changedAt', direction: 'ascending' },
      limit,
      ...defined({ after }),
    });
    return {
      projects: page.items.flatMap(({ document, ...rest }) =>
        document.kind === 'deleted' ? [{ ...rest, document }] : [],
      ),
      ...defined({ next: page.next }),
    };
  }

  private async *pages(query: FindQuery): AsyncGenerator<Versioned<Project>, void, undefined> {
    let after: string | undefined;
    do {
      const page: Page<Project> = await this.projects.find({ ...query, ...defined({ after }) });
      yield* page.items;
      after = page.next;
    } while (after !== undefined);
  }
}
