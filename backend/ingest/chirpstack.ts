import * as z from "zod/mini";
import { isRecord } from "../../shared/base/json-record";
import { readPayload } from "./payload-values";
import { type Rejection, rejections } from "./rejections";
import {
	bestSignal,
	Gateways,
	messageTime,
	nothingSent,
	type SentReadings,
	sideField,
	uplinkReadings,
} from "./sent-readings";

const sideText = sideField(z.string());
const sideNumber = sideField(z.number());

// The `up` event: https://www.chirpstack.io/docs/chirpstack/integrations/events.html Zeros are absent.
export const Uplink = z.object({
	deduplicationId: sideText,
	time: sideText,
	deviceInfo: z.object({ devEui: z.string().check(z.minLength(1)), deviceName: sideText }),
	devAddr: sideText,
	fCnt: sideNumber,
	fPort: sideNumber,
	data: sideText,
	object: z.optional(z.unknown()),
	rxInfo: Gateways,
});
type Uplink = z.infer<typeof Uplink>;

type Event = { event: string | null; receivedAt: number };

/** ChirpStack v4. `event` is the type from the URL; only `up` holds readings. `receivedAt` is epoch ms. */
export function readChirpStack(body: unknown, { event, receivedAt }: Event): SentReadings | Rejection {
	if (isVersion3(body)) return rejections.chirpStackVersion;
	if (event !== null && event !== "up") return nothingSent;
	const parsed = event === null ? null : Uplink.safeParse(body);
	if (!parsed?.success) return rejectionOf(body);
	const uplink = parsed.data;
	const payload = readPayload(uplink.object);
	if (!payload) return rejections.messageShape;
	return uplinkReadings({
		serialNumber: uplink.deviceInfo.devEui,
		name: uplink.deviceInfo.deviceName ?? null,
		time: messageTime([["time", uplink.time]], receivedAt),
		payload,
		added: [{ channel: "signal", value: bestSignal(uplink.rxInfo) }],
		identity: identityOf(uplink),
		kind: isWholeFrame(uplink) && !uplink.data ? "empty" : "read",
	});
}

function isVersion3(body: unknown): boolean {
	return isRecord(body) && !isRecord(body.deviceInfo) && ("devEUI" in body || "applicationID" in body);
}

function rejectionOf(body: unknown): Rejection {
	return isRecord(body) && isRecord(body.end_device_ids) ? rejections.chirpStackAddress : rejections.messageShape;
}

/** A body written by hand may hold only the device and its values. */
function isWholeFrame({ deduplicationId, devAddr, fCnt, fPort }: Uplink): boolean {
	return [deduplicationId, devAddr, fCnt, fPort].some((field) => field !== undefined);
}

function identityOf(uplink: Uplink) {
	if (!isWholeFrame(uplink)) return null;
	return {
		session: uplink.devAddr ?? null,
		isOwnSession: false,
		counter: uplink.fCnt ?? 0,
		payload: uplink.data ?? "",
		deduplicationId: uplink.deduplicationId ?? null,
	};
}
