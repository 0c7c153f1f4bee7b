import { dayMs } from "../../shared/base/durations";
import { serverLimits } from "../../shared/base/limits";
import { channelNameKey } from "../../shared/device/device-terms";
import type { IngestResult } from "../../shared/ingest/ingest";
import type { MessageOutcome } from "../../shared/ingest/integration-message";
import { domainError } from "../base/errors";
import type { ReadingHistory } from "../base/reading-store";
import { channelIdsByKey } from "../db/channel-rows";
import type { DeviceRow } from "../db/device-rows";
import { findIntegrationKey } from "../db/integration-key-rows";
import {
	type IntegrationMessageRow,
	listIntegrationMessages,
	updateIntegrationMessage,
} from "../db/integration-message-rows";
import { currentRecipe, type IntegrationStore, outcomeOfRecipe, storeDevices } from "./append-integration-upload";
import { parseSent } from "./ingest-upload";
import { integrationEndpoints } from "./integration-endpoints";
import { pickReadings } from "./parse-readings";
import type { CurrentRecipe } from "./recipe/read-json";
import { rejections } from "./rejections";
import type { SentReadings } from "./sent-readings";
import type { SentColumns } from "./store-upload";
import { noOutcome, sumRejected } from "./stored-messages";

type Named = { accountId: string; keyId: string; messageId: string };

/** Stores the missing readings of a message, after a channel or device was added. Throws INTEGRATION_MESSAGE_NOT_FOUND. */
export async function readMessageAgain(
	store: IntegrationStore & { now: number },
	{ accountId, keyId, messageId }: Named,
): Promise<IngestResult> {
	const key = findIntegrationKey(store.db, keyId);
	const message = key && findMessage(store, { keyId, messageId });
	if (!key || message?.body == null) throw domainError("INTEGRATION_MESSAGE_NOT_FOUND", { messageId });
	const { receivedAt } = message;
	const current = message.endpoint === "json" ? currentRecipe(store.db, keyId) : null;
	const sent = sentOf({ ...message, body: message.body }, current);
	if (typeof sent === "string") {
		update(store, message, { outcome: { ...noOutcome, refusal: sent }, deviceId: null });
		return { accepted: 0, duplicates: 0, rejected: [] };
	}
	const { devices, unplaced } = parseSent(sent, receivedAt);
	const { result, outcome, deviceId } = await storeDevices(
		store,
		{ key, accountId, devices, receivedAt: store.now, version: current?.version ?? null },
		(device, readings) => missingOf(store, { device, readings, receivedAt }),
	);
	const ofRecipe = sent.recipe ? outcomeOfRecipe({ ...sent.recipe, unread: sent.unread ?? [] }) : {};
	update(store, message, {
		outcome: { ...outcome, ...ofRecipe, refused: sumRejected([...outcome.refused, ...unplaced]) },
		deviceId,
	});
	const { accepted, duplicates, rejected } = result;
	return { accepted, duplicates, rejected };
}

export function findMessage(
	{ db, now }: Pick<IntegrationStore, "db"> & { now: number },
	{ keyId, messageId }: Omit<Named, "accountId">,
): IntegrationMessageRow | undefined {
	return listIntegrationMessages(db, keyId, now - serverLimits.integrationMessageMs).find(({ id }) => id === messageId);
}

function sentOf(
	{ endpoint, event, body, receivedAt }: IntegrationMessageRow & { body: string },
	current: CurrentRecipe | null,
): SentReadings | string {
	try {
		const sent = integrationEndpoints[endpoint].read({ text: body, event, receivedAt, current });
		return "status" in sent ? sent.message : sent;
	} catch (error) {
		if (error instanceof SyntaxError) return rejections.unreadable.message;
		throw error;
	}
}

type Updated = { outcome: MessageOutcome; deviceId: string | null };

function update({ db, now }: Pick<IntegrationStore, "db"> & { now: number }, row: IntegrationMessageRow, to: Updated) {
	const { keyId, place: position, id } = row;
	updateIntegrationMessage(db, { keyId, place: position, id, ...to, readAgainAt: now });
}

type OfDevice = { device: DeviceRow; readings: SentColumns; receivedAt: number };

/** Keeps stored values. Dates the rest to the last upload, as reading again is no sign of life. */
async function missingOf(store: IntegrationStore, { device, readings, receivedAt }: OfDevice) {
	const lastReceivedAt = await store.watch.lastReceived(device.id);
	const stored = await storedTimes(store.readingStore, { device, readings }, channelIdsByKey(store.db, device.id));
	const positions = readings.at.flatMap((at, position) => {
		const word = readings.channels[readings.channel[position] ?? -1] ?? "";
		return stored.get(word)?.has(at) ? [] : position;
	});
	return {
		readings: pickReadings(readings, positions),
		receivedAt: Math.max(receivedAt, lastReceivedAt ?? receivedAt),
		known: readings.at.length - positions.length,
	};
}

/** Reads day by day, because the times may lie far apart. Keys: channel words. */
async function storedTimes(
	readingStore: ReadingHistory,
	{ device, readings }: Pick<OfDevice, "device" | "readings">,
	ids: ReadonlyMap<string, string>,
): Promise<Map<string, Set<number>>> {
	const known = readings.channels.flatMap((word) => {
		const channelId = ids.get(word) ?? ids.get(channelNameKey(word));
		return channelId === undefined ? [] : { word, channelId };
	});
	const times = new Map(known.map(({ word }) => [word, new Set<number>()]));
	const days = new Set(readings.at.map((at) => Math.floor(at / dayMs)));
	for (const day of days) {
		const channels = known.map(({ channelId }) => ({ deviceId: device.id, channelId }));
		const series = await readingStore.readSeries({ channels, from: day * dayMs, to: (day + 1) * dayMs });
		for (const [index, { at }] of series.entries()) {
			for (const time of at) times.get(known[index]?.word ?? "")?.add(time);
		}
	}
	return times;
}
