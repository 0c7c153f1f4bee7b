import * as z from "zod/mini";
import { DeviceId, IntegrationKeyId, IntegrationMessageId } from "../base/ids";
import { RejectedSample } from "./device-rejections";
import { RejectReason } from "./ingest";

/**
 * `empty`: a frame without a payload, whose decoded values come from nothing. `simulated`: a user tried a codec. Of
 * neither a value is stored.
 */
export const UplinkKind = z.enum(["read", "empty", "simulated"]);
export type UplinkKind = z.infer<typeof UplinkKind>;

/** A part of a payload that holds no reading that is understood; `name` empty: the whole payload. */
export const UnreadPart = z.object({ name: z.string(), is: z.string() });
export type UnreadPart = z.infer<typeof UnreadPart>;

/** What a network server's message left unstored. Times are epoch ms. */
export const UplinkNote = z.object({ at: z.number(), kind: UplinkKind, unread: z.array(UnreadPart) });
export type UplinkNote = z.infer<typeof UplinkNote>;

/** What tells an uplink from others of its device. Short, as the last ones are written with each uplink. */
export const UplinkFrame = z.object({
	id: z.string(),
	/** Of what the server calls the frame as its gateways received it; null: it gives no such name. */
	deduplicated: z.nullable(z.string()),
	/** No other session has its id. */
	isOwnSession: z.boolean(),
	/** The message's time, epoch ms. */
	at: z.number(),
});
export type UplinkFrame = z.infer<typeof UplinkFrame>;

export const IntegrationEndpointName = z.enum(["the-things-stack", "chirpstack", "csv"]);
export type IntegrationEndpointName = z.infer<typeof IntegrationEndpointName>;

export const MessageOutcome = z.object({
	/** Why it was rejected as a whole; null: it was taken. */
	refusal: z.nullable(z.string()),
	/** Null: it holds no uplink, or is a file. */
	kind: z.nullable(UplinkKind),
	/** The same frame came before. */
	isRepeated: z.boolean(),
	accepted: z.number(),
	duplicates: z.number(),
	/** Without values beside the measured ones, such as texts, for which the device has no channel. */
	refused: z.array(z.object({ reason: RejectReason, count: z.number(), sample: RejectedSample })),
	unread: z.array(UnreadPart),
});
export type MessageOutcome = z.infer<typeof MessageOutcome>;

export const IntegrationMessage = z.object({
	id: IntegrationMessageId,
	/** Epoch ms. */
	receivedAt: z.number(),
	endpoint: IntegrationEndpointName,
	/** The type that ChirpStack gives in the address; null: none. */
	event: z.nullable(z.string()),
	/** Of its only device; null: it names none, or several. */
	serialNumber: z.nullable(z.string()),
	/** Null: no device has the serial number. */
	deviceId: z.nullable(DeviceId),
	outcome: MessageOutcome,
	/** When a person had it read again; null: never. Epoch ms. */
	readAgainAt: z.nullable(z.number()),
	/** False: it was too large to keep, or not text. */
	hasBody: z.boolean(),
});
export type IntegrationMessage = z.infer<typeof IntegrationMessage>;

export const GetIntegrationMessages = z.object({ keyId: IntegrationKeyId });
export type GetIntegrationMessages = z.infer<typeof GetIntegrationMessages>;

export const NamedIntegrationMessage = z.object({ keyId: IntegrationKeyId, messageId: IntegrationMessageId });
export type NamedIntegrationMessage = z.infer<typeof NamedIntegrationMessage>;

/** The body as it came, without keys and passwords. */
export const IntegrationMessageBody = z.object({ body: z.nullable(z.string()) });
export type IntegrationMessageBody = z.infer<typeof IntegrationMessageBody>;
