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
	const named = new Map(
		devices.flatMap((device) => device.channels.map(({ id, name }) => [id, `“${name}” of “${device.name}”`] as const)),
	);
	const sentences: string[] = [];
	for (const { at, entities } of changes) {
		for (const { field, before, after } of entities.flatMap(({ fields }) => fields)) {
			const [, channelId = ""] = unitField.exec(field) ?? [];
			const channel = named.get(channelId);
			if (channel === undefined || !before || !after) continue;
			const moment = momentText(at.getTime(), zoneClock(definition.zone), definition.layout);
			const changed = `The unit of ${channel} was changed from ${before} to ${after} on ${moment}.`;
			const mixed = `Earlier readings are numbers in ${before}, so its figures mix both: make a report for each part by itself.`;
			const whole = `All readings of this period are numbers in ${before}.`;
			sentences.push(`${changed} ${at.getTime() < to ? mixed : whole}`);
		}
	}
	return sentences;
}
