import { WorkerEntrypoint } from "cloudflare:workers";
import { mailbox } from "./mailbox";

type Address = string | { name: string; email: string };

type Mail = {
	from: Address;
	to: string | string[];
	subject: string;
	text?: string;
	html?: string;
	headers?: Record<string, string>;
	attachments?: (Attachment & ({ disposition: "inline"; contentId: string } | { disposition?: "attachment" }))[];
};

type Attachment = { filename: string; type?: string; content: string | ArrayBuffer | ArrayBufferView };

const failures: Record<string, string> = {
	refused: "E_VALIDATION_ERROR",
	suppressed: "E_RECIPIENT_SUPPRESSED",
	outage: "E_INTERNAL_SERVER_ERROR",
	throttled: "E_RATE_LIMIT_EXCEEDED",
};
const smallMailbox = "small";

export class LocalEmail extends WorkerEntrypoint<LocalEnv> {
	async send({ to, subject, text = "", html, attachments = [] }: Mail): Promise<{ messageId: string }> {
		const sentAt = Date.now();
		const attached = attachments.filter(({ disposition }) => disposition !== "inline");
		const files = attached.map((file) => `\nAttached: ${file.filename} (${bytesOf(file.content)} bytes)`).join("");
		for (const address of [to].flat()) {
			const code = attached.length > 0 && isSmall(address) ? "E_CONTENT_TOO_LARGE" : faultOnPurpose(address);
			if (code) throw Object.assign(new Error(`${code}: a fault on purpose`), { code });
			await mailbox(this.env).deliver({
				to: address,
				owner: null,
				subject,
				text: text + files,
				html: html === undefined ? null : withPictures(html, attachments),
				code: codeIn(subject),
				sentAt,
			});
		}
		return { messageId: `<${crypto.randomUUID()}@aqlcloud.test>` };
	}
}

function withPictures(html: string, attachments: NonNullable<Mail["attachments"]>): string {
	return attachments.reduce((shown, file) => {
		if (file.disposition !== "inline" || typeof file.content === "string") return shown;
		const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(file.content)
			? file.content
			: new Uint8Array(file.content);
		const bytes = new Uint8Array(buffer, byteOffset, byteLength);
		const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
		return shown.replaceAll(`cid:${file.contentId}`, `data:${file.type ?? ""};base64,${base64}`);
	}, html);
}

function isSmall(address: string): boolean {
	return address.split("@")[0] === smallMailbox;
}

function bytesOf(content: string | ArrayBuffer | ArrayBufferView): number {
	return typeof content === "string" ? content.length : content.byteLength;
}

export function faultOnPurpose(address: string): string | null {
	return failures[address.split("@")[0] ?? ""] ?? null;
}

function codeIn(subject: string): string | null {
	return /^\d{4,8}(?= )/.exec(subject)?.[0] ?? null;
}
