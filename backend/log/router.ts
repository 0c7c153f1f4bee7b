import { AddNote, GetLogs, GetSeries } from "../../shared/log";
import { LogFilter } from "../../shared/log-export";
import { GetImports, UndoImport } from "../../shared/reading-import";
import { getImports } from "../import/get-imports";
import { parseImportInput } from "../import/import-input";
import { importReadings } from "../import/import-readings";
import { previewImport } from "../import/preview-import";
import { undoImport } from "../import/undo-import";
import { procedureFor, router } from "../trpc";
import { getExportHead } from "./get-export-head";
import { getLogs } from "./get-logs";
import { addNote } from "./notes/add-note";
import { getSeries } from "./series/get-series";

export const logRouter = router({
	addNote: procedureFor("addNotes").input(AddNote).mutation(addNote),
	getExportHead: procedureFor("viewFleet").input(LogFilter).query(getExportHead),
	getImports: procedureFor("importReadings").input(GetImports).query(getImports),
	getLogs: procedureFor("viewFleet").input(GetLogs).query(getLogs),
	getSeries: procedureFor("viewFleet").input(GetSeries).query(getSeries),
	importReadings: procedureFor("importReadings").input(parseImportInput).mutation(importReadings),
	previewImport: procedureFor("importReadings").input(parseImportInput).mutation(previewImport),
	undoImport: procedureFor("importReadings").input(UndoImport).mutation(undoImport),
});
