import { brandImagePath, neutralProductName, shownBrand } from "../../shared/account/brand";
import {
	type PublicBrand,
	type PublicLine,
	type PublicTarget,
	type PublicView,
	publicSpanHours,
} from "../../shared/account/public-link";
import { csvCell } from "../../shared/base/csv-cell";
import { hourMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import type { ValueStyle } from "../../shared/formats/display-formats";
import { decimalsOf, isDeviceFact, readIn } from "../../shared/formats/units";
import type { SeriesPage } from "../../shared/log/log";
import { spokenLanguage } from "../../shared/message/language";
import { zoneOffsetMinutes } from "../../shared/time/time-zones";
import { wordsIn } from "../../shared/words/made/wall-in";
import type { MemberContext } from "../base/context";
import { accountOrThrow, companyFormats } from "../db/account-rows";
import { findPublishedBrand } from "../db/brand-rows";
import { findChannel, listChannels } from "../db/channel-rows";
import { findDevice, findDevices } from "../db/device-rows";
import { findFloorPlan } from "../db/floor-plan-rows";
import type { PublicLinkRow } from "../db/public-link-rows";
import { getSeries } from "../log/get-series";
import { recipientStyle } from "../message/recipient-style";
import { latestReadings } from "./latest-readings";
import { publicWords } from "./public-words";
import { publicPlan } from "./show-plan";

const pixels = 800;
const mostNamed = 3;

type Target<Kind extends PublicTarget["kind"]> = Extract<PublicTarget, { kind: Kind }>;

/** The title of each kind of target, and the channels of its chart. */
const kinds: {
	[Kind in PublicTarget["kind"]]: (
		ctx: MemberContext,
		target: Target<Kind>,
	) => { title: string; channels: { id: string; deviceId: string }[] };
} = {
	device(ctx, { deviceId }) {
		const channels = listChannels(ctx.db, [deviceId]).filter(({ quantity }) => !isDeviceFact(quantity));
		return { title: findDevice(ctx.db, deviceId)?.name ?? "", channels };
	},
	chart(ctx, { channelIds }) {
		const channels = channelIds.flatMap((id) => findChannel(ctx.db, id) ?? []);
		const names = findDevices(ctx.db, [...new Set(channels.map(({ deviceId }) => deviceId))]).map(({ name }) => name);
		const further = names.length - mostNamed;
		const title = names.slice(0, mostNamed).join(", ");
		return { title: further > 0 ? `${title} +${further}` : title, channels };
	},
	plan: (ctx, { planId }) => ({ title: findFloorPlan(ctx.db, planId)?.name ?? "", channels: [] }),
};

function shownBy(ctx: MemberContext, target: PublicTarget) {
	if (target.kind === "plan") return kinds.plan(ctx, target);
	return target.kind === "device" ? kinds.device(ctx, target) : kinds.chart(ctx, target);
}

/** Without channels there is no device to name the clock. */
const noChannels = { devices: [], channels: [], series: [], quantities: [], quantity: null, leftOut: 0 };

type Link = Pick<PublicLinkRow, "target" | "span" | "allowsPicture" | "allowsData">;

export async function publicView(ctx: MemberContext, link: Link): Promise<PublicView> {
	const { db, now } = ctx;
	const { title, channels } = shownBy(ctx, link.target);
	const account = accountOrThrow(db);
	const formats = companyFormats(account);
	const language = spokenLanguage(account.language);
	const style = styleOf(ctx);
	const page = await readSeries(ctx, link, channels);
	const { from, to, bucketMs } = page;
	const readings = (await latestReadings(ctx, channels, style)).map(({ reading }) => reading);
	const plan = link.target.kind === "plan" ? await publicPlan(ctx, link.target.planId, style) : null;
	return {
		kind: link.target.kind,
		title,
		now,
		from,
		to,
		bucketMs,
		offsets: offsetsWithin(page),
		readings,
		lines: linesOf(page, style),
		...(plan && { plan }),
		allowsPicture: link.allowsPicture,
		allowsData: link.allowsData,
		brand: brandOf(ctx),
		language,
		words: publicWords(wordsIn(language, formats)),
		hourCycle: formats.hourCycle,
		decimalSign: formats.decimalSign,
	};
}

/** The points of the chart, in UTC. */
export async function publicCsv(ctx: MemberContext, link: Link): Promise<string> {
	const { channels } = shownBy(ctx, link.target);
	const lines = linesOf(await readSeries(ctx, link, channels), styleOf(ctx));
	const rows = new Map<number, (number | null)[]>();
	for (const [index, { at, value }] of lines.entries()) {
		for (const [point, time] of at.entries()) {
			const row = rows.get(time) ?? lines.map(() => null);
			row[index] = value[point] ?? null;
			rows.set(time, row);
		}
	}
	const heads = lines.map(({ device, name, unit }) => `${device} · ${name}${unit === "" ? "" : ` (${unit})`}`);
	const sorted = [...rows].sort(([one], [other]) => one - other);
	return [["Time (UTC)", ...heads], ...sorted.map(([at, values]) => [new Date(at).toISOString(), ...values])]
		.map((row) => `${row.map((cell) => csvCell(cell)).join(",")}\r\n`)
		.join("");
}

function styleOf({ db }: MemberContext): ValueStyle {
	const account = accountOrThrow(db);
	return recipientStyle(account, spokenLanguage(account.language));
}

async function readSeries(ctx: MemberContext, { span }: Link, channels: { id: string }[]): Promise<SeriesPage> {
	const to = ctx.now + 1;
	const from = to - publicSpanHours[span] * hourMs;
	const channelIds = channels.slice(0, limits.seriesChannels).map(({ id }) => id);
	const range = { rangeType: "day", offset: 0, from, to } as const;
	if (channelIds.length === 0) {
		return { from, to, zone: accountOrThrow(ctx.db).timeZone, bucketMs: 0, ...noChannels };
	}
	return getSeries({ ctx, input: { ...range, channelIds, isEveryQuantity: true, pixels } });
}

function linesOf({ channels, series, devices }: SeriesPage, style: ValueStyle): PublicLine[] {
	const names = new Map(devices.map(({ id, name }) => [id, name]));
	return series.flatMap(({ channel: index, at, value, sum, gapMs }) => {
		const channel = channels[index];
		if (!channel) return [];
		const { name, deviceId, quantity, unit, decimals, isSummed } = channel;
		const { unit: shown, moreDecimals, read } = readIn({ quantity, unit }, style);
		const digits = decimalsOf(decimals, moreDecimals);
		const values = (isSummed ? sum : undefined) ?? value;
		return {
			device: names.get(deviceId) ?? "",
			name,
			unit: shown,
			decimals: digits,
			...(quantity === "door" && { isDoor: true as const }),
			at,
			value: values.map((each) => Number(read(each).toFixed(digits + 2))),
			gapMs,
		};
	});
}

/** Clocks change on whole hours of UTC, or on halves. */
function offsetsWithin({ zone, from, to }: Pick<SeriesPage, "zone" | "from" | "to">): PublicView["offsets"] {
	const offsets: PublicView["offsets"] = [{ at: from, minutes: zoneOffsetMinutes(zone, from) }];
	const halfHour = hourMs / 2;
	for (let at = Math.ceil(from / halfHour) * halfHour; at < to; at += halfHour) {
		const minutes = zoneOffsetMinutes(zone, at);
		if (minutes !== offsets.at(-1)?.minutes) offsets.push({ at, minutes });
	}
	return offsets;
}

function brandOf({ db }: MemberContext): PublicBrand {
	const published = findPublishedBrand(db);
	const shown = published && shownBrand(published);
	const path = (image: { hash: string } | null | undefined) => (image ? brandImagePath + image.hash : null);
	return {
		productName: shown?.productName ?? neutralProductName,
		logoLight: path(shown?.logoLight),
		logoDark: path(shown?.logoDark),
		light: shown?.light ?? {},
		dark: shown?.dark ?? {},
	};
}
