import { type FileChoices, openQuestions } from "../../../shared/log/file-choices";
import { t } from "../../words/made/import";
import type { TargetPreview } from "./import-preview";

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
	if (choices.targets.every(({ deviceId }) => deviceId === null)) return t("whyNot.noDevice");
	const open = shown.find(({ preview }) => openQuestions(preview).length > 0);
	if (open) {
		const count = openQuestions(open.preview).length;
		const { part } = open.target;
		return part === null ? t("whyNot.question", { count }) : t("whyNot.questionOfPart", { count, part });
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
			const device = devices.find(({ id }) => id === target.deviceId)?.name ?? t("whyNot.theDevice");
			if (other !== undefined) return t("whyNot.clash", { part: other, other: target.part ?? "", device });
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
		return t("whyNot.noColumn");
	}
	const [duplicates, rejected] = [sum("duplicates"), sum("rejectedCount")];
	if (duplicates > 0) return t("nothingToImport", { count: duplicates });
	return rejected > 0 ? t("nothingToImport.skipped", { count: rejected }) : t("whyNot.noReading");
}
