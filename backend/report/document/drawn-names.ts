import { wordsIn } from "../../../shared/words/made/report-file-in";
import { isUndrawn } from "../formats/pdf/script-fonts";
import type { ReportDevice, ReportHead } from "../source/report-source";

/** In a PDF, names in scripts that are not drawn become serial numbers, or ids; a note says so once. */
export function drawnNames(head: ReportHead): ReportHead {
	const { definition, devices, limitNotes = [] } = head;
	if (definition.format !== "pdf" || !devices.some(({ name }) => isUndrawn(name))) return head;
	const drawn = (device: ReportDevice) =>
		isUndrawn(device.name) ? { ...device, name: device.serialNumber ?? device.id } : device;
	const note = wordsIn(definition.layout.language)("note.undrawnNames");
	return { ...head, devices: devices.map(drawn), limitNotes: [...limitNotes, note] };
}
