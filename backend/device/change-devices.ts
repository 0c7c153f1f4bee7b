import type { ChangeDevices, ChangedDevices, MuteDevices } from "../../shared/device/device-inputs";
import type { Call } from "../base/context";
import { muteColumns } from "../db/mute-rows";
import { changeInBulk } from "./change/bulk-change";

export async function changeDevices({ ctx, input }: Call<ChangeDevices>): Promise<ChangedDevices> {
	const { deviceIds, ...change } = input;
	const result = await changeInBulk(ctx, { what: { kind: "change", ...change }, items: deviceIds });
	await ctx.watch.intervalsChanged(deviceIds);
	return result;
}

export async function muteDevices({ ctx, input }: Call<MuteDevices>): Promise<ChangedDevices> {
	const what = { kind: "mute", ...muteColumns(input, ctx.now) } as const;
	return changeInBulk(ctx, { what, items: input.deviceIds });
}
