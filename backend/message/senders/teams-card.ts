import { appendAll } from "../../../shared/base/lists";
import type { AlertCard, CardSection } from "../../../shared/message/alert-card";
import { teamsComplaint } from "../../../shared/message/chat-address";
import { cutAtGrapheme } from "../templates/plain-text";
import { type CardService, fieldsOf, gone } from "./card-sender";

/** A message of Teams has at most 28 KB: https://learn.microsoft.com/en-us/microsoftteams/limits-specifications-teams */
const limits = { title: 250, text: 1_500, label: 60, actions: 5, bytes: 24_000 };
const goneCodes = [
	"WorkflowNotFound",
	"WorkflowTriggerIsNotEnabled",
	"TriggerNotFound",
	"DirectApiAuthorizationRequired",
];

/** Text runs show no mark-up, unlike text blocks: https://adaptivecards.io/explorer/TextRun.html */
export const teamsCards: CardService = {
	shape(card, { address }) {
		const actions = card.links.slice(0, limits.actions).map(({ label, url }) => {
			return { type: "Action.OpenUrl", title: cutAtGrapheme(label, limits.label), url };
		});
		const heading = { size: "Medium", weight: "Bolder", color: colorOf(card) };
		const body = [runs([{ text: cutAtGrapheme(card.title, limits.title), ...heading }]), ...bodyOf(card.sections)];
		const content = {
			$schema: "http://adaptivecards.io/schemas/adaptive-card.json",
			type: "AdaptiveCard",
			version: "1.4",
			body,
			actions,
			msteams: { width: "Full" },
		};
		const contentType = "application/vnd.microsoft.card.adaptive";
		return { url: address, body: { type: "message", attachments: [{ contentType, contentUrl: null, content }] } };
	},
	readResponse({ status, body }) {
		if (status < 400) return null;
		const { error } = fieldsOf(body);
		const code = typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;
		return goneCodes.includes(String(code)) ? gone(`The workflow is deleted or off: ${code}`) : null;
	},
	complaintOf: teamsComplaint,
};

type Run = { text: string; weight?: string; size?: string; color?: string };

function runs(inlines: Run[]) {
	return { type: "RichTextBlock", inlines: inlines.map((each) => ({ type: "TextRun", ...each })) };
}

function colorOf({ state, severity }: AlertCard): string {
	if (state === "over") return "Good";
	if (state === "none" || severity === null || severity === "info") return "Default";
	return severity === "critical" ? "Attention" : "Warning";
}

function bodyOf(sections: readonly CardSection[]) {
	const blocks: ReturnType<typeof runs>[] = [];
	let bytes = 0;
	for (const { title, texts, rows } of sections) {
		const own = [
			...(title === null ? [] : [runs([{ text: cutAtGrapheme(title, limits.title), weight: "Bolder" }])]),
			...texts.map((text) => runs([{ text: cutAtGrapheme(text, limits.text) }])),
			...rows.map(([label, value]) => {
				return runs([{ text: `${label}: `, weight: "Bolder" }, { text: cutAtGrapheme(value, limits.title) }]);
			}),
		];
		bytes += new TextEncoder().encode(JSON.stringify(own)).length;
		if (bytes > limits.bytes) break;
		appendAll(blocks, own);
	}
	return blocks;
}
