import { GetImports, type ReadingImport, UndoImport, UndoImportBatch } from "../../shared/log/reading-import";
import { EndVerdict, GetVerdicts, JudgeReadings } from "../../shared/log/reading-verdicts";
import { FormatTarget, KeepFormat, RenameFormat } from "../../shared/log/stored-format";
import type { Call } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { listImports, toReadingImport } from "../db/import-rows";
import { deviceOrThrow, devicesInScope } from "../group/scope";
import { importReadings, previewImport } from "./import-readings";
import { endVerdict, getVerdicts, judgeReadings } from "./judge-readings";
import { parseImportInput } from "./plan-import";
import { getFileFormats, keepFileFormat, removeFileFormat, renameFileFormat } from "./stored-formats";
import { undoImport, undoImportBatch } from "./undo-import";

const mostImports = 300;

export const importRouter = router({
	getFileFormats: procedureFor("importReadings").query(getFileFormats),
	keepFileFormat: procedureFor("importReadings").input(KeepFormat).mutation(keepFileFormat),
	renameFileFormat: procedureFor("importReadings").input(RenameFormat).mutation(renameFileFormat),
	deleteFileFormat: procedureFor("importReadings").input(FormatTarget).mutation(removeFileFormat),
	getImports: procedureFor("importReadings").input(GetImports).query(getImports),
	importReadings: procedureFor("importReadings").input(parseImportInput).mutation(importReadings),
	previewImport: procedureFor("importReadings", { unaudited: "A preview changes nothing." })
		.input(parseImportInput)
		.mutation(previewImport),
	undoImport: procedureFor("importReadings").input(UndoImport).mutation(undoImport),
	undoImportBatch: procedureFor("importReadings").input(UndoImportBatch).mutation(undoImportBatch),
	judgeReadings: procedureFor("importReadings").input(JudgeReadings).mutation(judgeReadings),
	endVerdict: procedureFor("importReadings").input(EndVerdict).mutation(endVerdict),
	getVerdicts: procedureFor("viewFleet").input(GetVerdicts).query(getVerdicts),
});

async function getImports({ ctx, input }: Call<GetImports>): Promise<ReadingImport[]> {
	const deviceIds = input?.deviceId === undefined ? devicesInScope(ctx) : [deviceOrThrow(ctx, input.deviceId).id];
	return listImports(ctx.db, deviceIds, mostImports).map(toReadingImport);
}
