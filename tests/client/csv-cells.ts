import Papa from "papaparse";

export function cellsOf(text: string): string[][] {
	const { data, errors } = Papa.parse<string[]>(text, { newline: "\r\n", delimiter: ",", skipEmptyLines: true });
	if (errors.length > 0) throw new Error(`Not CSV: ${errors.map(({ message }) => message).join(" ")}`);
	return data;
}
