const keptForMs = 60_000;

/** Saves what the page made itself as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(content);
	link.download = name;
	link.click();
	// Not at once: some browsers read the bytes only after that.
	setTimeout(() => URL.revokeObjectURL(link.href), keptForMs);
}
