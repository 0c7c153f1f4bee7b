import {
	CreateWebhook,
	type NewWebhook,
	ReplaceWebhookSecret,
	UpdateWebhook,
	type Webhook,
	type WebhookDelivery,
	WebhookTarget,
	webhookLimits,
	webhooksPerAccount,
} from "../../shared/account/webhook";
import { hourMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { said } from "../../shared/log/said";
import { webhookComplaint } from "../../shared/message/webhook-url";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import {
	deleteWebhookRow,
	findWebhook,
	insertWebhook,
	listDeliveries,
	listWebhooks,
	updateWebhook,
	type WebhookRow,
} from "../db/webhook-rows";
import { assertWholeScope } from "../group/scope";
import { isResendable } from "../message/resendable";
import { queueFor } from "./queue-event";

const shownDeliveries = 50;

/** Events concern every device, so a scope of groups is denied. */
export const webhookRouter = router({
	getWebhooks: procedureFor("editKeys").query(({ ctx }) => getWebhooks({ ctx, input: undefined })),
	getDeliveries: procedureFor("editKeys").input(WebhookTarget).query(getDeliveries),
	createWebhook: procedureFor("editKeys").input(CreateWebhook).mutation(createWebhook),
	updateWebhook: procedureFor("editKeys").input(UpdateWebhook).mutation(changeWebhook),
	replaceSecret: procedureFor("editKeys").input(ReplaceWebhookSecret).mutation(replaceSecret),
	sendTest: procedureFor("editKeys").input(WebhookTarget).mutation(sendTest),
	deleteWebhook: procedureFor("editKeys").input(WebhookTarget).mutation(deleteWebhook),
});

function getWebhooks({ ctx }: Call): Webhook[] {
	assertWholeScope(ctx);
	return listWebhooks(ctx.db).map((row) => toWebhook(row, ctx.now));
}

/** Latest first. Throws WEBHOOK_NOT_FOUND. */
function getDeliveries({ ctx, input }: Call<WebhookTarget>): WebhookDelivery[] {
	const { id, isEnabled } = webhookOrThrow(ctx, input.webhookId);
	return listDeliveries(ctx.db, id, shownDeliveries).map(({ message, facts }) => {
		const { id: messageId, state, attempt, error, createdAt, sentAt, dueAt } = message;
		const type = String(Reflect.get(Object(facts), "type") ?? "");
		const times = { createdAt, sentAt, dueAt: dueAt === null ? null : new Date(dueAt) };
		const row = { id: messageId, type, state, attempts: attempt, error };
		return { ...row, isResendable: isEnabled && isResendable(message, ctx.now), ...times };
	});
}

/** Throws an InputError for an address that must not be posted to. */
function createWebhook({ ctx, input: { name, url, topics } }: Call<CreateWebhook>): NewWebhook {
	assertWholeScope(ctx);
	assertAddress(ctx, url);
	if (listWebhooks(ctx.db).length >= webhooksPerAccount) {
		throw new InputError({ name: errorKey("webhook.tooMany", { most: webhooksPerAccount }) });
	}
	const secret = ctx.webhookSecrets.mint();
	const id = ctx.newId("webhook");
	ctx.audit.change({ webhook: [id] }, () => {
		insertWebhook(ctx.db, {
			id,
			name,
			address: url,
			topics: [...new Set(topics)],
			secret,
			isEnabled: true,
			createdAt: new Date(ctx.now),
		});
		addConfigEvent(ctx, null, said("webhook.added", { name }));
	});
	return { webhook: toWebhook(webhookOrThrow(ctx, id), ctx.now), secret };
}

/** A re-enabled webhook starts without missed events. Throws WEBHOOK_NOT_FOUND and CHANGED_MEANWHILE. */
function changeWebhook({ ctx, input }: Call<UpdateWebhook>): Webhook {
	const { webhookId, version, name, url, topics, isEnabled } = input;
	const before = webhookOrThrow(ctx, webhookId);
	if (before.version !== version) throw domainError("CHANGED_MEANWHILE", { webhookId });
	assertAddress(ctx, url);
	const isAnew = isEnabled && !before.isEnabled;
	ctx.audit.change({ webhook: [webhookId] }, () => {
		updateWebhook(ctx.db, webhookId, {
			name,
			address: url,
			topics: [...new Set(topics)],
			isEnabled,
			version: version + 1,
			...(isAnew && { failingSince: null, leftOut: 0 }),
			stoppedAt: isEnabled ? null : before.stoppedAt,
		});
		addConfigEvent(ctx, null, said("webhook.changed", { name }));
	});
	return toWebhook(webhookOrThrow(ctx, webhookId), ctx.now);
}

function replaceSecret({ ctx, input: { webhookId, graceSeconds } }: Call<ReplaceWebhookSecret>): NewWebhook {
	const { name, secret: previousSecret } = webhookOrThrow(ctx, webhookId);
	const secret = ctx.webhookSecrets.mint();
	const previous = { previousSecret, previousSecretUntil: new Date(ctx.now + graceSeconds * 1_000) };
	ctx.audit.change({ webhook: [webhookId] }, () => {
		const none = { previousSecret: null, previousSecretUntil: null };
		updateWebhook(ctx.db, webhookId, { secret, ...(graceSeconds === 0 ? none : previous) });
		addConfigEvent(ctx, null, said("webhook.secretReplaced", { name }));
	});
	return { webhook: toWebhook(webhookOrThrow(ctx, webhookId), ctx.now), secret };
}

/** Sent like every event. Throws InputError if it is off, or had its hourly number of tests. */
function sendTest({ ctx, input: { webhookId } }: Call<WebhookTarget>): Webhook {
	const webhook = webhookOrThrow(ctx, webhookId);
	if (!webhook.isEnabled) throw new InputError({ webhookId: errorKey("webhook.off") });
	const lately = listDeliveries(ctx.db, webhookId, shownDeliveries).filter(({ message, facts }) => {
		return Reflect.get(Object(facts), "type") === "test" && message.createdAt.getTime() > ctx.now - hourMs;
	});
	if (lately.length >= webhookLimits.testsPerHour) {
		throw new InputError({ webhookId: errorKey("webhook.tests", { most: webhookLimits.testsPerHour }) });
	}
	const data = { webhookId, name: webhook.name, requestedBy: ctx.user.name };
	ctx.db.transaction(() => {
		queueFor(ctx, webhook, { type: "test", at: ctx.now, data });
		ctx.audit.act({ webhook: [webhookId] });
	});
	ctx.invalidations.changed("messages", "all");
	return toWebhook(webhookOrThrow(ctx, webhookId), ctx.now);
}

/** Drops waiting events. Returns the remaining webhooks. */
function deleteWebhook({ ctx, input: { webhookId } }: Call<WebhookTarget>): Webhook[] {
	const { name } = webhookOrThrow(ctx, webhookId);
	ctx.audit.change({ webhook: [webhookId] }, () => {
		deleteWebhookRow(ctx.db, webhookId);
		addConfigEvent(ctx, null, said("webhook.deleted", { name }));
	});
	return getWebhooks({ ctx, input: undefined });
}

function webhookOrThrow(ctx: MemberContext, webhookId: string): WebhookRow {
	assertWholeScope(ctx);
	const webhook = findWebhook(ctx.db, webhookId);
	if (!webhook) throw domainError("WEBHOOK_NOT_FOUND", { webhookId });
	return webhook;
}

function assertAddress({ ownHosts }: MemberContext, url: string): void {
	const complaint = webhookComplaint(url, { ownHosts });
	if (complaint !== null) throw new InputError({ url: complaint });
}

function toWebhook(row: WebhookRow, now: number): Webhook {
	const { id, name, address: url, topics, isEnabled, stoppedAt, lastSentAt, failingSince, waiting, leftOut } = row;
	const { previousSecretUntil, version, createdAt } = row;
	const isInGrace = previousSecretUntil !== null && previousSecretUntil.getTime() > now;
	return {
		id,
		name,
		url,
		topics,
		lastSentAt,
		waiting,
		leftOut,
		version,
		createdAt,
		state: isEnabled ? "on" : stoppedAt === null ? "off" : "stopped",
		failingSince: failingSince === null ? null : new Date(failingSince),
		previousSecretUntil: isInGrace ? previousSecretUntil : null,
	};
}
