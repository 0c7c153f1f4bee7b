import { WorkerEntrypoint } from "cloudflare:workers";
import { mailbox } from "./mailbox";

type Address = string | { name: string; email: string };

/** What the backend sends, as the binding of type `send_email` takes it. */
type Mail = {
	from: Address;
	to: string | string[];
	subject: string;
	text?: string;
	headers?: Record<string, string>;
	attachments?: { filename: string; content: string | ArrayBuffer | ArrayBufferView }[];
};

/** Mail to these local parts fails as at the provider, so that it can be tried by hand. */
const failures: Record<string, string> = {
	refused: "E_VALIDATION_ERROR",
	suppressed: "E_RECIPIENT_SUPPRESSED",
	outage: "E_INTERNAL_SERVER_ERROR",
	throttled: "E_RATE_LIMIT_EXCEEDED",
};
/** And this one takes no files. */
const smallMailbox = "small";

/** Stands for the provider of e-mail: what is sent lands in the mailbox. */
export class LocalEmail extends WorkerEntrypoint<LocalEnv> {
	async send({ to, subject, text = "", attachments = [] }: Mail): Promise<{ messageId: string }> {
		const sentAt = Date.now();
		const files = attachments.map((file) => `\nAttached: ${file.filename} (${bytesOf(file.content)} bytes)`).join("");
		for (const address of [to].flat()) {
			const code = attachments.length > 0 && isSmall(address) ? "E_CONTENT_TOO_LARGE" : faultOnPurpose(address);
			if (code) throw Object.assign(new Error(`${code}: a fault on purpose`), { code });
			await mailbox(this.env).deliver({
				to: address,
				owner: null,
				subject,
				text: text + files,
				code: codeIn(subject),
				sentAt,
			});
		}
		return { messageId: `<${crypto.randomUUID()}@aqlcloud.test>` };
	}
}

function isSmall(address: string): boolean {
	return address.split("@")[0] === smallMailbox;
}

function bytesOf(content: string | ArrayBuffer | ArrayBufferView): number {
	return typeof content === "string" ? content.length : content.byteLength;
}

/** The code of the provider's error; null: it takes the mail. */
export function faultOnPurpose(address: string): string | null {
	return failures[address.split("@")[0] ?? ""] ?? null;
}

/** Mails with a code begin with it, so that the mailbox shows it large. */
function codeIn(subject: string): string | null {
	return /^\d{4,8}(?= )/.exec(subject)?.[0] ?? null;
}
