export { projectsPart } from './projects.data-export.js';
export { Projects } from './projects.js';
export { ProjectStore } from './project.store.js';
export { CreateProjectHandler, DeleteProjectHandler, MoveTasksHandler, RenameProjectHandler } from './project.commands.js';
export { GetProjectHandler, ListProjectsHandler, SummariseProjectsHandler } from './project.queries.js';
