import type { account } from "../db/schema";

type PlanRecord = Pick<
	typeof account.$inferInsert,
	"planName" | "planStatus" | "trialEndsAt" | "includedDevices" | "includedUsers" | "quotaBytes"
> & { trialEndsAt: null; includedDevices: number | null; includedUsers: number | null };

const gigabyte = 1_000_000_000;

/** What an account begins with. Where the operator bills, its plan is applied in the next moment. */
export function planRecord(planName: string): PlanRecord {
	return {
		planName,
		planStatus: "active",
		trialEndsAt: null,
		includedDevices: null,
		includedUsers: null,
		quotaBytes: 5 * gigabyte,
	};
}

export function planName({ local }: { local: unknown }): string {
	return local === null ? "Standard" : "Local";
}
