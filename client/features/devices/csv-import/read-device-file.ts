import type { DeviceFile } from "./device-file";

type ReadFile = { file: DeviceFile } | { complaint: string };

/** Reads what was chosen. The code that takes it apart comes with the first file. */
export async function readDeviceFile(chosen: File): Promise<ReadFile> {
	try {
		const [content, { complaintOf, decodeText, formatComplaintOf, parseDeviceFile }] = await Promise.all([
			chosen.arrayBuffer(),
			import("./device-file"),
		]);
		const bytes = new Uint8Array(content);
		const foreign = formatComplaintOf(bytes);
		if (foreign !== null) return { complaint: foreign };
		const file = parseDeviceFile(chosen.name, decodeText(bytes));
		const complaint = complaintOf(file);
		return complaint === null ? { file } : { complaint };
	} catch {
		// The file is gone, may not be read, or the code for it did not come: each is mended by choosing it again.
		return { complaint: "This file could not be read. Choose it again." };
	}
}
