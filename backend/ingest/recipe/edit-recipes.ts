import { errorKey } from "../../../shared/base/error-key";
import { serverLimits } from "../../../shared/base/limits";
import type {
	GetPayloadSource,
	HeldMessage,
	MissingPath,
	PayloadSource,
	PinIntegrationMessage,
	RecipeVersion,
	SavePayloadRecipe,
} from "../../../shared/device/recipe/payload-recipe";
import { said } from "../../../shared/log/said";
import { addConfigEvent } from "../../activity/log-events";
import type { Call, MemberContext } from "../../base/context";
import { domainError, InputError } from "../../base/errors";
import { findUser } from "../../db/account-rows";
import { findDevice, listDeviceNames } from "../../db/device-rows";
import { listIntegrationMessages } from "../../db/integration-message-rows";
import {
	deletePinnedMessage,
	deleteRecipeSenders,
	deleteRecipesUpTo,
	insertPinnedMessage,
	insertRecipe,
	listIncompleteSenders,
	listPinnedMessages,
	listRecipes,
	type PayloadRecipeRow,
	recipeInForce,
} from "../../db/recipe-rows";
import { integrationKeyOrThrow, keyManagerOrThrow } from "../../integration/router";
import { findMessage } from "../read-again";

const mostSenders = 1_000;

/** Returns the stored messages, the versions and the missing values. Throws INTEGRATION_KEY_NOT_FOUND. */
export async function getPayloadSource({ ctx, input }: Call<GetPayloadSource>): Promise<PayloadSource> {
	keyManagerOrThrow(ctx);
	const { id } = integrationKeyOrThrow(ctx, input.keyId);
	const versions = listRecipes(ctx.db, id);
	return {
		messages: heldMessages(ctx, id),
		versions: versions.map((row) => toVersion(ctx, row)),
		missing: versions[0] ? missingPaths(ctx, id, versions[0]) : [],
	};
}

function heldMessages({ db, now }: MemberContext, keyId: string): HeldMessage[] {
	const pinned = listPinnedMessages(db, keyId);
	const pinnedIds = new Set(pinned.map(({ id }) => id));
	const last = listIntegrationMessages(db, keyId, now - serverLimits.integrationMessageMs)
		.filter(({ endpoint, outcome }) => endpoint === "json" && outcome.refusal === null)
		.map(({ id, receivedAt, body, outcome: { recipe, accepted } }) => {
			return { id, receivedAt, body, isPinned: pinnedIds.has(id), version: recipe?.version ?? null, accepted };
		});
	const lastIds = new Set(last.map(({ id }) => id));
	const older = pinned.flatMap(({ id, receivedAt, body }) =>
		lastIds.has(id) ? [] : { id, receivedAt, body, isPinned: true, version: null, accepted: 0 },
	);
	return [...last, ...older];
}

function toVersion({ db }: MemberContext, row: PayloadRecipeRow): RecipeVersion {
	const { version, recipe, from, createdBy, createdAt } = row;
	return { version, recipe, from, madeAt: createdAt.getTime(), madeBy: findUser(db, createdBy)?.name ?? null };
}

function missingPaths({ db }: MemberContext, keyId: string, { version, recipe }: PayloadRecipeRow): MissingPath[] {
	const senders = listIncompleteSenders(db, keyId, mostSenders).filter(({ paths }) => paths.version === version);
	const names = listDeviceNames(
		db,
		senders.map(({ deviceId }) => deviceId),
	);
	return recipe.values.flatMap(({ path }, part) => {
		const lacking = senders.flatMap(({ deviceId, paths }) => {
			const since = paths.missing[part];
			return since === undefined ? [] : { deviceId, since };
		});
		const [first] = lacking.toSorted((one, other) => one.since - other.since);
		if (!first) return [];
		return { path, devices: lacking.length, ...first, device: names.get(first.deviceId) ?? null };
	});
}

/** Messages from now on are read by it. Throws INTEGRATION_KEY_NOT_FOUND, DEVICE_NOT_FOUND and CHANGED_MEANWHILE. */
export async function savePayloadRecipe({ ctx, input }: Call<SavePayloadRecipe>): Promise<{ version: number }> {
	keyManagerOrThrow(ctx);
	const key = integrationKeyOrThrow(ctx, input.keyId);
	const { recipe, replaces, older } = input;
	const before = recipeInForce(ctx.db, key.id)?.version ?? 0;
	if (before !== replaces) throw domainError("CHANGED_MEANWHILE", { keyId: key.id });
	const taken = listRecipes(ctx.db, key.id).find((row) => row.version === older);
	if (older !== null && JSON.stringify(taken?.recipe) !== JSON.stringify(recipe)) {
		throw new InputError({ older: errorKey("invalid") });
	}
	if ("deviceId" in recipe.device) {
		const { deviceId } = recipe.device;
		const device = findDevice(ctx.db, deviceId);
		if (!device) throw domainError("DEVICE_NOT_FOUND", { deviceId });
		if (device.archivedAt) throw new InputError({ "recipe.device.deviceId": errorKey("lines.archived") });
	}
	const version = before + 1;
	ctx.audit.act({ integrationKey: [key.id] }, { version, values: recipe.values.length });
	insertRecipe(ctx.db, {
		keyId: key.id,
		version,
		recipe,
		from: older,
		createdBy: ctx.user.id,
		createdAt: new Date(ctx.now),
	});
	deleteRecipesUpTo(ctx.db, key.id, version - serverLimits.recipeVersions);
	deleteRecipeSenders(ctx.db, key.id);
	addConfigEvent(ctx, null, said("recipe.saved", { name: key.name, version, count: recipe.values.length }));
	return { version };
}

/** A pinned message stays for trying recipes. Throws INTEGRATION_KEY_NOT_FOUND and INTEGRATION_MESSAGE_NOT_FOUND. */
export async function pinIntegrationMessage({ ctx, input }: Call<PinIntegrationMessage>): Promise<void> {
	keyManagerOrThrow(ctx);
	const { id: keyId } = integrationKeyOrThrow(ctx, input.keyId);
	const { messageId, isPinned } = input;
	const pinned = listPinnedMessages(ctx.db, keyId);
	const isKnown = pinned.some(({ id }) => id === messageId);
	const message = findMessage(ctx, { keyId, messageId });
	if (!isKnown && (message?.body == null || message.endpoint !== "json")) {
		throw domainError("INTEGRATION_MESSAGE_NOT_FOUND", { messageId });
	}
	if (isKnown === isPinned) return ctx.audit.exempt();
	ctx.audit.act({ integrationKey: [keyId] }, { message: messageId, pinned: Number(isPinned) });
	if (!isPinned || message?.body == null) return deletePinnedMessage(ctx.db, messageId);
	if (pinned.length >= serverLimits.pinnedMessages) throw new InputError({ messageId: errorKey("recipe.pinned") });
	const { receivedAt, body } = message;
	const made = { createdBy: ctx.user.id, createdAt: new Date(ctx.now) };
	insertPinnedMessage(ctx.db, { id: messageId, keyId, receivedAt, body, ...made });
}
