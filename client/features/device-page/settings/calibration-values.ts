import {
	type Calibration,
	calibrationAt,
	calibrationStepMs,
	type SetCalibration,
} from "../../../../shared/calibration";
import type { ChannelLatest, Device } from "../../../../shared/device";
import { deviceZone } from "../../../../shared/time-zones";
import { typedNumber } from "../../../forms/typed-setting";
import { instantOf, wallText } from "../../../ui/time/wall-time";
import { calibrationThrough } from "./two-points";

/** What the form of a calibration holds: texts as they are typed. */
export type CalibrationValues = {
	/** By the device's clock, as the browser's own field has it: `2026-11-21T14:15`. */
	from: string;
	way: "points" | "formula";
	reads: string;
	should: string;
	/** A second point; empty: there is none. */
	secondReads: string;
	secondShould: string;
	scale: string;
	offset: string;
};

export function newCalibration(device: Device, now: number): CalibrationValues {
	const from = Math.floor(now / calibrationStepMs) * calibrationStepMs;
	return {
		from: wallText(deviceZone(device), from).slice(0, 16).replace(" ", "T"),
		way: "points",
		reads: "",
		should: "",
		secondReads: "",
		secondShould: "",
		scale: "1",
		offset: "0",
	};
}

/** As the procedure wants it; unchecked until the shared schema has seen it. */
export function toSetCalibration(values: CalibrationValues, channel: ChannelLatest, device: Device): SetCalibration {
	const from = instantOf(deviceZone(device), values.from) ?? Number.NaN;
	const { id: channelId, calibrations: seen } = channel;
	return { channelId, from, ...formulaOf(values, calibrationAt(seen, from)), seen };
}

function formulaOf(values: CalibrationValues, present: Omit<Calibration, "from">): Omit<Calibration, "from"> {
	if (values.way === "formula") return { scale: typedNumber(values.scale), offset: typedNumber(values.offset) };
	const first = { reads: typedNumber(values.reads), should: typedNumber(values.should) };
	const hasSecond = values.secondReads.trim() !== "" || values.secondShould.trim() !== "";
	if (!hasSecond) return calibrationThrough([first], present);
	const second = { reads: typedNumber(values.secondReads), should: typedNumber(values.secondShould) };
	return calibrationThrough([first, second], present);
}

/** Where the form shows what the schema says of a part of the input. */
export function fieldOfCalibration(
	path: string,
	{ way, reads, should, secondReads, secondShould }: CalibrationValues,
): string {
	if (way === "formula" || path === "from") return path;
	if (!isNumber(reads)) return "reads";
	if (!isNumber(should)) return "should";
	const hasSecond = secondReads.trim() !== "" || secondShould.trim() !== "";
	if (!hasSecond) return "should";
	return isNumber(secondReads) ? "secondShould" : "secondReads";
}

function isNumber(text: string): boolean {
	return Number.isFinite(typedNumber(text));
}
