import { ParsedImport } from "./parsed-file";

/**
 * What both calls take: the browser sends a form, the backend Worker hands on what it read from it. Whoever sends the
 * read form by themselves is checked like the Worker, and gains nothing: it says no more than a file could.
 */
export type ImportInput = FormData | ParsedImport;

export function parseImportInput(input: unknown): ImportInput {
	return input instanceof FormData ? input : ParsedImport.parse(input);
}
