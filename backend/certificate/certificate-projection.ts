import type { Certificate } from "../../shared/device/certificate";
import type { AccountDb, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { findUser } from "../db/account-rows";
import { findAttachment } from "../db/attachment-rows";
import { type CertificateRow, findCertificate } from "../db/certificate-rows";
import type { ChannelRow } from "../db/channel-rows";
import { isGone } from "../db/deletion-rows";
import { type DeviceRow, findDevice } from "../db/device-rows";
import { channelOrThrow, isDeviceInScope } from "../group/scope";

/** Throws CERTIFICATE_NOT_FOUND, also out of scope. */
export function certificateOrThrow(ctx: MemberContext, certificateId: string): CertificateRow {
	const row = findCertificate(ctx.db, certificateId);
	const device = row && isDeviceInScope(ctx, row.deviceId) ? findDevice(ctx.db, row.deviceId) : null;
	if (!row || !device || isGone(device, ctx.now)) throw domainError("CERTIFICATE_NOT_FOUND", { certificateId });
	return row;
}

type Certified = { row: CertificateRow; channel: ChannelRow; device: DeviceRow };

/** Throws CERTIFICATE_NOT_FOUND, CHANNEL_NOT_FOUND, and DEVICE_ARCHIVED. */
export function changeableOrThrow(ctx: MemberContext, certificateId: string): Certified {
	const row = certificateOrThrow(ctx, certificateId);
	const { channel, device } = channelOrThrow(ctx, row.channelId);
	if (device.archivedAt) throw domainError("DEVICE_ARCHIVED", { deviceId: device.id });
	return { row, channel, device };
}

export function toCertificate(db: AccountDb, row: CertificateRow): Certificate {
	const { attachmentId, recordedBy, remindedDays: _, ...facts } = row;
	const file = attachmentId === null ? null : findAttachment(db, attachmentId);
	return {
		...facts,
		attachment: file && { id: file.id, name: file.name },
		recordedBy: findUser(db, recordedBy)?.name ?? "",
	};
}
