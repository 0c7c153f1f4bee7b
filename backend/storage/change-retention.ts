import type { SetAccountRetention, TakeBackShortenings } from "../../shared/account/storage";
import type { ChangedDevices } from "../../shared/device/device-inputs";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { accountOrThrow, changeAccount } from "../db/account-rows";
import { changeInBulk } from "../device/change/bulk-change";
import { inSlicesThenAtOnce } from "../group/recompute-in-slices";
import { assertWholeScope } from "../group/scope";
import { retentionText } from "./retention-text";

/**
 * Devices keep their readings as long as before, by a retention of their own whatever made it shorter. One whose time
 * has come meanwhile stays as it is. Throws DEVICE_NOT_FOUND.
 */
export async function takeBackShortenings({ ctx, input }: Call<TakeBackShortenings>): Promise<ChangedDevices> {
	return changeInBulk(ctx, { what: { kind: "keepReadings" }, items: input.deviceIds });
}

/** Of devices without their own or their groups' retention. Throws NOT_PERMITTED for a scope of groups. */
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
		const kept = `Readings are kept for ${retentionText(days)} instead of ${retentionText(retentionDays)}`;
		addConfigEvent(ctx, null, `${kept}, where neither device nor group says otherwise`);
	});
}
