import { reportedTexts } from "../../../shared/base/plain-fields";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { batches, columnsOf, moment, table } from "../document/report-table";
import { namesText } from "../document/report-texts";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { momentText } from "../source/report-clock";
import type { ReportChannel, ReportDevice } from "../source/report-source";

export const inventory: ReportMaker = {
	pages: null,
	async *sections(work) {
		for (const device of work.devices) work.isDone(device);
		work.counts.devicesWithData = work.devices.length;
		const say = wordsIn(work.definition.layout.language);
		yield section(say("table.devices"), [deviceTable(work)]);
		yield section(say("table.calibrations"), [calibrationTable(work)]);
	},
};

function deviceTable(work: ReportWork) {
	const { text, number, time } = columnsOf<ReportDevice>();
	const { layout } = work.definition;
	const say = wordsIn(layout.language);
	const formerText = (device: ReportDevice) =>
		device.formerSerials
			.map(({ serialNumber, until }) => {
				return say("serialUntil", { serialNumber, until: momentText(until, work.clockOf(device), layout) });
			})
			.join("; ");
	return table({
		name: say("table.devices"),
		columns: [
			text(say("column.device"), ({ name }) => name),
			text(say("column.serialNumber"), ({ serialNumber }) => serialNumber),
			text(say("column.formerSerialNumbers"), formerText, { width: 4 }),
			...reportedTexts.map((name) => text(say(`column.${name}`), (device) => device[name])),
			text(say("column.groups"), ({ groupNames }) => namesText(groupNames, layout)),
			number(say("column.channels"), ({ channels }) => channels.length, { digits: 0 }),
			number(
				say("column.calibrations"),
				({ channels }) => channels.reduce((sum, { calibrations }) => sum + calibrations.length, 0),
				{ digits: 0 },
			),
			time(say("column.since"), (device) => moment(device.createdAt, work.clockOf(device))),
			time(say("column.lastReceived"), (device) => moment(device.lastReceivedAt, work.clockOf(device))),
			time(say("column.archived"), (device) => moment(device.archivedAt, work.clockOf(device))),
		],
		rows: batches(work.devices),
		emptyText: say("none.devices"),
	});
}

type Row = { device: ReportDevice; channel: ReportChannel; calibration: ReportChannel["calibrations"][number] | null };

function calibrationTable(work: ReportWork) {
	const { text, time } = columnsOf<Row>();
	const say = wordsIn(work.definition.layout.language);
	const rows = work.devices.flatMap((device) =>
		device.channels.flatMap((channel): Row[] => {
			const own = channel.calibrations.map((calibration) => ({ device, channel, calibration }));
			return own.length > 0 ? own : [{ device, channel, calibration: null }];
		}),
	);
	return table({
		name: say("table.calibrations"),
		columns: [
			text(say("column.device"), ({ device }) => device.name),
			text(say("column.serialNumber"), ({ device }) => device.serialNumber),
			text(say("column.channel"), ({ channel }) => channel.name),
			text(say("column.unit"), ({ channel }) => channel.unit, { width: 1 }),
			time(say("column.from"), ({ device, calibration }) => moment(calibration?.from ?? null, work.clockOf(device))),
			text(say("column.calibration"), ({ calibration, channel: { formula } }) => {
				return (
					calibration?.text ??
					(formula === undefined ? say("calibration.none") : say("calibration.computed", { formula }))
				);
			}),
			text(say("column.by"), ({ calibration }) => calibration?.note ?? null),
		],
		rows: batches(rows),
		emptyText: say("none.channels"),
	});
}
