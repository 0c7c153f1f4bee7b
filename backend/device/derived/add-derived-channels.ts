import { serverLimits } from "../../../shared/base/limits";
import { addTo } from "../../../shared/base/multi-map";
import type { AddDerivedChannels, AddedDerivedChannels } from "../../../shared/device/derived/inputs";
import { errorSentence } from "../../../shared/errors/error-sentence";
import type { Call } from "../../base/context";
import { listChannels } from "../../db/channel-rows";
import { allDerivedChannels } from "../../db/derived-channel-rows";
import { currentDevicesOrThrow } from "../../group/scope";
import { changeInBulk } from "../change/bulk-change";
import { fullProblem, namedOn, newDerivedProblems } from "./store-derived";

/** Skips devices without these channels. Throws DEVICE_NOT_FOUND, DEVICE_ARCHIVED. */
export async function addDerivedChannels({ ctx, input }: Call<AddDerivedChannels>): Promise<AddedDerivedChannels> {
	const { deviceIds, name, definition } = input;
	currentDevicesOrThrow(ctx, deviceIds);
	const skipped = new Map<string, string[]>();
	const channels = Map.groupBy(listChannels(ctx.db, deviceIds), ({ deviceId }) => deviceId);
	let room = serverLimits.derivedChannels - allDerivedChannels(ctx.db).size;
	for (const deviceId of deviceIds) {
		const ofDevice = channels.get(deviceId) ?? [];
		const [problem] = Object.values(
			newDerivedProblems(ctx.db, { name, definition: namedOn(definition, ofDevice) }, ofDevice),
		);
		if (problem !== undefined) addTo(skipped, problem, deviceId);
		else if (room > 0) room -= 1;
		else addTo(skipped, fullProblem(), deviceId);
	}
	const { changed, undoId } = await changeInBulk(ctx, { what: { kind: "derive", name, definition }, items: deviceIds });
	await ctx.watch.intervalsChanged(deviceIds);
	return {
		added: changed,
		undoId,
		skipped: [...skipped].map(([reasonKey, { length: devices }]) => {
			return { reason: errorSentence(reasonKey), reasonKey, devices };
		}),
	};
}
