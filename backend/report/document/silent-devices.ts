import type { ReportDevice } from "../source/report-source";
import type { ReportSection } from "./report-document";
import { batches, columnsOf, moment, table } from "./report-table";
import { type ReportWork, section } from "./report-work";

/** `readings` is an upper bound, so 0 is sure. Only pages leave devices out of their own part. */
export function isSilent({ isPaged }: Pick<ReportWork, "isPaged">, { channels }: Pick<ReportDevice, "channels">) {
	return isPaged && channels.every(({ readings }) => readings === 0);
}

export function silentSection(work: ReportWork, devices: readonly ReportDevice[]): ReportSection[] {
	if (devices.length === 0) return [];
	const { text, time } = columnsOf<ReportDevice>();
	return [
		section(
			"Devices without readings",
			[
				{ kind: "text", title: "", lines: ["Nothing is known of these devices in this period."] },
				table({
					name: "Devices without readings",
					columns: [
						text("Device", ({ name }) => name),
						text("Serial number", ({ serialNumber }) => serialNumber),
						text("Site", ({ site }) => site),
						text("Groups", ({ groupNames }) => groupNames.join(", ")),
						time("Last received", (device) => moment(device.lastReceivedAt, work.clockOf(device))),
					],
					rows: batches(devices),
					emptyText: "",
				}),
			],
			true,
		),
	];
}
