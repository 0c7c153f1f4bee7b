import { brandImagePath, neutralProductName } from "../../../shared/account/brand";
import { neutralTokens } from "../../../shared/account/brand-colors";
import { wordsIn } from "../../../shared/words/made/messages-in";
import type { AlertTrend } from "../alert-details";
import type { ClaimedMessage } from "../claim-message";
import { type MailLook, mailPage } from "./mail-page";
import { contentOf } from "./message-content";
import type { ContentBlock, MessageContent } from "./message-parts";
import { namePart } from "./plain-text";

const longestFoot = 700;

export type RenderedMail = { subject: string; text: string; html: string; trend: AlertTrend | null };

export function renderMail(message: ClaimedMessage, consoleUrl: string | null): RenderedMail {
	const content = contentOf(message, consoleUrl);
	const brand = namePart(message.brand.productName);
	const { companyName, foot = [] } = message.brand;
	const { language } = message.addressee;
	const say = wordsIn(language);
	const footer = [
		say("sentBy", { brand, company: namePart(companyName, 64) }),
		...foot.map((line) => namePart(line, longestFoot)),
	];
	const look = mailLook(message.brand, consoleUrl);
	return {
		subject: content.subject,
		text: textPart(content, footer, say),
		html: mailPage({ content, brand, footer, look, language }),
		trend: content.blocks.find((block) => block.kind === "picture")?.trend ?? null,
	};
}

const neutralButton = neutralTokens.light["--brand-fill"];
/** Wider than 100 px, below which Gmail inverts an image in its dark mode. */
const markPath = "/icons/icon-192.png";
const logoHeight = 40;
const logoWidth = 240;

function mailLook({ look, productName }: ClaimedMessage["brand"], consoleUrl: string | null): MailLook {
	const image = consoleUrl === null ? null : (look?.logoLight ?? null);
	const scale = image === null ? 1 : Math.min(logoHeight / image.height, logoWidth / image.width);
	const logo = image && {
		url: `${consoleUrl}${brandImagePath}${image.hash}`,
		width: Math.max(1, Math.round(image.width * scale)),
		height: Math.max(1, Math.round(image.height * scale)),
	};
	const isNeutral = logo === null && productName === neutralProductName;
	const mark = isNeutral && consoleUrl !== null ? `${consoleUrl}${markPath}` : null;
	return { logo, mark, button: look?.primary || neutralButton };
}

type Say = ReturnType<typeof wordsIn>;

function textPart({ title, blocks }: MessageContent, footer: string[], say: Say): string {
	const texts = blocks.map((block) => blockText(block, say));
	return `${[title, ...texts, ["-- ", ...footer].join("\n")].join("\n\n")}\n`;
}

function blockText(block: ContentBlock, say: Say): string {
	const linkText = ({ label, url }: { label: string; url: string }) => `${say("linkBelow", { label })}\n${url}`;
	switch (block.kind) {
		case "heading":
			return `* ${block.text}`;
		case "text":
		case "quiet":
			return block.text;
		case "facts":
			return block.rows.map(([label, value]) => say("fact", { label, value })).join("\n");
		case "code":
			return block.code;
		case "picture":
			return block.caption;
		case "link":
			return linkText(block);
		case "links":
			return block.links.map(linkText).join("\n");
	}
}
