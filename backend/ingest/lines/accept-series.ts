import { limits, serverLimits } from "../../../shared/base/limits";
import { appendAll, groupedBy } from "../../../shared/base/lists";
import { givenName } from "../../../shared/base/name-text";
import type { NewChannel } from "../../../shared/device/device";
import { ChannelName, channelNameKey, SerialNumber } from "../../../shared/device/device-terms";
import { acceptsSeries, namedUnit, proposedChannel, proposedDevice } from "../../../shared/device/line-series";
import { quantities } from "../../../shared/formats/units";
import { type ParsedLines, readSeriesText } from "../../../shared/ingest/line-protocol";
import { said } from "../../../shared/log/said";
import { addConfigEvent } from "../../activity/log-events";
import { insertChannels, listChannels } from "../../db/channel-rows";
import { type DeviceRow, findDevice, findDeviceBySerial, raiseDeviceVersions } from "../../db/device-rows";
import type { IntegrationKeyRow } from "../../db/integration-key-rows";
import { lineRulesOf, lineRulesOfChannels, saveLineRule } from "../../db/line-rows";
import { addKeyDevice, type DeviceStore, hasRoom, newDevicesPerUpload } from "../append-integration-upload";
import { guessChannel } from "../guess-channel";

type Accepted = { series: string; device: string; channel: NewChannel };

/** Gives channels to new series that a filter accepts, and returns these. One without room or a free channel waits. */
export async function acceptSeries(
	store: DeviceStore,
	key: IntegrationKeyRow,
	lines: Pick<ParsedLines, "series" | "of" | "value">,
): Promise<string[]> {
	if (key.lineFilters.length === 0) return [];
	const rules = lineRulesOf(store.db, key.id);
	const accepted = acceptedOf(key, lines, (series) => rules.has(series));
	if (accepted.length === 0) return [];
	const known = knownDevices(rules);
	let room = Math.max(0, serverLimits.lineSeries - rules.size);
	let created = 0;
	const given: string[] = [];
	for (const [name, series] of groupedBy(accepted, ({ device }) => device)) {
		const some = series.slice(0, Math.min(room, limits.channelsPerDevice));
		if (some.length === 0) continue;
		let device = deviceOf(store, name, known);
		if (device === null && created < newDevicesPerUpload && hasRoom(store)) {
			device = await addNamedDevice(store, key, name, some);
			created += 1;
		}
		if (device === null || device.archivedAt) continue;
		const own = giveChannels(store, key, device, some);
		room -= own.length;
		appendAll(given, own);
	}
	return given;
}

function acceptedOf(
	{ lineFilters }: IntegrationKeyRow,
	{ series, of, value }: Pick<ParsedLines, "series" | "of" | "value">,
	isChosen: (series: string) => boolean,
): Accepted[] {
	const first = new Map<number, number>();
	for (const [index, position] of of.entries()) if (!first.has(position)) first.set(position, value[index] ?? 0);
	return [...first].flatMap(([position, firstValue]) => {
		const text = series[position] ?? "";
		const parts = isChosen(text) ? null : readSeriesText(text);
		if (!parts || !lineFilters.some((filter) => acceptsSeries(filter, parts))) return [];
		const device = givenName(proposedDevice(parts) ?? "");
		const channel = ChannelName.safeParse(proposedChannel(parts));
		if (device === null || !channel.success) return [];
		return { series: text, device, channel: guessChannel(channel.data, firstValue, namedUnit(parts)) };
	});
}

/** Ids by the name that the tags of chosen series give their device. */
function knownDevices(rules: ReturnType<typeof lineRulesOf>): Map<string, string> {
	const known = new Map<string, string>();
	for (const { series, deviceId } of rules.values()) {
		const parts = readSeriesText(series);
		const name = givenName((parts && proposedDevice(parts)) ?? "");
		if (name !== null && !known.has(name)) known.set(name, deviceId);
	}
	return known;
}

function deviceOf({ db }: DeviceStore, name: string, known: Map<string, string>): DeviceRow | null {
	const chosen = findDevice(db, known.get(name) ?? "");
	if (chosen) return chosen;
	return SerialNumber.safeParse(name).success ? findDeviceBySerial(db, name) : null;
}

async function addNamedDevice(
	store: DeviceStore,
	key: IntegrationKeyRow,
	name: string,
	series: Accepted[],
): Promise<DeviceRow | null> {
	if (!SerialNumber.safeParse(name).success) return null;
	const channels = new Map(series.map(({ channel }) => [channelNameKey(channel.name), channel]));
	return addKeyDevice(store, key, { name, serialNumber: name, channels: [...channels.values()] });
}

function giveChannels(
	{ db, newId, now, invalidations }: DeviceStore,
	key: IntegrationKeyRow,
	device: DeviceRow,
	series: Accepted[],
): string[] {
	// A user may have chosen some while the device was added.
	const rules = lineRulesOf(db, key.id);
	const open = series.filter(({ series: text }) => !rules.has(text)).slice(0, serverLimits.lineSeries - rules.size);
	const channels = listChannels(db, [device.id]);
	const byName = new Map(channels.map((channel) => [channelNameKey(channel.name), channel]));
	const ids = channels.map(({ id }) => id);
	const taken = new Set(lineRulesOfChannels(db, ids).map(({ channelId }) => channelId));
	const added: typeof channels = [];
	const given: string[] = [];
	db.transaction(() => {
		for (const { series: text, channel } of open) {
			const nameKey = channelNameKey(channel.name);
			let target = byName.get(nameKey);
			if (!target && byName.size < limits.channelsPerDevice) {
				const { decimals } = quantities[channel.quantity];
				target = { ...channel, id: newId("channel"), deviceId: device.id, decimals, min: null, max: null };
				byName.set(nameKey, target);
				added.push(target);
			}
			if (!target || target.derived || taken.has(target.id)) continue;
			taken.add(target.id);
			const made = { createdBy: key.id, createdAt: new Date(now) };
			saveLineRule(db, { keyId: key.id, series: text, deviceId: device.id, channelId: target.id, ...made });
			given.push(text);
		}
		insertChannels(db, device.id, added);
		// The device form sends all channels: the version keeps it from removing the new ones.
		if (added.length > 0) raiseDeviceVersions(db, [device.id]);
		if (given.length > 0) {
			const event = said("lines.chosen", { name: key.name, count: given.length });
			addConfigEvent({ db, newId, now, invalidations, user: null }, device.id, event);
		}
	});
	if (given.length > 0) invalidations.changed("devices", [device.id]);
	return given;
}
