import { recordFault } from "../../base/event-log";
import type { ClaimedMessage } from "../claim-message";
import type { SendOutcome } from "../message-outcome";
import { drawTrend } from "../picture/trend-picture";
import { type RenderedMail, renderMail } from "../templates/render-mail";
import type { AttachedFile } from "./email-sender";

export type MailToSend = RenderedMail & { attachments: AttachedFile[]; picture: Uint8Array<ArrayBuffer> | null };

type MailParts = { consoleUrl: string | null; attachments: AttachedFile[] };
type SendMail = (mail: MailToSend) => Promise<SendOutcome>;

/** If the picture cannot be drawn or sent, sends the mail without it. */
export async function sendWithPicture(
	message: ClaimedMessage,
	{ consoleUrl, attachments }: MailParts,
	send: SendMail,
): Promise<SendOutcome> {
	const mail = renderMail(message, consoleUrl);
	const picture = drawn(mail, message.messageId);
	if (picture !== null) {
		const outcome = await send({ ...mail, attachments, picture });
		if (outcome.kind !== "refused" && outcome.kind !== "tooLarge") return outcome;
	}
	const bare = mail.trend === null ? mail : renderMail(withoutTrends(message), consoleUrl);
	return send({ ...bare, attachments, picture: null });
}

function drawn({ trend }: RenderedMail, messageId: string): Uint8Array<ArrayBuffer> | null {
	if (trend === null) return null;
	try {
		return new Uint8Array(drawTrend(trend));
	} catch (error) {
		recordFault(error, "backend", { event: "picture-missing", messageId });
		return null;
	}
}

function withoutTrends({ alerts = {}, ...message }: ClaimedMessage): ClaimedMessage {
	const bare = Object.entries(alerts).map(([id, details]) => [id, { ...details, course: null }] as const);
	return { ...message, alerts: Object.fromEntries(bare) };
}
