import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { lengthBeforeCleaning } from "../base/input-bounds";
import { paragraphText, plainText } from "../base/name-text";
import { type PlainText, pick, recordOf } from "../base/plain-fields";
import { EmailAddress } from "../message/contact";
import { t } from "../words/made/fields";
import { brandTokens, isColorVisible } from "./brand-colors";

export const neutralProductName = "AQLCloud";

type BrandFieldTraits = { label: string; use: string };

const onLetters = t("brand.links.use");

export const brandTexts = {
	productName: {
		label: t("brand.productName"),
		length: 40,
		kind: "line",
		use: t("brand.productName.use"),
	},
	mailSender: {
		label: t("brand.mailSender"),
		length: 64,
		kind: "line",
		use: t("brand.mailSender.use"),
	},
	mailFooter: { label: t("brand.mailFooter"), length: 300, kind: "paragraph", use: t("brand.mailFooter.use") },
	reportFooter: {
		label: t("brand.reportFooter"),
		length: 160,
		kind: "line",
		use: t("brand.reportFooter.use"),
	},
	supportAddress: { label: t("brand.support"), length: 254, kind: "line", use: t("brand.support.use") },
	termsUrl: { label: t("brand.terms"), length: 200, kind: "line", use: onLetters },
	privacyUrl: { label: t("brand.privacy"), length: 200, kind: "line", use: onLetters },
} as const satisfies Record<string, PlainText & BrandFieldTraits>;

export const brandColors = {
	primary: { label: t("brand.primary"), use: t("brand.primary.use") },
	accent: {
		label: t("brand.accent"),
		use: t("brand.accent.use"),
	},
} as const satisfies Record<string, BrandFieldTraits>;

export const brandImages = {
	logoLight: { label: t("brand.logo"), use: t("brand.logo.use") },
	logoDark: { label: t("brand.logoDark"), use: t("brand.logoDark.use") },
	favicon: { label: t("brand.icon"), use: t("brand.icon.use") },
} as const satisfies Record<string, BrandFieldTraits>;

export type BrandText = keyof typeof brandTexts;
export type BrandColor = keyof typeof brandColors;
export type BrandImageName = keyof typeof brandImages;
export const brandTextNames = Object.keys(brandTexts) as BrandText[];
export const brandColorNames = Object.keys(brandColors) as BrandColor[];
export const brandImageNames = Object.keys(brandImages) as BrandImageName[];

export const brandImageLimits = { bytes: 256 * 1024, side: 1_024, perAccount: 60 } as const;

export const brandImagePath = "/api/brand/";

const hashPattern = /^[0-9a-f]{64}$/;

export function isBrandImageHash(text: string): boolean {
	return hashPattern.test(text);
}

/** `hash`: SHA-256 of the account's id and the PNG's bytes. */
export const BrandImage = z.object({
	hash: z.string().check(z.regex(hashPattern, errorKey("image.notOfAccount"))),
	width: z.int().check(z.minimum(1), z.maximum(brandImageLimits.side)),
	height: z.int().check(z.minimum(1), z.maximum(brandImageLimits.side)),
});
export type BrandImage = z.infer<typeof BrandImage>;

/** Empty is "", and null for an image. */
export const Brand = z.object({
	...recordOf(brandTextNames, () => z.string()),
	...recordOf(brandColorNames, () => z.string()),
	...recordOf(brandImageNames, () => z.nullable(BrandImage)),
});
export type Brand = z.infer<typeof Brand>;

export const neutralBrand: Brand = {
	...recordOf(brandTextNames, () => ""),
	...recordOf(brandColorNames, () => ""),
	...recordOf(brandImageNames, () => null),
};

/** `#` and six lower-case digits. The input may omit `#` or have three digits. */
const Color = z.string().check(
	lengthBeforeCleaning(7),
	z.trim(),
	z.toLowerCase(),
	z.overwrite(sixDigits),
	z.refine((text) => text === "" || /^#[0-9a-f]{6}$/.test(text), errorKey("color.form")),
	z.refine((text) => !/^#[0-9a-f]{6}$/.test(text) || isColorVisible(text), errorKey("color.light")),
);

function sixDigits(text: string): string {
	if (/^#?[0-9a-f]{3}$/.test(text)) return `#${[...text.replace("#", "")].map((digit) => digit + digit).join("")}`;
	return /^[0-9a-f]{6}$/.test(text) ? `#${text}` : text;
}

function isWebPage(text: string): boolean {
	return /^https:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+([/?#][^\s\\]*)?$/i.test(text);
}

const webPage = (text: BrandText) =>
	plainText(brandTexts[text]).check(z.refine((url) => url === "" || isWebPage(url), errorKey("page.terms")));

const draft = {
	...recordOf(brandTextNames, (text) => plainText(brandTexts[text])),
	mailFooter: paragraphText(brandTexts.mailFooter.length),
	supportAddress: plainText(brandTexts.supportAddress).check(
		z.refine(
			(text) => text === "" || isWebPage(text) || EmailAddress.safeParse(text).success,
			errorKey("page.support"),
		),
	),
	termsUrl: webPage("termsUrl"),
	privacyUrl: webPage("privacyUrl"),
	...recordOf(brandColorNames, () => Color),
	...recordOf(brandImageNames, () => z.nullable(BrandImage)),
};

export const BrandInput = z.object(draft);
export type BrandInput = z.infer<typeof BrandInput>;

export const SaveBrandDraft = z.object({ version: z.int(), ...draft });
export type SaveBrandDraft = z.infer<typeof SaveBrandDraft>;

export const PublishBrand = z.object({ version: z.int() });
export type PublishBrand = z.infer<typeof PublishBrand>;

export const RevertBrand = z.object({ version: z.int(), revision: z.int() });
export type RevertBrand = z.infer<typeof RevertBrand>;

/** A PNG as base64, redrawn by the browser. */
export const KeepBrandImage = z.object({
	image: z
		.string()
		.check(
			z.maxLength(Math.ceil(brandImageLimits.bytes / 3) * 4, errorKey("image.tooLarge")),
			z.regex(/^[A-Za-z0-9+/]+={0,2}$/, errorKey("image.none")),
		),
});
export type KeepBrandImage = z.infer<typeof KeepBrandImage>;

export const PreviewBrand = z.object({ what: z.enum(["alert", "mail", "page", "report"]), ...draft });
export type PreviewBrand = z.infer<typeof PreviewBrand>;

export type BrandPreview = { html: string } | { pdf: string };

export const BrandPublication = z.object({
	revision: z.number(),
	publishedAt: z.date(),
	publishedBy: z.string(),
	brand: Brand,
});
export type BrandPublication = z.infer<typeof BrandPublication>;

export const BrandState = z.object({
	version: z.number(),
	draft: Brand,
	publications: z.array(BrandPublication),
	hostnames: z.array(z.string()),
	isSenderReleased: z.boolean(),
});
export type BrandState = z.infer<typeof BrandState>;

/** The public part of a brand, which the page needs before its first paint. */
export const ShownBrand = z.object({
	id: z.string(),
	revision: z.number(),
	productName: z.string(),
	...recordOf(brandImageNames, () => z.nullable(BrandImage)),
	light: z.record(z.string(), z.string()),
	dark: z.record(z.string(), z.string()),
	links: z.array(z.object({ label: z.string(), href: z.string() })),
});
export type ShownBrand = z.infer<typeof ShownBrand>;

/** The console Worker fetches the brand of a hostname here. Browsers cannot reach it. */
export const hostBrandPath = "/api/host-brand";
export const HostBrandResult = z.object({ brand: z.nullable(ShownBrand) });
export type HostBrandResult = z.infer<typeof HostBrandResult>;

export const shownBrandElement = "brand";

type Links = Pick<Brand, "supportAddress" | "termsUrl" | "privacyUrl">;

function given({ supportAddress, termsUrl, privacyUrl }: Links) {
	const links = [
		[t("brand.support"), supportAddress],
		[t("brand.terms"), termsUrl],
		[t("brand.privacy"), privacyUrl],
	] as const;
	return links.filter(([, value]) => value !== "");
}

export function brandLines(links: Links): string[] {
	return given(links).map(([label, value]) => `${label}: ${value}`);
}

function hrefs(links: Links): ShownBrand["links"] {
	return given(links).map(([label, value]) => ({ label, href: isWebPage(value) ? value : `mailto:${value}` }));
}

type Published = { key: string; revision: number; brand: Brand };

/** Null if the published brand is empty. */
export function shownBrand({ key, revision, brand }: Published): ShownBrand | null {
	if (JSON.stringify(Brand.parse(brand)) === JSON.stringify(Brand.parse(neutralBrand))) return null;
	return {
		id: key,
		revision,
		productName: brand.productName || neutralProductName,
		...pick(brand, brandImageNames),
		light: brandTokens(brand, "light"),
		dark: brandTokens(brand, "dark"),
		links: hrefs(brand),
	};
}
