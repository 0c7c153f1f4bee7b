import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import {
	type AddCertificate,
	type Certificate,
	certificateLimits,
	type DeleteCertificate,
	type UpdateCertificate,
} from "../../shared/device/certificate";
import { unitsLike } from "../../shared/formats/unit-spellings";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import { freeAttachments, takeAttachment } from "../attachment/attachments";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import {
	type CertificateRow,
	changeCertificate,
	countCertificates,
	deleteCertificateRow,
	insertCertificate,
} from "../db/certificate-rows";
import type { ChannelRow } from "../db/channel-rows";
import type { DeviceRow } from "../db/device-rows";
import { sentChannelOrThrow } from "../group/scope";
import { changeableOrThrow, toCertificate } from "./certificate-projection";

/** Throws CHANNEL_NOT_FOUND, CHANNEL_IS_DERIVED, DEVICE_ARCHIVED, ATTACHMENT_NOT_FOUND, and InputError. No reading changes. */
export function addCertificate({ ctx, input }: Call<AddCertificate>): Certificate {
	const { channel, device } = sentChannelOrThrow(ctx, input.channelId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	assertAcceptable(ctx, input, { channel, device });
	const most = certificateLimits.perChannel;
	if (countCertificates(ctx.db, channel.id) >= most) {
		throw new InputError({ calibratedOn: errorKey("certificate.tooMany", { most }) });
	}
	const { isOlderThanDevice: _, ...facts } = input;
	const row: CertificateRow = {
		...facts,
		id: ctx.newId("certificate"),
		deviceId: device.id,
		serialNumber: device.serialNumber,
		recordedBy: ctx.user.id,
		recordedAt: ctx.now,
		version: 1,
		remindedDays: null,
	};
	changed(ctx, { device, channel, row, line: "certificate.added" }, () => {
		insertCertificate(ctx.db, row);
		if (row.attachmentId !== null) takeFile(ctx, row, row.attachmentId);
		ctx.audit.makes();
	});
	return toCertificate(ctx.db, row);
}

/** Throws CERTIFICATE_NOT_FOUND, DEVICE_ARCHIVED, CHANGED_MEANWHILE, ATTACHMENT_NOT_FOUND, and InputError. */
export function updateCertificate({ ctx, input }: Call<UpdateCertificate>): Certificate {
	const { row: before, channel, device } = changeableOrThrow(ctx, input.certificateId);
	if (before.version !== input.version) throw meanwhile(before);
	assertAcceptable(ctx, input, { channel, device });
	const { certificateId: _, isOlderThanDevice: __, version: ___, ...facts } = input;
	const isOtherDate = facts.dueOn !== before.dueOn;
	const row = {
		...before,
		...facts,
		version: before.version + 1,
		remindedDays: isOtherDate ? null : before.remindedDays,
	};
	changed(ctx, { device, channel, row, line: "certificate.changed" }, () => {
		changeCertificate(ctx.db, row.id, row);
		if (row.attachmentId === before.attachmentId) return;
		freeAttachments(ctx, "certificate", [row.id]);
		if (row.attachmentId !== null) takeFile(ctx, row, row.attachmentId);
	});
	return toCertificate(ctx.db, row);
}

/** Throws CERTIFICATE_NOT_FOUND, DEVICE_ARCHIVED, and CHANGED_MEANWHILE. */
export function deleteCertificate({ ctx, input }: Call<DeleteCertificate>): string {
	const { row, channel, device } = changeableOrThrow(ctx, input.certificateId);
	if (row.version !== input.version) throw meanwhile(row);
	changed(ctx, { device, channel, row, line: "certificate.deleted" }, () => {
		deleteCertificateRow(ctx.db, row.id);
		freeAttachments(ctx, "certificate", [row.id]);
	});
	return row.id;
}

function meanwhile({ id, deviceId, channelId }: CertificateRow) {
	return domainError("CHANGED_MEANWHILE", { certificateId: id, deviceId, field: `channels.${channelId}.certificates` });
}

function takeFile(ctx: MemberContext, { id, deviceId }: CertificateRow, attachmentId: string): void {
	takeAttachment(ctx, attachmentId, { use: "certificate", useId: id, deviceId });
}

type Recorded = Pick<AddCertificate, "calibratedOn" | "isOlderThanDevice" | "unit" | "points">;
type Subject = { channel: ChannelRow; device: DeviceRow };

function assertAcceptable(ctx: MemberContext, recorded: Recorded, { channel, device }: Subject): void {
	const { calibratedOn, isOlderThanDevice = false, unit, points } = recorded;
	const problems: Record<string, string> = {};
	// A day later covers clocks ahead of UTC.
	if (Date.parse(calibratedOn) > ctx.now + dayMs) problems.calibratedOn = errorKey("certificate.ahead");
	const since = device.createdAt.toISOString().slice(0, 10);
	if (calibratedOn < since && !isOlderThanDevice) {
		problems.calibratedOn = errorKey("certificate.olderThanDevice", { since });
	}
	if (points.length > 0 && unit !== channel.unit && !unitsLike(channel.unit).includes(unit)) {
		problems.unit = errorKey("certificate.unit", { unit: channel.unit });
	}
	if (Object.keys(problems).length > 0) throw new InputError(problems);
}

type Change = Subject & { row: CertificateRow; line: `certificate.${"added" | "changed" | "deleted"}` };

function changed(ctx: MemberContext, { device, channel, row, line }: Change, write: () => void): void {
	ctx.db.transaction(() => {
		ctx.audit.change({ device: [device.id] }, write);
		const { laboratory, calibratedOn: day } = row;
		addConfigEvent(ctx, device.id, said(line, { channel: channel.name, laboratory, day }));
	});
	ctx.invalidations.changed("devices", [device.id]);
}
