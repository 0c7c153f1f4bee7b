import { silentSeconds } from "../../shared/alert/alert-event-span";
import type {
	Excursion,
	GetRehearsalPage,
	Rehearsal,
	RehearseAlert,
	RehearsedChannel,
	RehearsedContact,
	RehearsedDevice,
} from "../../shared/alert/rehearsal";
import { appendAll, largestOf } from "../../shared/base/lists";
import { isQuietAt } from "../../shared/message/contact";
import { isInside, type WeeklyWindow } from "../../shared/time/time-windows";
import type { Call } from "../base/context";
import { domainError } from "../base/errors";
import { type RehearsedEvent, rehearse, type StoredReadings } from "./engine/rehearse";
import { mayLackTotals, totalsLeadMs } from "./engine/running-totals";
import { type EngineRule, watchedRules } from "./engine/watched-rule";
import type { HeadContact, HeadDevice, RehearsalHead, RehearsalPage } from "./rehearsal-source";

export type RehearsalSource = {
	head(): Promise<RehearsalHead>;
	page(request: GetRehearsalPage): Promise<RehearsalPage>;
};

/** The next call handles further devices: a response takes seconds at most. */
const mostReadings = 400_000;
const listedExcursions = 100;
const chartChannels = 4;
const chartParts = 120;

/** Only for its types and permission: the backend Worker serves this call. */
export async function rehearseInObject(_: Call<RehearseAlert>): Promise<Rehearsal> {
	throw domainError("BAD_PROCEDURE_PATH");
}

export async function rehearseAlert(source: RehearsalSource): Promise<Rehearsal> {
	const { rule, devices: found, contacts, ...head } = await source.head();
	const devices: RehearsedDevice[] = [];
	const events: RehearsedEvent[] = [];
	let after = head.after;
	let readings = 0;
	for (const device of found) {
		if (readings > mostReadings) {
			after = devices.at(-1)?.id ?? null;
			break;
		}
		const stored = await readingsWithTotals(source, device, head.until);
		readings += stored.at.length;
		const ofDevice = eventsOf(rule, device, { ...head, stored });
		appendAll(events, ofDevice);
		const hidden = hiddenOf(rule, device, { span: { ...head, stored }, seen: ofDevice });
		devices.push({ ...toDevice(device, ofDevice, { ...head, stored }), ...hidden });
	}
	return { ...head, devices, contacts: contacts.map((contact) => toContact(contact, events)), after };
}

async function readingsWithTotals(source: RehearsalSource, device: HeadDevice, to: number): Promise<StoredReadings> {
	const stored = await readingsOf(source, device, to);
	const ofChannel = (position: number) =>
		stored.at.flatMap((at, index) =>
			stored.channel[index] === position ? { at, value: stored.value[index] ?? Number.NaN } : [],
		);
	if (!device.channelIds.some((_, position) => mayLackTotals(ofChannel(position)))) return stored;
	return readingsOf(source, { ...device, readFrom: device.readFrom - totalsLeadMs }, to);
}

async function readingsOf(
	source: RehearsalSource,
	{ id: deviceId, channelIds, readFrom: from }: HeadDevice,
	to: number,
): Promise<StoredReadings> {
	const channel: number[] = [];
	const at: number[] = [];
	const receivedAt: number[] = [];
	const value: number[] = [];
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const request = { deviceId, channelIds, from, to, ...(cursor !== undefined && { cursor }) };
		const page = await source.page(request);
		let time = 0;
		for (let index = 0; index < page.step.length; index += 1) {
			time += page.step[index] ?? 0;
			channel.push(page.channel[index] ?? -1);
			at.push(time);
			receivedAt.push(time + (page.age[index] ?? 0));
			value.push(page.value[index] ?? Number.NaN);
		}
		cursor = page.nextCursor;
	}
	return { channelIds, channel, at, receivedAt, value };
}

type Span = { from: number; until: number; stored: StoredReadings };

function eventsOf(
	rule: EngineRule,
	{ engine, evaluateFrom, ...device }: HeadDevice,
	{ from, until, stored }: Span,
): RehearsedEvent[] {
	const watched = watchedRules(rule, engine);
	const { offlineAfterMs, uploadIntervalMs, lastReceivedAt } = device;
	const silence = { offlineAfterMs, uploadIntervalMs, lastReceivedAt };
	const events = rehearse({ ...silence, watched, readings: stored, from: evaluateFrom, until });
	const { condition } = rule;
	return events
		.filter(({ endedAt }) => (endedAt ?? until) > from)
		.map((event) => ({ ...event, peak: silentSeconds({ condition, ...event }, until) ?? event.peak }));
}

type HiddenRequest = { span: Span; seen: readonly RehearsedEvent[] };

function hiddenOf(
	rule: EngineRule,
	device: HeadDevice,
	{ span, seen }: HiddenRequest,
): Pick<RehearsedDevice, "hidden" | "hiddenCount"> {
	if (rule.schedule === null) return {};
	const endOf = ({ endedAt }: RehearsedEvent) => endedAt ?? Number.POSITIVE_INFINITY;
	const isSeen = (event: RehearsedEvent) =>
		seen.some((one) => {
			const isSameThing = one.channelId === event.channelId;
			return isSameThing && one.startedAt <= endOf(event) && event.startedAt <= endOf(one);
		});
	const hidden = eventsOf({ ...rule, schedule: null }, device, span).filter((event) => !isSeen(event));
	if (hidden.length === 0) return {};
	const latestFirst = hidden.toSorted((one, other) => other.startedAt - one.startedAt);
	return { hidden: latestFirst.slice(0, listedExcursions).map(toExcursion), hiddenCount: hidden.length };
}

function toDevice(
	{ id, name, channels, engine: { clock } }: HeadDevice,
	events: RehearsedEvent[],
	span: Span,
): RehearsedDevice {
	const lasted = events.map(({ startedAt, endedAt }) => {
		return Math.min(endedAt ?? span.until, span.until) - Math.max(startedAt, span.from);
	});
	const latestFirst = events.toSorted((one, other) => other.startedAt - one.startedAt);
	return {
		id,
		name,
		clock,
		count: events.length,
		hasReadings: span.stored.at.length > 0,
		longestMs: Math.max(0, largestOf(lasted)),
		totalMs: lasted.reduce((sum, one) => sum + Math.max(0, one), 0),
		excursions: latestFirst.slice(0, listedExcursions).map(toExcursion),
		channels: span.stored.channelIds.slice(0, chartChannels).flatMap((channelId, index) => {
			const channel = channels.find((one) => one.id === channelId);
			return channel ? { ...toChannel(channel), ...trendOf(index, span) } : [];
		}),
	};
}

function toExcursion({
	channelId,
	startedAt,
	endedAt,
	peak,
	worstSeverity,
	sentAt,
	...rest
}: RehearsedEvent): Excursion {
	const { crossings } = rest;
	const excursion = { channelId, from: startedAt, to: endedAt, peak, severity: worstSeverity, sentAt };
	return crossings === null ? excursion : { ...excursion, crossings };
}

function toChannel({ id, name, quantity, unit, decimals, formula, computedAs }: HeadDevice["channels"][number]) {
	return { id, name, quantity, unit, decimals, ...(formula !== undefined && { formula, computedAs }) };
}

function trendOf(position: number, { from, until, stored }: Span): Pick<RehearsedChannel, "low" | "high"> {
	const low = Array.from({ length: chartParts }, (): number | null => null);
	const high = [...low];
	const partMs = (until - from) / chartParts;
	for (let index = 0; index < stored.at.length; index += 1) {
		const part = Math.floor(((stored.at[index] ?? 0) - from) / partMs);
		if (stored.channel[index] !== position || part < 0 || part >= chartParts) continue;
		const value = stored.value[index] ?? 0;
		low[part] = Math.min(low[part] ?? value, value);
		high[part] = Math.max(high[part] ?? value, value);
	}
	return { low, high };
}

/** An example night, in the contact's zone, for contacts without quiet hours. */
const night: WeeklyWindow[] = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "07:00" }];

function toContact(contact: HeadContact, events: RehearsedEvent[]): RehearsedContact {
	const { id, name, timeZone, quietHours, criticalBypassesQuiet, turns = null, hours } = contact;
	const counts = { sent: 0, woken: 0, heldBack: 0 };
	const zonedHours = hours && { ...hours, zone: timeZone };
	for (const { sentAt, worstSeverity } of events) {
		if (turns !== null && !turns.some(({ from, to }) => from <= sentAt && sentAt < to)) continue;
		const isQuiet = isQuietAt(contact, sentAt) && !(worstSeverity === "critical" && criticalBypassesQuiet);
		if (isQuiet || (zonedHours && !isInside(zonedHours, sentAt))) {
			counts.heldBack += 1;
			continue;
		}
		counts.sent += 1;
		if (isInside({ zone: timeZone, weekly: quietHours.length > 0 ? quietHours : night, spans: [] }, sentAt)) {
			counts.woken += 1;
		}
	}
	return { id, name, timeZone, hasQuietHours: quietHours.length > 0, ...counts };
}
