import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { AuditRow } from "../../db/audit-rows";
import { momentText, zoneClock } from "./report-clock";
import type { ReportedRun } from "./report-run";

const unitField = /^channels\.(\w+)\.unit$/;

type Named = { name: string; channels: readonly { id: string; name: string }[] };

/** Sentences about channels whose unit changed in the period: all readings are shown in the current unit. */
export function unitChanges(
	changes: readonly AuditRow[],
	{ to, definition }: ReportedRun,
	devices: readonly Named[],
): string[] {
	const { zone, layout } = definition;
	const say = wordsIn(layout.language);
	const named = new Map(
		devices.flatMap((device) =>
			device.channels.map(({ id, name }) => [id, { channel: name, device: device.name }] as const),
		),
	);
	const sentences: string[] = [];
	for (const { at, entities } of changes) {
		for (const { field, before, after } of entities.flatMap(({ fields }) => fields)) {
			const [, channelId = ""] = unitField.exec(field) ?? [];
			const channel = named.get(channelId);
			if (channel === undefined || !before || !after) continue;
			const time = momentText(at.getTime(), zoneClock(zone), layout);
			const key = at.getTime() < to ? "note.unitChanged" : "note.unitChangedAfter";
			sentences.push(say(key, { ...channel, before: String(before), after: String(after), time }));
		}
	}
	return sentences;
}
