import * as z from "zod/mini";
import { DeviceId, IntegrationKeyId, IntegrationMessageId } from "../base/ids";
import { RejectedSample } from "./device-rejections";
import { RejectReason } from "./ingest";

/** `empty`: a frame without a payload. `simulated`: a test of a codec. No value of either is stored. */
export const UplinkKind = z.enum(["read", "empty", "simulated"]);
export type UplinkKind = z.infer<typeof UplinkKind>;

/** A payload field without a usable reading. An empty `name` means the whole payload. */
export const UnreadPart = z.object({ name: z.string(), is: z.string() });
export type UnreadPart = z.infer<typeof UnreadPart>;

/** Unstored parts of a network server's message. Times are epoch ms. */
export const UplinkNote = z.object({ at: z.number(), kind: UplinkKind, unread: z.array(UnreadPart) });
export type UplinkNote = z.infer<typeof UplinkNote>;

/** Identifies an uplink of a device. Small, because the last ones are rewritten with each uplink. */
export const UplinkFrame = z.object({
	id: z.string(),
	deduplicated: z.nullable(z.string()),
	/** No other session uses the id. */
	isOwnSession: z.boolean(),
	at: z.number(),
});
export type UplinkFrame = z.infer<typeof UplinkFrame>;

export const IntegrationEndpointName = z.enum(["the-things-stack", "chirpstack", "json", "csv"]);
export type IntegrationEndpointName = z.infer<typeof IntegrationEndpointName>;

/** How a JSON message of any shape was read. `version` is null without a recipe; `values`: numbers it holds. */
export const MessageRecipe = z.object({
	version: z.nullable(z.number()),
	values: z.number(),
	missing: z.array(z.string()),
});
export type MessageRecipe = z.infer<typeof MessageRecipe>;

export const MessageOutcome = z.object({
	refusal: z.nullable(z.string()),
	/** Null: no uplink, or a file. */
	kind: z.nullable(UplinkKind),
	isRepeated: z.boolean(),
	accepted: z.number(),
	duplicates: z.number(),
	/** Omits unmeasured values such as texts, for which the device has no channel. */
	refused: z.array(z.object({ reason: RejectReason, count: z.number(), sample: RejectedSample })),
	unread: z.array(UnreadPart),
	/** Absent: of another endpoint. */
	recipe: z.optional(MessageRecipe),
});
export type MessageOutcome = z.infer<typeof MessageOutcome>;

/** Times are epoch ms. */
export const IntegrationMessage = z.object({
	id: IntegrationMessageId,
	receivedAt: z.number(),
	endpoint: IntegrationEndpointName,
	/** ChirpStack's event type from the URL. Null: none. */
	event: z.nullable(z.string()),
	serialNumber: z.nullable(z.string()),
	deviceId: z.nullable(DeviceId),
	outcome: MessageOutcome,
	readAgainAt: z.nullable(z.number()),
	hasBody: z.boolean(),
});
export type IntegrationMessage = z.infer<typeof IntegrationMessage>;

export const GetIntegrationMessages = z.object({ keyId: IntegrationKeyId });
export type GetIntegrationMessages = z.infer<typeof GetIntegrationMessages>;

export const NamedIntegrationMessage = z.object({ keyId: IntegrationKeyId, messageId: IntegrationMessageId });
export type NamedIntegrationMessage = z.infer<typeof NamedIntegrationMessage>;

/** The body without keys and passwords. */
export const IntegrationMessageBody = z.object({ body: z.nullable(z.string()) });
export type IntegrationMessageBody = z.infer<typeof IntegrationMessageBody>;
