import { type Capability, can } from "../../shared/account/permissions";
import { AddAttachment, type Attachment, attachmentLimits, GetAttachmentFile } from "../../shared/base/attachment";
import { errorKey } from "../../shared/base/error-key";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { isStorageRejecting } from "../db/account-rows";
import { type AttachmentRow, findAttachment } from "../db/attachment-rows";
import type { AttachmentUse } from "../db/schema";
import { groupsInScope, isDeviceInScope } from "../group/scope";
import { addAttachmentRow, hasRoomFor, toAttachment } from "./attachments";

const capabilityFor: Record<AttachmentUse, Capability> = {
	note: "viewFleet",
	mail: "importReadings",
	floorPlan: "viewFleet",
	certificate: "viewFleet",
	assessment: "viewFleet",
};

export const attachmentRouter = router({
	addAttachment: procedureFor("addNotes", { unaudited: "Nothing uses the file yet; what uses it is audited." })
		.input(parseAddAttachment)
		.mutation(addAttachment),
	getAttachmentFile: procedureFor("viewAccount").input(GetAttachmentFile).query(getAttachmentFile),
});

export type StoredAttachment = { objectKey: string; name: string; mediaType: string; bytes: number };

/** The Worker reads a form and sends its digest: a form here would fill the object's memory. */
function parseAddAttachment(input: unknown): FormData | AddAttachment {
	return input instanceof FormData ? input : AddAttachment.parse(input);
}

async function addAttachment({ ctx, input }: Call<FormData | AddAttachment>): Promise<Attachment> {
	const { db, upload, attachmentFiles } = ctx;
	if (upload === null || input instanceof FormData) throw new InputError({ file: errorKey("attachment.missing") });
	if ("problem" in upload) throw new InputError({ file: errorKey(`attachment.${upload.problem}`) });
	if (upload.sha256 !== input.sha256) throw new InputError({ sha256: "Not the digest of the file." });
	if (isStorageRejecting(db)) throw new InputError({ file: errorKey("attachment.storageFull") });
	if (!hasRoomFor(db, upload.bytes)) {
		throw new InputError({ file: errorKey("attachment.noRoom", { gigabytes: attachmentLimits.accountBytes / 1e9 }) });
	}
	await attachmentFiles.deleted();
	const objectKey = attachmentFiles.key(upload.sha256);
	return toAttachment(addAttachmentRow(ctx, { ...upload, objectKey, createdBy: ctx.user.id }));
}

async function getAttachmentFile({ ctx, input }: Call<GetAttachmentFile>): Promise<StoredAttachment> {
	const { attachmentId } = input;
	const row = findAttachment(ctx.db, attachmentId);
	if (!row || !mayOpen(ctx, row)) throw domainError("ATTACHMENT_NOT_FOUND", { attachmentId });
	const { objectKey, name, mediaType, bytes } = row;
	return { objectKey, name, mediaType, bytes };
}

function mayOpen(ctx: MemberContext, { use, deviceId, groupId, createdBy, dueAt }: AttachmentRow): boolean {
	if (use === null) return createdBy === ctx.user.id && (dueAt ?? 0) > ctx.now;
	if (!can(ctx.user.role, capabilityFor[use])) return false;
	const groups = groupsInScope(ctx);
	if (groups === "all") return true;
	if (deviceId !== null) return isDeviceInScope(ctx, deviceId);
	return groupId !== null && groups.includes(groupId);
}
