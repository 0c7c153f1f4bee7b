import type { SetAccountRetention, TakeBackShortenings } from "../../shared/account/storage";
import type { ChangedDevices } from "../../shared/device/device-inputs";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { accountOrThrow, changeAccount } from "../db/account-rows";
import { changeInBulk } from "../device/change/bulk-change";
import { inSlicesThenAtOnce } from "../group/recompute-in-slices";
import { assertWholeScope } from "../group/scope";
import { saidRetention } from "./retention-text";

/** Skips devices whose shorter retention already applies. Throws DEVICE_NOT_FOUND. */
export async function takeBackShortenings({ ctx, input }: Call<TakeBackShortenings>): Promise<ChangedDevices> {
	return changeInBulk(ctx, { what: { kind: "keepReadings" }, items: input.deviceIds });
}

/** Applies to devices without own or group retention. Throws NOT_PERMITTED for a limited scope. */
export async function setAccountRetention({ ctx, input }: Call<SetAccountRetention>): Promise<SetAccountRetention> {
	assertWholeScope(ctx);
	const isSame = accountOrThrow(ctx.db).retentionDays === input.retentionDays;
	await inSlicesThenAtOnce(
		ctx,
		() => ({ deviceIds: isSame ? [] : "all", retentionDays: input.retentionDays }),
		(recompute) => writeRetention(ctx, input.retentionDays, recompute),
	);
	ctx.invalidations.changed("account", "all");
	return input;
}

function writeRetention(ctx: MemberContext, days: number | null, recompute: () => void): void {
	const { id, retentionDays } = accountOrThrow(ctx.db);
	ctx.audit.change({ account: [id] }, () => {
		if (retentionDays === days) return;
		changeAccount(ctx.db, { retentionDays: days });
		recompute();
		const changed = { days: saidRetention(days), before: saidRetention(retentionDays) };
		addConfigEvent(ctx, null, said("retention.account", changed));
	});
}
