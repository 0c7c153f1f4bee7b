import type { AddCertificate, AsFound, Certificate, CertificatePoint } from "../../../../shared/device/certificate";
import { outerPoints } from "../../../../shared/device/certificate";
import type { ChannelLatest } from "../../../../shared/device/device";
import { unitConversion, unitsLike } from "../../../../shared/formats/unit-spellings";
import type { ChosenFile } from "../../../forms/attachment-field";
import { typedNumber } from "../../../forms/typed-setting";
import type { FormPart } from "../../../forms/versioned-form";
import { dayText, momentText, parseDay } from "../../../ui/time/typed-moment";
import { digitsText } from "../../../ui/value-display";
import { t } from "../../../words/made/certificates";
import type { CalibrationValues } from "./calibration-values";

export type PointValues = {
	reference: string;
	reading: string;
	uncertainty: string;
	result: CertificatePoint["result"];
};

export type CertificateValues = {
	channelId: string;
	laboratory: string;
	number: string;
	calibratedOn: string;
	dueOn: string;
	asFound: AsFound;
	unit: string;
	points: PointValues[];
	note: string;
	attachment: ChosenFile | null;
	isOlderThanDevice: boolean;
};

export const emptyPoint: PointValues = { reference: "", reading: "", uncertainty: "", result: "within" };

export function newCertificate(channel: Pick<ChannelLatest, "id" | "unit">, today: string): CertificateValues {
	const facts = { laboratory: "", number: "", calibratedOn: today, dueOn: "", note: "", attachment: null };
	return {
		...facts,
		channelId: channel.id,
		unit: channel.unit,
		asFound: "within",
		points: [],
		isOlderThanDevice: false,
	};
}

export function valuesOf(certificate: Certificate): CertificateValues {
	const { channelId, laboratory, number, calibratedOn, dueOn, asFound, unit, points, note, attachment } = certificate;
	return {
		...{ channelId, laboratory, number, asFound, unit, note, attachment },
		calibratedOn: dayText(calibratedOn),
		dueOn: dueOn === null ? "" : dayText(dueOn),
		points: points.map(({ reference, reading, uncertainty, result }) => ({
			reference: digitsText(String(reference)),
			reading: digitsText(String(reading)),
			uncertainty: uncertainty === null ? "" : digitsText(String(uncertainty)),
			result,
		})),
		isOlderThanDevice: false,
	};
}

/** Returns `2026-11-30`, or null for other text. */
export function typedDay(typed: string): string | null {
	return parseDay(typed, new Date().getUTCFullYear());
}

export function toAddCertificate({
	attachment,
	calibratedOn,
	dueOn,
	points,
	...values
}: CertificateValues): AddCertificate {
	return {
		...values,
		calibratedOn: typedDay(calibratedOn) ?? calibratedOn,
		dueOn: dueOn.trim() === "" ? null : (typedDay(dueOn) ?? dueOn),
		attachmentId: attachment?.id ?? null,
		points: points.map(({ reference, reading, uncertainty, result }) => ({
			reference: typedNumber(reference),
			reading: typedNumber(reading),
			uncertainty: uncertainty.trim() === "" ? null : typedNumber(uncertainty),
			result,
		})),
	};
}

export function fieldOfCertificate(path: string): string {
	return path === "attachmentId" ? "attachment" : path;
}

export const certificateParts: FormPart<CertificateValues>[] = [
	{ label: t("laboratory"), fields: ["laboratory"], text: ({ laboratory }) => laboratory },
	{ label: t("number"), fields: ["number"], text: ({ number }) => number },
	{ label: t("calibratedOn"), fields: ["calibratedOn"], text: ({ calibratedOn }) => calibratedOn },
	{ label: t("dueOn"), fields: ["dueOn"], text: ({ dueOn }) => dueOn },
	{ label: t("asFound"), fields: ["asFound"], text: ({ asFound }) => t(`asFound.${asFound}`) },
	{
		label: t("points"),
		fields: ["points", "unit"],
		text: ({ points, unit }) => t("points.count", { count: points.length, unit }),
	},
	{ label: t("file"), fields: ["attachment"], text: ({ attachment }) => attachment?.name ?? "" },
	{ label: t("note"), fields: ["note"], text: ({ note }) => note },
];

/** Units that a laboratory may have used for the channel. */
export function pointUnits(unit: string): string[] {
	return [...new Set([unit, ...unitsLike(unit)])];
}

/** Fills the calibration form from the outermost points. Null: the certificate has none that can be read. */
export function adjustmentFrom(certificate: Certificate, channel: ChannelLatest): Partial<CalibrationValues> | null {
	const { points, unit, calibratedOn } = certificate;
	const convert = unit === channel.unit ? (value: number) => value : unitConversion(unit, channel.unit);
	const outer = outerPoints(points);
	if (outer === null || convert === null) return null;
	const [low, high] = outer;
	const text = (value: number) => digitsText(String(Number(convert(value).toPrecision(12))));
	return {
		from: momentText(`${calibratedOn} 00:00:00`),
		way: "points",
		reads: text(low.reading),
		should: text(low.reference),
		...(high && { secondReads: text(high.reading), secondShould: text(high.reference) }),
	};
}
