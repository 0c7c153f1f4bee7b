import { countOf } from "../../ui/format";
import { type FileChoices, openQuestions } from "./file-choices";
import type { TargetPreview } from "./import-preview";
import { alreadyThere } from "./recent-imports";

type Named = { id: string; name: string };

/** Why the file cannot be imported with these choices; null: it can, or it is still loading. */
export function whyNot(
	choices: FileChoices,
	previews: readonly (Pick<TargetPreview, "preview"> | null)[],
	devices: readonly Named[],
): string | null {
	const shown = previews.flatMap((one, index) => {
		const target = choices.targets[index];
		return one?.preview && target ? [{ preview: one.preview, target }] : [];
	});
	if (choices.targets.every(({ deviceId }) => deviceId === null)) return "Choose a device for one part at least.";
	const open = shown.find(({ preview }) => openQuestions(preview).length > 0);
	if (open) {
		const count = openQuestions(open.preview).length;
		const where = open.target.part === null ? "" : ` of ${open.target.part}`;
		return count === 1
			? `Answer the open question${where} first.`
			: `Answer the ${count} open questions${where} first.`;
	}
	return clash(shown, devices) ?? nothingToDo(shown);
}

type Shown = { preview: NonNullable<TargetPreview["preview"]>; target: FileChoices["targets"][number] };

/** Two parts in one channel would replace each other's values. */
function clash(shown: readonly Shown[], devices: readonly Named[]): string | null {
	const taken = new Map<string, string>();
	for (const { preview, target } of shown) {
		const columns = target.columns ?? preview.columns;
		for (const { channelId } of columns) {
			if (channelId === null) continue;
			const other = taken.get(channelId);
			const device = devices.find(({ id }) => id === target.deviceId)?.name ?? "the device";
			if (other !== undefined) return `${other} and ${target.part} lead to the same channel of ${device}.`;
			taken.set(channelId, target.part ?? "");
		}
	}
	return null;
}

function nothingToDo(shown: readonly Shown[]): string | null {
	const sum = (field: "readings" | "duplicates" | "rejectedCount") =>
		shown.reduce((total, { preview }) => total + preview[field], 0);
	if (shown.length === 0 || sum("readings") > 0) return null;
	if (shown.every(({ preview }) => preview.columns.every(({ channelId }) => channelId === null))) {
		return "No column leads to a channel yet.";
	}
	const [duplicates, rejected] = [sum("duplicates"), sum("rejectedCount")];
	if (duplicates > 0) return `Nothing to import: ${alreadyThere(duplicates)}.`;
	return rejected > 0 ? `Nothing to import: ${countOf(rejected, "cell")} skipped.` : "This file has no reading.";
}
