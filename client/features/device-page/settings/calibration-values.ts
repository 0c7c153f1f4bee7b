import {
	type Calibration,
	calibrationAt,
	calibrationStepMs,
	type SetCalibration,
} from "../../../../shared/device/calibration";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { specifiedStyle } from "../../../../shared/formats/display-formats";
import { shownNumber } from "../../../../shared/formats/shown-numbers";
import { type Measure, readIn } from "../../../../shared/formats/units";
import { deviceZone } from "../../../../shared/time/time-zones";
import { typedNumber } from "../../../forms/typed-setting";
import { momentText, typedInstant } from "../../../ui/time/typed-moment";
import { wallText } from "../../../ui/time/wall-time";
import { digitsText, valueStyle } from "../../../ui/value-display";
import { t } from "../../../words/made/device";

export type CalibrationValues = {
	from: string;
	way: "points" | "formula";
	reads: string;
	should: string;
	secondReads: string;
	secondShould: string;
	scale: string;
	offset: string;
};

export function newCalibration(device: Device, now: number): CalibrationValues {
	const from = Math.floor(now / calibrationStepMs) * calibrationStepMs;
	return {
		from: momentText(wallText(deviceZone(device), from)),
		way: "points",
		reads: "",
		should: "",
		secondReads: "",
		secondShould: "",
		scale: "1",
		offset: "0",
	};
}

export function toSetCalibration(values: CalibrationValues, channel: ChannelLatest, device: Device): SetCalibration {
	const from = typedInstant(deviceZone(device), values.from) ?? Number.NaN;
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

/** A calibration's effect on a reading: `× 1.02 + 0.5 °C`, `− 0.3 °C`, `as sent`. */
export function formatFormula({ scale, offset }: Formula, channel: Measure): string {
	const shown = readIn(channel, isOffsetRead(channel, scale) ? valueStyle() : specifiedStyle);
	const stretched = scale === 1 ? "" : `× ${numberText(scale)}`;
	const sign = offset < 0 ? "−" : "+";
	const moved =
		offset === 0
			? ""
			: `${sign} ${numberText(Math.abs(shownNumber(offset, shown, true)))}${shown.unit === "" ? "" : ` ${shown.unit}`}`;
	return [stretched, moved].filter(Boolean).join(" ") || t("calibration.asSent");
}

/** A factor would move the zero point of another temperature scale, so that offset stays in the channel's unit. */
export function isOffsetRead(channel: Measure, scale: number): boolean {
	return scale === 1 || readIn(channel, valueStyle()).read(0) === 0;
}

function numberText(value: number): string {
	return digitsText(String(value));
}

type Point = { reads: number; should: number };
type Formula = Pick<Calibration, "scale" | "offset">;

/**
 * One point shifts the readings of `present`, two also scale them. Invalid numbers give NaN, which the schema rejects.
 */
export function calibrationThrough([low, high]: [Point] | [Point, Point], present: Formula): Formula {
	const scale = high ? (high.should - low.should) / (high.reads - low.reads) : 1;
	const offset = low.should - scale * low.reads;
	return {
		scale: finite(present.scale * scale),
		offset: finite(present.offset * scale + offset),
	};
}

function finite(value: number): number {
	return Number.isFinite(value) ? Number(value.toPrecision(12)) : Number.NaN;
}

export function recalibrated(shown: number, present: Formula, next: Formula): number {
	return ((shown - present.offset) / present.scale) * next.scale + next.offset;
}
