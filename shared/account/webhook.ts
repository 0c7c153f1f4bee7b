import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { idSchema } from "../base/ids";
import { lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { limits } from "../base/limits";
import { nameText } from "../base/name-text";
import { MessageState } from "../message/message";

/** Not in ids.ts, which every page loads first. */
export const WebhookId = idSchema("webhook");

export const WebhookTopic = z.enum(["alerts", "devices", "reports"]);
export type WebhookTopic = z.infer<typeof WebhookTopic>;

export const webhookEvents = {
	"alert.opened": "alerts",
	"alert.rose": "alerts",
	"alert.acknowledged": "alerts",
	"alert.ended": "alerts",
	"device.status": "devices",
	"report.finished": "reports",
	"report.failed": "reports",
} as const satisfies Record<string, WebhookTopic>;
export type WebhookEvent = keyof typeof webhookEvents;

export const webhooksPerAccount = 10;
/** Per webhook. Events above `waiting` are dropped and counted in `leftOut`. */
export const webhookLimits = { perMinute: 60, waiting: 5_000, testsPerHour: 5 } as const;
export const webhookFailingDays = 3;

export const Webhook = z.object({
	id: WebhookId,
	name: z.string(),
	url: z.string(),
	topics: z.array(WebhookTopic),
	state: z.enum(["on", "off", "stopped"]),
	lastSentAt: z.nullable(z.date()),
	failingSince: z.nullable(z.date()),
	waiting: z.number(),
	leftOut: z.number(),
	/** Until then the previous secret signs too. Null: only the present one signs. */
	previousSecretUntil: z.nullable(z.date()),
	version: z.number(),
	createdAt: z.date(),
});
export type Webhook = z.infer<typeof Webhook>;

const Topics = setOf(WebhookTopic, WebhookTopic.options.length, { none: errorKey("webhook.topics") });
const fields = {
	name: nameText(errorKey("name.missing")),
	url: z
		.string()
		.check(lengthBeforeCleaning(2_000), z.trim(), z.minLength(1, errorKey("address.missing")), z.maxLength(2_000)),
	topics: Topics,
};

export const CreateWebhook = z.object(fields);
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const WebhookTarget = z.object({ webhookId: WebhookId });
export type WebhookTarget = z.infer<typeof WebhookTarget>;

export const UpdateWebhook = z.object({ ...fields, webhookId: WebhookId, version: z.int(), isEnabled: z.boolean() });
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

export const ReplaceWebhookSecret = z.object({
	webhookId: WebhookId,
	graceSeconds: z.int().check(z.minimum(0), z.maximum(limits.keyGraceSeconds)),
});
export type ReplaceWebhookSecret = z.infer<typeof ReplaceWebhookSecret>;

export const WebhookDelivery = z.object({
	id: z.string(),
	type: z.string(),
	state: MessageState,
	attempts: z.number(),
	error: z.nullable(z.string()),
	isResendable: z.boolean(),
	createdAt: z.date(),
	sentAt: z.nullable(z.date()),
	dueAt: z.nullable(z.date()),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const NewWebhook = z.object({ webhook: Webhook, secret: z.string() });
export type NewWebhook = z.infer<typeof NewWebhook>;
