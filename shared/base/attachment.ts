import * as z from "zod/mini";
import { AttachmentId } from "./ids";

export const attachmentLimits = { bytes: 10_000_000, nameLength: 200, accountBytes: 2_000_000_000 } as const;

export const attachmentExtensions = {
	"application/pdf": [".pdf"],
	"image/png": [".png"],
	"image/jpeg": [".jpg", ".jpeg"],
} as const;
export type AttachmentMediaType = keyof typeof attachmentExtensions;

export const Attachment = z.object({
	id: AttachmentId,
	name: z.string(),
	mediaType: z.string(),
	bytes: z.number(),
});
export type Attachment = z.infer<typeof Attachment>;

export const AddAttachment = z.object({ sha256: z.string().check(z.regex(/^[\da-f]{64}$/)) });
export type AddAttachment = z.infer<typeof AddAttachment>;

export const GetAttachmentFile = z.object({ attachmentId: AttachmentId });
export type GetAttachmentFile = z.infer<typeof GetAttachmentFile>;

export function attachmentUrl(attachmentId: string): string {
	return `/api/files/${encodeURIComponent(attachmentId)}`;
}

const signatures: [AttachmentMediaType, readonly number[]][] = [
	["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
	["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	["image/jpeg", [0xff, 0xd8, 0xff]],
];

/** Reads the first bytes, as a sender chooses name and declared type. Returns null for a type that is not accepted. */
export function attachmentMediaType(bytes: Uint8Array): AttachmentMediaType | null {
	const found = signatures.find(([, signature]) => signature.every((byte, index) => bytes[index] === byte));
	return found?.[0] ?? null;
}

/** A name without a path or control characters, with the extension of its content. Empty becomes `file`. */
export function attachmentName(sent: string, mediaType: AttachmentMediaType | null): string {
	const plain = (sent.split(/[\\/]/).at(-1) ?? "").replace(/[\p{Cc}\p{Cf}]/gu, "").trim() || "file";
	const name = [...plain].slice(0, attachmentLimits.nameLength - 5).join("");
	if (mediaType === null) return name;
	const extensions: readonly string[] = attachmentExtensions[mediaType];
	return extensions.some((extension) => name.toLowerCase().endsWith(extension)) ? name : name + extensions[0];
}
