import type { GetLogs, LogChannel, LogPage } from "../../shared/log";
import { hasReadingFilter, passesFilter } from "../../shared/reading-filter";
import { accountOrThrow } from "../account/account-rows";
import type { MemberContext, Verb } from "../context";
import { type DeviceRow, findDevices } from "../device/device-rows";
import { groupsInScope } from "../group/scope";
import { channelsOfRows, toRefs } from "./asked-channels";
import { type AskedDevices, askedDevices } from "./asked-devices";
import { askedSpan } from "./asked-span";
import { eventFilter } from "./event-filter";
import { withLateAfter } from "./late-after";
import { zoneOfDevices } from "./log-zone";
import { type ReadingTest, readFilteredPage } from "./read-filtered-page";
import { readGapPage } from "./read-gap-page";
import { readLogPage } from "./read-log-page";
import { rememberSent } from "./sent-values";

const defaultLimit = 2_000;

/**
 * A page of readings with the events of the time it covers. Devices and channels are those asked for; where none
 * were, those that occur on the page.
 */
export async function getLogs({ ctx, input }: Verb<GetLogs>): Promise<LogPage> {
	const { kinds, order = "newest-first", cursor, limit = defaultLimit } = input;
	const asked = askedDevices(ctx, input);
	const zone = input.zone ?? zoneOfDevices(asked.devices, accountOrThrow(ctx.db).timeZone);
	const span = askedSpan(input, zone, ctx.now);
	const channels = channelsOfRows(ctx.db, asked, input);
	const isOfReadings = hasReadingFilter(input);
	const eventDeviceIds = eventDevices(ctx, asked);
	const paging = { ...span, order, cursor, limit };
	const sent = rememberSent(ctx.log);
	const reading = { ...ctx, log: sent.log };
	const page = isOfReadings
		? await (input.isAfterGap ? readGapPage : readFilteredPage)(reading, {
				...paging,
				channels,
				isPassing: readingTest(input, asked, channels),
			})
		: await readLogPage(reading, {
				...{ ...paging, channels: toRefs(channels), eventDeviceIds, kinds },
				isEventKept: eventFilter(ctx, input, eventDeviceIds),
			});
	const { events, nextCursor } = page;
	const readings = { ...page.readings, ...sent.rawOf(page.readings, channels) };
	const isEmpty = readings.readingAt.length === 0 && cursor === undefined;
	return {
		...span,
		zone,
		...(asked.isFiltered
			? { devices: asked.devices.map(withLateAfter), channels, readings }
			: occurring({
					devices: [...asked.devices, ...unaskedOf(ctx, asked, events)],
					...{ channels, readings, events },
				})),
		events,
		nextCursor,
		// The newest before may be one that passes no filter.
		previousReadingAt: isEmpty && !isOfReadings ? await ctx.log.newestBefore(toRefs(channels), span.from) : null,
	};
}

function readingTest(input: GetLogs, { devices }: AskedDevices, channels: LogChannel[]): ReadingTest {
	const late = input.isLate ? new Map(devices.map((device) => [device.id, withLateAfter(device).lateAfterMs])) : null;
	return ({ channel: place, ...reading }) => {
		const channel = channels[place];
		return (
			channel !== undefined && passesFilter({ ...reading, channel, lateAfterMs: late?.get(channel.deviceId) }, input)
		);
	};
}

/** Without a filter someone of the whole account also sees what concerns no device. */
function eventDevices(ctx: MemberContext, { devices, isFiltered }: AskedDevices): string[] | "all" {
	if (!isFiltered && groupsInScope(ctx) === "all") return "all";
	return devices.map(({ id }) => id);
}

/** Without a filter devices are those in use; events are told of the others too. */
function unaskedOf({ db }: MemberContext, { devices }: AskedDevices, events: LogPage["events"]): DeviceRow[] {
	const known = new Set(devices.map(({ id }) => id));
	const others = events.flatMap(({ deviceId }) => (deviceId === null || known.has(deviceId) ? [] : deviceId));
	return others.length === 0 ? [] : findDevices(db, others);
}

type Contents = Pick<LogPage, "events" | "readings"> & {
	devices: DeviceRow[];
	channels: LogChannel[];
};

/** Leaves out what has no reading on the page, and numbers the channels anew. */
function occurring({ devices, channels, readings, events }: Contents) {
	const numbers = new Map<number, number>();
	const channel = readings.channel.map((index) => {
		const known = numbers.get(index) ?? numbers.size;
		numbers.set(index, known);
		return known;
	});
	const kept = [...numbers.keys()].flatMap((index) => channels[index] ?? []);
	const deviceIds = new Set([...kept, ...events].map(({ deviceId }) => deviceId));
	return {
		devices: devices.filter(({ id }) => deviceIds.has(id)).map(withLateAfter),
		channels: kept,
		readings: { ...readings, channel },
	};
}
