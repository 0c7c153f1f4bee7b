import type { CauseFacts } from "../causes";
import type { MessageContent, Reader } from "./message-parts";
import { namePart, oneLine, paragraph } from "./plain-text";

const longestNote = 500;

export function invitationContent(
	{ inviterName, role, note, path, expiresAt }: CauseFacts["invitation"],
	reader: Reader,
): MessageContent {
	const inviter = namePart(inviterName);
	const sentence = `${inviter} invites you to join ${reader.company} on ${reader.brand} as ${oneLine(role, 20)}.`;
	const url = reader.url(path);
	return {
		subject: `${inviter} invites you to ${reader.company}`,
		title: `Join ${reader.company}`,
		blocks: [
			{ kind: "text", text: sentence },
			...(note === "" ? [] : [{ kind: "text", text: `“${paragraph(note, longestNote)}”` } as const]),
			{ kind: "link", label: "Look at the invitation", url },
			{ kind: "text", text: `It is valid until ${reader.time(expiresAt)}.` },
			{ kind: "quiet", text: "If you do not know them, ignore it: nothing happens." },
		],
		short: sentence,
		url,
	};
}

export function secondStepContent(
	{ requiredBy, from, path }: CauseFacts["secondStep"],
	reader: Reader,
): MessageContent {
	const sentence = `${reader.company} requires two-step sign-in on ${reader.brand}, and you sign in without.`;
	const url = reader.page(path);
	return {
		subject: `Set up two-step sign-in for ${reader.company}`,
		title: "Two-step sign-in is required",
		blocks: [
			{ kind: "text", text: `Hello ${reader.name},` },
			{ kind: "text", text: sentence },
			{
				kind: "facts",
				rows: [
					["From", reader.time(from)],
					["Decided by", namePart(requiredBy)],
				],
			},
			{
				kind: "text",
				text: "Until then set it up in your profile. After that it is the first thing you are asked for.",
			},
			{ kind: "link", label: "Open your profile", url },
			{ kind: "quiet", text: "You need an authenticator app on your phone. It takes two minutes." },
		],
		short: sentence,
		url,
	};
}
