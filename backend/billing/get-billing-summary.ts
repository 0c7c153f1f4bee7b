import type { BillingSummary } from "../../shared/billing";
import { accountOrThrow } from "../account/account-rows";
import { countUsers } from "../account/user-rows";
import type { Verb } from "../context";
import { countDevices } from "../device/device-rows";

export async function getBillingSummary({ ctx }: Verb): Promise<BillingSummary> {
	const account = accountOrThrow(ctx.db);
	const usage = await ctx.log.usage(ctx.now);
	const storageBytes = usage.reduce((sum, { usedBytes }) => sum + usedBytes, 0);
	return {
		planName: account.planName,
		status: account.planStatus,
		trialEndsAt: account.trialEndsAt,
		usage: [
			{ meter: "devices", used: countDevices(ctx.db), included: account.includedDevices },
			{ meter: "users", used: countUsers(ctx.db), included: account.includedUsers },
			{ meter: "storageBytes", used: storageBytes, included: account.quotaBytes },
		],
	};
}
