import { slackComplaint } from "../../../shared/message/chat-address";
import { cutAtGrapheme } from "../templates/plain-text";
import { type CardService, gone, sectionText } from "./card-sender";

/** https://docs.slack.dev/reference/block-kit/blocks/ and …/composition-objects/text-object/ */
const limits = { header: 150, text: 3_000, label: 75, url: 3_000, buttons: 5, sections: 40 };
/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/#handling_errors */
const goneCodes =
	/^(?:no_service|no_active_hooks|no_team|team_disabled|channel_not_found|channel_is_archived|invalid_token|action_prohibited|posting_to_general_channel_denied)$/;

/** Plain text objects show no mark-up; only Slack's own control characters need an escape. */
export const slackCards: CardService = {
	shape({ title, sections, links }, { address }) {
		const buttons = links
			.filter(({ url }) => url.length <= limits.url)
			.slice(0, limits.buttons)
			.map(({ label, url, isAction }, index) => ({
				type: "button",
				text: plain(label, limits.label),
				url,
				action_id: `link-${index}`,
				...(isAction && index === 0 && { style: "primary" }),
			}));
		const texts = sections.slice(0, limits.sections).map((section) => {
			return { type: "section", text: plain(sectionText(section), limits.text) };
		});
		const blocks = [
			{ type: "header", text: plain(title, limits.header) },
			...texts,
			...(buttons.length > 0 ? [{ type: "actions", elements: buttons }] : []),
		];
		return { url: address, body: { text: escaped(title, limits.text), mrkdwn: false, blocks } };
	},
	readResponse({ status, body }) {
		return status >= 400 && goneCodes.test(body.trim()) ? gone(`Slack has closed this webhook: ${body.trim()}`) : null;
	},
	complaintOf: slackComplaint,
};

function plain(text: string, most: number) {
	return { type: "plain_text", text: escaped(text, most), emoji: false };
}

/** https://docs.slack.dev/messaging/formatting-message-text/#escaping. An escape counts as its letters. */
function escaped(text: string, most: number): string {
	const spelled = (each: string) => each.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
	let cut = cutAtGrapheme(text, most);
	while (spelled(cut).length > most) cut = cutAtGrapheme(text, cut.length - (spelled(cut).length - most));
	return spelled(cut);
}
