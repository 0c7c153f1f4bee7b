import { limits } from "../../shared/limits";
import { InputError } from "../errors";

/** Why a file as a whole cannot be read. */
export const fileProblems = [
	"missing",
	"empty",
	"too-large",
	"workbook",
	"binary",
	"line-too-long",
	"too-many-columns",
	"too-many-rows",
	"too-many-cells",
	"no-readings",
] as const;
export type FileProblem = (typeof fileProblems)[number];

const megabytes = limits.importFileBytes / 1_000_000;
const rows = limits.importReadings.toLocaleString("en-US");

const sentences: Record<FileProblem, string> = {
	missing: "Choose a file.",
	empty: "This file is empty.",
	"too-large": `This file is larger than ${megabytes} MB. Split it and import the parts.`,
	workbook: "This is a workbook. Save its sheet as CSV and import that.",
	binary: "This is not a text file. Export the readings as CSV and import that.",
	"line-too-long": "This file has a line too long for a table of readings.",
	"too-many-columns": "This file has more columns than a table of readings can have here.",
	"too-many-rows": `This file has more than ${rows} rows. Split it and import the parts.`,
	"too-many-cells": "This file has more readings than can be imported at once. Leave out columns, or split it.",
	"no-readings": "No rows with a time and a number were found in this file.",
};

export function fileProblemError(problem: FileProblem): InputError {
	return new InputError({ file: sentences[problem] });
}

export function tooManyReadingsError(count: number): InputError {
	const found = count.toLocaleString("en-US");
	return new InputError({ file: `At most ${rows} readings can be imported at once. This file has ${found}.` });
}

export function tooManyImportsError(): InputError {
	const most = limits.importsApart;
	return new InputError({ file: `${most} imports of this device can still be undone. Import this file tomorrow.` });
}
