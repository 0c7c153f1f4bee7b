import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { ReportDevice } from "../source/report-source";
import type { ReportSection } from "./report-document";
import { batches, columnsOf, moment, table } from "./report-table";
import { namesText } from "./report-texts";
import { type ReportWork, section } from "./report-work";

/** `readings` is an upper bound, so 0 is sure. Only pages leave devices out of their own part. */
export function isSilent({ isPaged }: Pick<ReportWork, "isPaged">, { channels }: Pick<ReportDevice, "channels">) {
	return isPaged && channels.every(({ readings }) => readings === 0);
}

export function silentSection(work: ReportWork, devices: readonly ReportDevice[]): ReportSection[] {
	if (devices.length === 0) return [];
	const { text, time } = columnsOf<ReportDevice>();
	const { layout } = work.definition;
	const say = wordsIn(layout.language);
	return [
		section(
			say("table.devicesWithoutReadings"),
			[
				{ kind: "text", title: "", lines: [say("silent.nothingKnown")] },
				table({
					name: say("table.devicesWithoutReadings"),
					columns: [
						text(say("column.device"), ({ name }) => name),
						text(say("column.serialNumber"), ({ serialNumber }) => serialNumber),
						text(say("column.site"), ({ site }) => site),
						text(say("column.groups"), ({ groupNames }) => namesText(groupNames, layout)),
						time(say("column.lastReceived"), (device) => moment(device.lastReceivedAt, work.clockOf(device))),
					],
					rows: batches(devices),
					emptyText: "",
				}),
			],
			true,
		),
	];
}
