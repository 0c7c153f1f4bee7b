import { hexOf } from "../../shared/base/hex";
import {
	type FormatTarget,
	type KeepFormat,
	mostFileFormats,
	type RenameFormat,
	type StoredFormat,
} from "../../shared/log/stored-format";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import {
	countFileFormats,
	deleteFileFormat,
	type FileFormatRow,
	listFileFormats,
	putFileFormat,
	toStoredFormat,
} from "../db/file-format-rows";
import { deviceOrThrow, devicesInScope } from "../group/scope";

const keyBytes = 16;

/** Identifies files with the same header; null without a header. */
export async function headerKeyOf(columns: readonly { name: string }[]): Promise<string | null> {
	const names = columns.map(({ name }) => name.trim().replace(/\s+/g, " ").toLowerCase());
	if (names.every((name, index) => name === `column ${index + 1}`)) return null;
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(names)));
	return hexOf(new Uint8Array(digest, 0, keyBytes));
}

/** Formats may name devices in headings, so a scope limits them. */
function visibleFormats(ctx: MemberContext): FileFormatRow[] {
	const devices = devicesInScope(ctx);
	const rows = listFileFormats(ctx.db);
	if (devices === "all") return rows;
	const visible = new Set(devices);
	return rows.filter(({ deviceId }) => visible.has(deviceId));
}

export function getFileFormats({ ctx }: { ctx: MemberContext }): StoredFormat[] {
	return visibleFormats(ctx).map(toStoredFormat);
}

/** Throws DEVICE_NOT_FOUND, and FILE_FORMAT_LIMIT for a new header. */
export function keepFileFormat({ ctx, input }: Call<KeepFormat>): StoredFormat {
	const { name, headerKey, deviceId: ofDevice, ...settings } = input;
	const { id: deviceId } = deviceOrThrow(ctx, ofDevice);
	const known = visibleFormats(ctx).find((row) => row.headerKey === headerKey);
	if (!known && countFileFormats(ctx.db) >= mostFileFormats) throw domainError("FILE_FORMAT_LIMIT", {});
	const id = known?.id ?? ctx.newId("fileFormat");
	const row = { id, deviceId, name, headerKey, settings, savedBy: ctx.user.name, savedAt: new Date(ctx.now) };
	return saved(ctx, row);
}

/** Throws FILE_FORMAT_NOT_FOUND. */
export function renameFileFormat({ ctx, input }: Call<RenameFormat>): StoredFormat {
	return saved(ctx, { ...formatOrThrow(ctx, input.formatId), name: input.name });
}

/** Throws FILE_FORMAT_NOT_FOUND. */
export function removeFileFormat({ ctx, input }: Call<FormatTarget>): StoredFormat {
	const row = formatOrThrow(ctx, input.formatId);
	ctx.audit.change({ fileFormat: [row.id] }, () => deleteFileFormat(ctx.db, row.id));
	ctx.invalidations.changed("log", [row.deviceId]);
	return toStoredFormat(row);
}

function saved(ctx: MemberContext, row: FileFormatRow): StoredFormat {
	ctx.audit.change({ fileFormat: [row.id] }, () => putFileFormat(ctx.db, row));
	ctx.audit.exempt();
	ctx.invalidations.changed("log", [row.deviceId]);
	return toStoredFormat(row);
}

function formatOrThrow(ctx: MemberContext, formatId: string): FileFormatRow {
	const row = visibleFormats(ctx).find(({ id }) => id === formatId);
	if (!row) throw domainError("FILE_FORMAT_NOT_FOUND", { formatId });
	return row;
}
