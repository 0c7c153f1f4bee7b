import type { account } from "../db/schema";

type PlanRecord = Pick<
	typeof account.$inferInsert,
	"planName" | "planStatus" | "trialEndsAt" | "includedDevices" | "includedUsers" | "quotaBytes"
> & { trialEndsAt: null; includedDevices: number | null; includedUsers: number | null };

const gigabyte = 1_000_000_000;

/** The plan of a new account. Stored in its object, so that a later change of plans moves nobody. */
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
