import type { account } from "../db/schema";

type PlanRecord = Pick<
	typeof account.$inferInsert,
	"planName" | "planStatus" | "trialEndsAt" | "includedDevices" | "includedUsers" | "quotaBytes"
> & { trialEndsAt: null; includedDevices: number | null; includedUsers: number | null };

const gigabyte = 1_000_000_000;

/** The initial plan. With billing, the operator's plan replaces it at once. */
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
