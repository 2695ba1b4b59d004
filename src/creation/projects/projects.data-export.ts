import type { UserId } from '../../kernel/ids.js';
import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import type { TaskStore } from '../tasks/task.store.js';
import type { Projects } from './projects.js';

/**
 * Exports a user's projects by name, with the ids of the works in each. A user with only the unnamed default project
 * has no such part.
 */
export function projectsPart({
  projects,
  tasks,
}: {
  readonly projects: Pick<Projects, 'all'>;
  readonly tasks: Pick<TaskStore, 'changedSince'>;
}): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const found = [];
    for await (const project of projects.all(userId)) found.push(project);
    const newest = found.at(-1);
    if (newest === undefined) return;
    const works = new Map<string | undefined, Set<string>>();
    for await (const { document: task } of tasks.changedSince(userId, -1)) {
      for (const ids of works.values()) ids.delete(task.id);
      works.set(task.project, (works.get(task.project) ?? new Set()).add(task.id));
    }
    yield jsonFile(
      'projects.json',
      newest.createdAt,
      found.map(({ id, kind, name, createdAt }) => ({
        id,
        name,
        isDefault: kind === 'default',
        made: new Date(createdAt).toISOString(),
        works: [...(works.get(kind === 'default' ? undefined : id) ?? [])],
      })),
    );
  }
  return { name: 'projects', files };
}
