import * as z from "zod/mini";
import { dayMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { AlertEventId, AttachmentId, CertificateId, ChannelId, DeviceId, ReportId, ReportRunId } from "../base/ids";
import { lineText, paragraphText } from "../base/name-text";
import { DayText } from "../time/day-text";

export const certificateLimits = { perChannel: 100, points: 50, listed: 5_000, affected: 200 } as const;

/** A reminder is sent this many days before a certificate is due. */
export const certificateReminderDays = [30, 7] as const;

const Value = z.number(errorKey("number.missing")).check(z.minimum(-1e12), z.maximum(1e12));

/** `reading`: the logger's value at the reference's value. */
export const CertificatePoint = z.object({
	reference: Value,
	reading: Value,
	uncertainty: z.nullable(Value.check(z.minimum(0, errorKey("certificate.uncertainty")))),
	result: z.enum(["within", "out"]),
});
export type CertificatePoint = z.infer<typeof CertificatePoint>;

/** How the laboratory found the logger, before it adjusted anything. */
export const AsFound = z.enum(["within", "out", "notStated"]);
export type AsFound = z.infer<typeof AsFound>;

const facts = {
	laboratory: lineText(120, errorKey("certificate.laboratory")),
	number: lineText(60),
	calibratedOn: DayText,
	dueOn: z.nullable(DayText),
	asFound: AsFound,
	/** The unit of the points. */
	unit: lineText(20),
	points: z
		.array(CertificatePoint)
		.check(z.maxLength(certificateLimits.points, errorKey("certificate.points", { most: certificateLimits.points }))),
	note: paragraphText(1_000),
	attachmentId: z.nullable(AttachmentId),
	/** The caller knows that the logger was calibrated before the account had the device. */
	isOlderThanDevice: z.optional(z.boolean()),
};

type Dated = { calibratedOn: string; dueOn: string | null; asFound: AsFound; points: CertificatePoint[] };

const isDueLater = z.refine<Dated>(({ calibratedOn, dueOn }) => dueOn === null || dueOn > calibratedOn, {
	path: ["dueOn"],
	error: errorKey("certificate.dueBefore"),
});
const isAsFound = z.refine<Dated>(
	({ asFound, points }) => asFound !== "within" || points.every(({ result }) => result === "within"),
	{ path: ["asFound"], error: errorKey("certificate.pointOut") },
);

export const AddCertificate = z.object({ channelId: ChannelId, ...facts }).check(isDueLater, isAsFound);
export type AddCertificate = z.infer<typeof AddCertificate>;

export const CertificateTarget = z.object({ certificateId: CertificateId });
export type CertificateTarget = z.infer<typeof CertificateTarget>;

export const UpdateCertificate = z
	.object({ certificateId: CertificateId, version: z.int(), ...facts })
	.check(isDueLater, isAsFound);
export type UpdateCertificate = z.infer<typeof UpdateCertificate>;

export const DeleteCertificate = z.object({ certificateId: CertificateId, version: z.int() });
export type DeleteCertificate = z.infer<typeof DeleteCertificate>;

export const GetCertificates = z.object({ deviceId: DeviceId });
export type GetCertificates = z.infer<typeof GetCertificates>;

export const Certificate = z.object({
	id: CertificateId,
	deviceId: DeviceId,
	channelId: ChannelId,
	laboratory: z.string(),
	number: z.string(),
	calibratedOn: z.string(),
	dueOn: z.nullable(z.string()),
	asFound: AsFound,
	unit: z.string(),
	points: z.array(CertificatePoint),
	note: z.string(),
	attachment: z.nullable(z.object({ id: AttachmentId, name: z.string() })),
	/** The serial number of the logger that was calibrated; null: it had none. */
	serialNumber: z.nullable(z.string()),
	recordedBy: z.string(),
	recordedAt: z.number(),
	version: z.number(),
});
export type Certificate = z.infer<typeof Certificate>;

/** The newest certificate of a channel. `isOfFormerLogger`: the device has another serial number now. */
export const DueCertificate = z.object({
	certificateId: CertificateId,
	deviceId: DeviceId,
	deviceName: z.string(),
	serialNumber: z.nullable(z.string()),
	channelId: ChannelId,
	channelName: z.string(),
	laboratory: z.string(),
	number: z.string(),
	calibratedOn: z.string(),
	dueOn: z.nullable(z.string()),
	asFound: AsFound,
	isOfFormerLogger: z.boolean(),
});
export type DueCertificate = z.infer<typeof DueCertificate>;

/** `isMore`: the account has more than are listed. */
export const DueCertificates = z.object({ certificates: z.array(DueCertificate), isMore: z.boolean() });
export type DueCertificates = z.infer<typeof DueCertificates>;

/** Runs and events with readings since the last certificate that found the logger within tolerance. Epoch ms. */
export const AffectedByCertificate = z.object({
	/** Null: no earlier certificate found it within tolerance. */
	since: z.nullable(z.string()),
	runs: z.array(
		z.object({ id: ReportRunId, reportId: ReportId, reportName: z.string(), from: z.number(), to: z.number() }),
	),
	events: z.array(
		z.object({
			id: AlertEventId,
			ruleName: z.string(),
			startedAt: z.number(),
			endedAt: z.nullable(z.number()),
		}),
	),
	isMore: z.boolean(),
});
export type AffectedByCertificate = z.infer<typeof AffectedByCertificate>;

export type DueState = "overdue" | "month" | "later" | "noDate";

/** `month`: within 30 days, as the first reminder. A certificate is valid on its last day. */
export function dueStateOf({ dueOn }: { dueOn: string | null }, today: string): DueState {
	if (dueOn === null) return "noDate";
	if (dueOn < today) return "overdue";
	const days = (Date.parse(dueOn) - Date.parse(today)) / dayMs;
	return days <= certificateReminderDays[0] ? "month" : "later";
}

type Point = Pick<CertificatePoint, "reference" | "reading">;

/** The lowest and the highest point, which a calibration runs through. Null: fewer than one point. */
export function outerPoints(points: readonly Point[]): [Point] | [Point, Point] | null {
	const sorted = [...points].sort((one, other) => one.reading - other.reading);
	const [low, high] = [sorted[0], sorted.at(-1)];
	if (!low || !high) return null;
	return low.reading === high.reading ? [low] : [low, high];
}
