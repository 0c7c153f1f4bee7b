import { batches, columnsOf, moment, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { momentText } from "../source/report-clock";
import type { ReportChannel, ReportDevice } from "../source/report-source";

export const inventory: ReportMaker = {
	async *sections(work) {
		for (const device of work.devices) work.isDone(device);
		work.counts.devicesWithData = work.devices.length;
		yield section("Devices", [deviceTable(work)]);
		yield section("Calibrations", [calibrationTable(work)]);
	},
};

function deviceTable(work: ReportWork) {
	const { text, number, time } = columnsOf<ReportDevice>();
	const formerText = (device: ReportDevice) =>
		device.formerSerials
			.map(({ serialNumber, until }) => {
				return `${serialNumber} until ${momentText(until, work.clockOf(device), work.definition.layout)}`;
			})
			.join("; ");
	return table({
		name: "Devices",
		columns: [
			text("Device", ({ name }) => name),
			text("Serial number", ({ serialNumber }) => serialNumber),
			text("Former serial numbers", formerText, { width: 4 }),
			text("Model", ({ model }) => model),
			text("Site", ({ site }) => site),
			text("Groups", ({ groupNames }) => groupNames.join(", ")),
			number("Channels", ({ channels }) => channels.length, { digits: 0 }),
			number(
				"Calibrations",
				({ channels }) => channels.reduce((sum, { calibrations }) => sum + calibrations.length, 0),
				{ digits: 0 },
			),
			time("Since", (device) => moment(device.createdAt, work.clockOf(device))),
			time("Last received", (device) => moment(device.lastReceivedAt, work.clockOf(device))),
			time("Archived", (device) => moment(device.archivedAt, work.clockOf(device))),
		],
		rows: batches(work.devices),
		emptyText: "No devices.",
	});
}

type Row = { device: ReportDevice; channel: ReportChannel; calibration: ReportChannel["calibrations"][number] | null };

function calibrationTable(work: ReportWork) {
	const { text, time } = columnsOf<Row>();
	const rows = work.devices.flatMap((device) =>
		device.channels.flatMap((channel): Row[] => {
			const own = channel.calibrations.map((calibration) => ({ device, channel, calibration }));
			return own.length > 0 ? own : [{ device, channel, calibration: null }];
		}),
	);
	return table({
		name: "Calibrations",
		columns: [
			text("Device", ({ device }) => device.name),
			text("Serial number", ({ device }) => device.serialNumber),
			text("Channel", ({ channel }) => channel.name),
			text("Unit", ({ channel }) => channel.unit, { width: 1 }),
			time("From", ({ device, calibration }) => moment(calibration?.from ?? null, work.clockOf(device))),
			text("Calibration", ({ calibration, channel: { formula } }) => {
				return calibration?.text ?? (formula === undefined ? "None" : `Computed: ${formula}`);
			}),
			text("By", ({ calibration }) => calibration?.note ?? null),
		],
		rows: batches(rows),
		emptyText: "No channels.",
	});
}
