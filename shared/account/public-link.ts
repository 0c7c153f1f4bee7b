import * as z from "zod/mini";
import { dayMs, hourMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { ChannelId, DeviceId, FloorPlanId, PublicLinkId } from "../base/ids";
import { lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { Instant } from "../base/instant";
import { limits } from "../base/limits";
import { nameText } from "../base/name-text";
import type { DotState } from "../device/plan-dot";
import type { DisplayFormats } from "../formats/display-formats";

/** Page of a link: `/s/<public id>#<secret>`. Browsers do not send the fragment. */
export const publicPagePath = "/s/";
/** Path of the page's requests. The secret is a bearer token. */
export const publicLinkPath = "/api/public-link";

/** The console Worker reads here who may frame a page. Browsers cannot reach it. */
export const linkFramePath = "/api/link-frame";

export const PublicId = z.string().check(z.regex(/^[0-9a-hjkmnp-tv-z]{12}$/, errorKey("id.invalid")));

/** The last 60 random bits of the link's id. */
export function publicIdOf(linkId: string): string {
	return linkId.slice(-12);
}

export const mostLinkOrigins = 5;

const originForm =
	/^(?:https:\/\/(?:[a-z0-9-]{1,63}\.){1,10}[a-z][a-z0-9-]{0,62}|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/;

/** A single source of a content security policy: no wildcard, path or second host. */
export const LinkOrigin = z.string().check(
	lengthBeforeCleaning(200),
	z.trim(),
	z.overwrite(originOf),
	z.maxLength(200, errorKey("text.tooLong", { most: 200 })),
	z.refine((origin) => originForm.test(origin), errorKey("origin.form")),
);

function originOf(text: string): string {
	const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
	return address.toLowerCase().replace(/\/$/, "");
}

export const LinkFrame = z.object({ origins: z.array(LinkOrigin).check(z.maxLength(mostLinkOrigins)) });
export type LinkFrame = z.infer<typeof LinkFrame>;

export const PublicTarget = z.discriminatedUnion("kind", [
	z.object({
		kind: z.literal("chart"),
		channelIds: setOf(ChannelId, limits.seriesChannels, {
			none: errorKey("channel.chooseSome"),
			tooMany: errorKey("channel.tooMany", { most: limits.seriesChannels }),
		}),
	}),
	z.object({ kind: z.literal("device"), deviceId: DeviceId }),
	z.object({ kind: z.literal("plan"), planId: FloorPlanId }),
]);
export type PublicTarget = z.infer<typeof PublicTarget>;

/** How far back a link shows readings. */
export const publicSpanHours = { day: 24, week: 7 * 24, month: 30 * 24 } as const;
export const PublicSpan = z.enum(["day", "week", "month"]);
export type PublicSpan = z.infer<typeof PublicSpan>;

export const publicLinkDays = [1, 7, 30, 90, 365] as const;

/** Days before the end at which its maker is notified. */
export const publicLinkWarningDays = 7;
/** Days that one press adds. No end is farther than `publicLinkMostDays` away. */
export const publicLinkExtensionDays = 30;
export const publicLinkMostDays = 365;

export const CreatePublicLink = z.object({
	name: nameText(errorKey("name.missing")),
	target: PublicTarget,
	span: PublicSpan,
	days: z.literal(publicLinkDays),
	origins: setOf(LinkOrigin, mostLinkOrigins, {
		tooMany: errorKey("origin.tooMany", { most: mostLinkOrigins }),
	}),
	allowsPicture: z.boolean(),
	allowsData: z.boolean(),
});
export type CreatePublicLink = z.infer<typeof CreatePublicLink>;

export const PublicLinkTarget = z.object({ linkId: PublicLinkId });
export type PublicLinkTarget = z.infer<typeof PublicLinkTarget>;

/** `until`: an earlier end than the present one changes nothing, so that a repeated press counts once. */
export const ExtendPublicLink = z.object({ linkId: PublicLinkId, until: Instant });
export type ExtendPublicLink = z.infer<typeof ExtendPublicLink>;

/** The end that one press requests, an hour within what the backend accepts. */
export function extendedEnd(expiresAt: number, now: number): number {
	const latest = now + publicLinkMostDays * dayMs - hourMs;
	return Math.min(Math.max(now, expiresAt) + publicLinkExtensionDays * dayMs, Math.max(latest, expiresAt));
}

/** Openings of a UTC day, `YYYY-MM-DD`. */
export const LinkOpens = z.object({ day: z.string(), count: z.number() });
export type LinkOpens = z.infer<typeof LinkOpens>;

/** `closed`: its maker may no longer show its target, or the target was deleted. */
export const PublicLinkState = z.enum(["open", "ended", "closed"]);
export type PublicLinkState = z.infer<typeof PublicLinkState>;

export const PublicLink = z.object({
	id: PublicLinkId,
	name: z.string(),
	kind: z.enum(["chart", "device", "plan"]),
	/** Names of devices or of the plan that the caller sees. */
	devices: z.array(z.string()),
	span: PublicSpan,
	origins: z.array(z.string()),
	allowsPicture: z.boolean(),
	allowsData: z.boolean(),
	state: PublicLinkState,
	createdByName: z.nullable(z.string()),
	createdAt: z.date(),
	expiresAt: z.date(),
	openCount: z.number(),
	opens: z.array(LinkOpens),
});
export type PublicLink = z.infer<typeof PublicLink>;

export const NewPublicLink = z.object({ link: PublicLink, token: z.string() });
export type NewPublicLink = z.infer<typeof NewPublicLink>;

/** Null `at`: nothing was read yet. */
export type PublicReading = {
	device: string;
	name: string;
	text: string;
	at: number | null;
	isDerived?: true;
	isSaturated?: true;
};

/** Columns of equal length, converted to `unit`. Longer pauses than `gapMs` are gaps. */
export type PublicLine = {
	device: string;
	name: string;
	unit: string;
	decimals: number;
	/** 0 is closed, 1 is open. */
	isDoor?: true;
	at: number[];
	value: number[];
	gapMs: number | null;
};

/** Texts that the page completes by itself, with `{name}` for its own values. */
export type PublicWords = Record<
	| (
			| "now"
			| "minutesAgo"
			| "hoursAgo"
			| "hoursMinutesAgo"
			| "daysAgo"
			| "neverRead"
			| "computedReading"
			| "saturatedReading"
	  )
	| ("offline" | "offlineYet" | "gone" | "busy" | "latest" | "chart" | "noReadings" | "means" | "table" | "time")
	| ("savePicture" | "saveData" | "open" | "closed")
	| ("plan" | "planKeys" | "larger" | "smaller" | "whole" | "shapes")
	| DotState,
	string
>;

/** `x` and `y` as in `FloorPlanPosition`. */
export type PublicDot = {
	name: string;
	state: DotState;
	text: string;
	at: number | null;
	x: number;
	y: number;
	readings: PublicReading[];
};

/** `picture` changes with the picture, which the page requests apart. Dots are in the order of the keyboard. */
export type PublicPlan = { picture: number; altText: string; width: number; height: number; dots: PublicDot[] };

/** `offsets`: from an instant on, minutes to add to UTC. `bucketMs` 0: single readings, otherwise means. */
export type PublicView = Pick<DisplayFormats, "hourCycle" | "decimalSign"> & {
	kind: "chart" | "device" | "plan";
	title: string;
	now: number;
	from: number;
	to: number;
	offsets: { at: number; minutes: number }[];
	bucketMs: number;
	readings: PublicReading[];
	lines: PublicLine[];
	plan?: PublicPlan;
	allowsPicture: boolean;
	allowsData: boolean;
	brand: PublicBrand;
	/** The company's. */
	language: string;
	words: PublicWords;
};

/** Images are paths of this host. */
export type PublicBrand = {
	productName: string;
	logoLight: string | null;
	logoDark: string | null;
	light: Record<string, string>;
	dark: Record<string, string>;
};
