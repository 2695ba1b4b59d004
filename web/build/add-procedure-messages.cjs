const { addProcedures, FOLDER, PROCEDURE_AREAS, procedureFiles } = require('./procedure-messages.cjs');

/** Adds the texts of the creation calls to an area of `web/messages` while building, before its messages are compiled. */
module.exports = function addProcedureMessages(source) {
  const [, language, area] = /messages[\\/]([^\\/]+)[\\/]([^\\/]+)\.json$/.exec(this.resourcePath) ?? [];
  if (!PROCEDURE_AREAS.includes(area)) return source;
  this.addContextDependency(FOLDER);
  for (const file of procedureFiles(language)) this.addDependency(file);
  return JSON.stringify(addProcedures(language, area, JSON.parse(source)));
};
