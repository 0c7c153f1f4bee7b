import { type Brand, type BrandPreview, neutralProductName, type PreviewBrand } from "../../shared/account/brand";
import { letterLines } from "../../shared/account/company";
import { dayMs, minuteMs } from "../../shared/base/durations";
import { plainPageFont } from "../../shared/base/plain-page";
import { spokenLanguage } from "../../shared/message/language";
import { standardLayout } from "../../shared/report/report";
import { wordsIn as linksIn } from "../../shared/words/made/links-in";
import type { MessagesTranslate } from "../../shared/words/made/messages";
import { wordsIn as messagesIn } from "../../shared/words/made/messages-in";
import type { Call, MemberContext } from "../base/context";
import { type AccountRow, accountOrThrow } from "../db/account-rows";
import { brandImageKey } from "../db/brand-rows";
import { linkLook } from "../link/link-actions";
import { renderLinkPage } from "../link/link-page";
import type { AlertDetails } from "../message/alert-details";
import { type ClaimedMessage, letterOf } from "../message/claim-message";
import { recipientFormats } from "../message/recipient-style";
import { namePart } from "../message/templates/plain-text";
import { renderMail } from "../message/templates/render-mail";
import type { ReportDocument } from "../report/document/report-document";
import { renderReport } from "../report/formats/render-report";
import { storedBrand } from "./edit-brand";

export async function previewBrand({ ctx, input }: Call<PreviewBrand>): Promise<BrandPreview> {
	const { what, ...typed } = input;
	const brand = storedBrand(ctx.db, typed);
	const account = accountOrThrow(ctx.db);
	if (what === "alert" || what === "mail") return { html: mailOf(ctx, { account, brand, what }) };
	return what === "page" ? { html: pageOf(account, brand) } : { pdf: await reportOf(ctx, account, brand) };
}

const sampleUrl = "https://example.com";

type Mail = { account: AccountRow; brand: Brand; what: "alert" | "mail" };

function mailOf({ user, now }: MemberContext, { account, brand, what }: Mail): string {
	const language = spokenLanguage(account.language);
	const say = messagesIn(language);
	const message: ClaimedMessage = {
		messageId: "preview",
		attempt: 1,
		class: "account",
		channel: "email",
		isCode: false,
		isRepeatable: false,
		addressee: { name: user.name, address: user.email, timeZone: account.timeZone, language, secret: null },
		addressKey: user.email,
		isUnverified: false,
		isInvitation: true,
		more: 0,
		abouts: [],
		brand: letterOf({ ...account, productName: neutralProductName }, brand, language),
		formats: recipientFormats(account, language),
		links: {
			verify: null,
			optOut: null,
			reports: {},
			events: { [sampleAlert.eventId]: { acknowledge: "/", mute: "/" } },
		},
		alerts: { [sampleAlert.eventId]: sampleDetails(now, say) },
		notices: [
			what === "alert"
				? { cause: "alert", facts: { ...sampleAlert, ...sampleTexts(say), startedAt: now - 12 * minuteMs } }
				: {
						cause: "invitation",
						facts: { inviterName: user.name, role: "viewer", note: "", path: "/join", expiresAt: now + 7 * dayMs },
					},
		],
	};
	// The policy of the embedding page allows only its own images.
	return renderMail(message, sampleUrl).html.replaceAll(`src="${sampleUrl}/`, 'src="/');
}

const sampleAlert = {
	eventId: "preview",
	ruleId: null,
	kind: "first",
	severity: "critical",
	ruleName: "Cold rooms too warm",
	deviceName: "Cold room 2",
	value: "9.4 °C",
	endedAt: null,
	path: "/dashboard",
} as const;

function sampleTexts(say: MessagesTranslate) {
	return { sentence: say("sample.sentence"), instruction: say("sample.instruction") };
}

function sampleDetails(now: number, say: MessagesTranslate): AlertDetails {
	const peak = { text: "9.6 °C", at: now - 3 * minuteMs };
	return {
		limit: say("alert.limit", { value: "8 °C" }),
		site: "Hall 1",
		groups: ["Cold rooms"],
		channel: "Air",
		peak,
		others: [],
		course: null,
	};
}

function pageOf(account: AccountRow, brand: Brand): string {
	const language = spokenLanguage(account.language);
	const say = linksIn(language);
	const company = namePart(account.companyName, 64);
	const page = {
		brand: namePart(brand.productName || neutralProductName),
		look: linkLook(brand),
		language,
		title: say("verify.title"),
		text: [say("verify.wants", { company, address: "ana@example.com" })],
		choices: [{ value: "verify", label: say("verify"), asksNumber: true }],
	};
	// An embedded page takes no focus, and its sandbox loads no font.
	return renderLinkPage({ page, number: "42", complaint: null, comment: "", isDone: false })
		.replace(/ autofocus(="")?/, "")
		.replace(plainPageFont, "");
}

async function reportOf({ brandFiles }: MemberContext, account: AccountRow, brand: Brand): Promise<string> {
	const { logoLight, accent, primary, reportFooter: footer } = brand;
	const object = logoLight && (await brandFiles.get(brandImageKey(logoLight.hash)));
	const logo = object && new Uint8Array(await object.arrayBuffer());
	const { companyName, timeZone } = account;
	const bytes = renderReport(sampleReport(timeZone), {
		format: "pdf",
		layout: standardLayout,
		runId: "preview",
		verifyUrl: null,
		companyName,
		productName: brand.productName || neutralProductName,
		look: { logo, accent: accent || primary, footer, letter: letterLines(account) },
		onRows: () => {},
	});
	let text = "";
	for await (const piece of bytes) for (const byte of piece) text += String.fromCharCode(byte);
	return btoa(text);
}

function sampleReport(timeZone: string): ReportDocument {
	return {
		title: "How your reports look",
		facts: [["Report", "A sample without readings"]],
		notes: ["This is a sample: it was made to show the logo, the accent color and the foot of your reports."],
		clockText: timeZone,
		sections: noSections(),
	};
}

async function* noSections(): ReportDocument["sections"] {}
