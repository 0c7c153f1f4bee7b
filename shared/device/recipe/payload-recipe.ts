import * as z from "zod/mini";
import { errorKey } from "../../base/error-key";
import { DeviceId, IntegrationKeyId, IntegrationMessageId } from "../../base/ids";
import { limits } from "../../base/limits";
import { ChannelName, ChannelUnit, channelNameKey } from "../device-terms";
import { listSteps, parsePath, pathLength, pathText } from "./recipe-path";

const RecipePath = z.string().check(
	z.minLength(1, { error: errorKey("recipe.pathMissing"), abort: true }),
	z.maxLength(pathLength, { error: errorKey("text.tooLong", { most: pathLength }), abort: true }),
	z.refine((path) => parsePath(path) !== null, errorKey("recipe.path")),
);

export const TimeForm = z.enum(["iso", "seconds", "milliseconds"]);
export type TimeForm = z.infer<typeof TimeForm>;

export const RecipeValue = z.object({ path: RecipePath, channel: ChannelName, unit: ChannelUnit });
export type RecipeValue = z.infer<typeof RecipeValue>;

const Parts = z.object({
	/** The path of a serial number, or one device for every message. */
	device: z.union([z.object({ path: RecipePath }), z.object({ deviceId: DeviceId })]),
	/** Null: the time of receipt. */
	time: z.nullable(z.object({ path: RecipePath, form: TimeForm })),
	/** The decimal sign of numbers in texts. Absent: a point. */
	decimalSign: z.optional(z.literal("comma")),
	values: z
		.array(RecipeValue)
		.check(
			z.minLength(1, errorKey("recipe.noValue")),
			z.maxLength(limits.channelsPerDevice, errorKey("channel.tooMany", { most: limits.channelsPerDevice })),
		),
});

/** How readings are taken from a JSON message. All paths with `[*]` read the entries of one list. */
export const PayloadRecipe = Parts.check((ctx) => {
	for (const { path, message } of [...listProblems(ctx.value), ...nameProblems(ctx.value)]) {
		ctx.issues.push({ code: "custom", input: ctx.value, path, message });
	}
});
export type PayloadRecipe = z.infer<typeof PayloadRecipe>;

type Problem = { path: (string | number)[]; message: string };

function listProblems({ device, time, values }: PayloadRecipe): Problem[] {
	const shared = [
		...("path" in device ? [{ path: ["device", "path"], text: device.path }] : []),
		...(time ? [{ path: ["time", "path"], text: time.path }] : []),
	];
	const own = values.map(({ path: text }, index) => ({ path: ["values", index, "path"], text }));
	const used = [...own, ...shared].map((part) => ({ ...part, list: listOf(part.text) }));
	const first = used.find(({ list }) => list !== null)?.list ?? null;
	const ofAnother = used.filter(({ list }) => list !== null && list !== first);
	const isSharedInList = shared.some(({ text }) => listOf(text) !== null);
	const outside = isSharedInList ? own.filter(({ text }) => listOf(text) === null) : [];
	return [
		...ofAnother.map(({ path }) => ({ path, message: errorKey("recipe.oneList", { list: `${first}[*]` }) })),
		...outside.map(({ path }) => ({ path, message: errorKey("recipe.outside", { list: `${first}[*]` }) })),
	];
}

function listOf(path: string): string | null {
	const steps = listSteps(parsePath(path) ?? []);
	return steps && pathText(steps);
}

function nameProblems({ values }: PayloadRecipe): Problem[] {
	const keys = values.map(({ channel }) => channelNameKey(channel));
	return keys.flatMap((key, index) =>
		keys.indexOf(key) < index ? { path: ["values", index, "channel"], message: errorKey("channelName.twice") } : [],
	);
}

/** Versions ascend from 1. `from`: the older version that was taken up again. Times are epoch ms. */
export const RecipeVersion = z.object({
	version: z.number(),
	recipe: PayloadRecipe,
	madeAt: z.number(),
	madeBy: z.nullable(z.string()),
	from: z.nullable(z.number()),
});
export type RecipeVersion = z.infer<typeof RecipeVersion>;

/** `version`: of the recipe that read it; null: none was there. `body` is null if it is too large or no text. */
export const HeldMessage = z.object({
	id: IntegrationMessageId,
	receivedAt: z.number(),
	body: z.nullable(z.string()),
	isPinned: z.boolean(),
	version: z.nullable(z.number()),
	accepted: z.number(),
});
export type HeldMessage = z.infer<typeof HeldMessage>;

/** A path that devices sent under this version, and that their last message lacks. */
export const MissingPath = z.object({
	path: z.string(),
	since: z.number(),
	devices: z.number(),
	/** The device of `since`. */
	deviceId: z.nullable(DeviceId),
	device: z.nullable(z.string()),
});
export type MissingPath = z.infer<typeof MissingPath>;

export const PayloadSource = z.object({
	/** Newest first; pinned ones stay. */
	messages: z.array(HeldMessage),
	/** Newest first; the first is in force. */
	versions: z.array(RecipeVersion),
	missing: z.array(MissingPath),
});
export type PayloadSource = z.infer<typeof PayloadSource>;

export const GetPayloadSource = z.object({ keyId: IntegrationKeyId });
export type GetPayloadSource = z.infer<typeof GetPayloadSource>;

const Version = z.int().check(z.minimum(0), z.maximum(1_000_000));

/** `replaces`: the version that the user saw in force; 0: none. `older`: the version that is taken up again. */
export const SavePayloadRecipe = z.object({
	keyId: IntegrationKeyId,
	recipe: PayloadRecipe,
	replaces: Version,
	older: z.nullable(Version),
});
export type SavePayloadRecipe = z.infer<typeof SavePayloadRecipe>;

export const PinIntegrationMessage = z.object({
	keyId: IntegrationKeyId,
	messageId: IntegrationMessageId,
	isPinned: z.boolean(),
});
export type PinIntegrationMessage = z.infer<typeof PinIntegrationMessage>;
