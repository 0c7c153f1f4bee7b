/** Spreadsheets take a file without it for one of the computer's old code page. */
const byteOrderMark = "\uFEFF";

/** Offers text as a file. */
export function downloadText(fileName: string, text: string): void {
	const address = URL.createObjectURL(new Blob([byteOrderMark, text], { type: "text/csv;charset=utf-8" }));
	const link = document.createElement("a");
	link.href = address;
	link.download = fileName;
	link.click();
	URL.revokeObjectURL(address);
}
