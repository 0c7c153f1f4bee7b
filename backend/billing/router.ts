import {
	type BillingSummary,
	type DeviceStorage,
	GetStatement,
	OpenCheckout,
	type StatementFile,
	type StorageDetails,
} from "../../shared/account/billing";
import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { smallestOf } from "../../shared/base/lists";
import type { Call } from "../base/context";
import { InputError } from "../base/errors";
import type { DeviceUsage } from "../base/reading-store";
import { procedureFor, router } from "../base/trpc";
import { accountOrThrow } from "../db/account-rows";
import { listDeviceNames } from "../db/device-rows";
import { findStatement } from "../db/usage-rows";
import { devicesInScope } from "../group/scope";
import { currentPlan } from "./apply-plan";
import { getBillingDetails } from "./billing-details";
import { billingParts } from "./billing-parts";
import { isOpenMonth, makeStatement } from "./make-statement";
import { openCheckout, openPortal, readPayment } from "./pay";
import { readMeters } from "./read-meters";
import { statementCsv, statementHtml } from "./statement-text";
import { storedBytes } from "./stored-bytes";

const farthestForecastMs = 100 * 365 * dayMs;

export const billingRouter = router({
	getBillingSummary: procedureFor("viewBilling").query(({ ctx }) => getBillingSummary({ ctx, input: undefined })),
	getBillingDetails: procedureFor("editBilling").query(({ ctx }) => getBillingDetails({ ctx, input: undefined })),
	getStatement: procedureFor("editBilling").input(GetStatement).query(getStatement),
	openCheckout: procedureFor("editBilling").input(OpenCheckout).mutation(openCheckout),
	openPortal: procedureFor("editBilling", { unaudited: "opens a page of the payment provider" }).mutation(({ ctx }) =>
		openPortal({ ctx, input: undefined }),
	),
	readPayment: procedureFor("editBilling", { unaudited: "reads what the payment provider knows" }).mutation(({ ctx }) =>
		readPayment({ ctx, input: undefined }),
	),
	getStorageDetails: procedureFor("viewStorage").query(({ ctx }) => getStorageDetails({ ctx, input: undefined })),
});

async function getBillingSummary({ ctx }: Call): Promise<BillingSummary> {
	const parts = billingParts(ctx);
	const plan = currentPlan(ctx.db, parts.catalog);
	const usage = await readMeters(parts, plan, ctx.now);
	const { planName, planStatus, trialEndsAt } = accountOrThrow(ctx.db);
	return { planName, status: planStatus, trialEndsAt, usage };
}

/** Totals cover the account. Devices are those in the caller's scope. */
async function getStorageDetails({ ctx }: Call): Promise<StorageDetails> {
	const { quotaBytes } = accountOrThrow(ctx.db);
	const names = listDeviceNames(ctx.db, devicesInScope(ctx));
	const usage = await ctx.readingStore.usage(ctx.now);
	const usedBytes = storedBytes(ctx.db, ctx.readingStore);
	const growthBytesPerDay = sumOf(usage, (device) => device.growthBytesPerDay);
	const oldest = usage.flatMap(({ oldestReadingAt }) => oldestReadingAt ?? []);
	return {
		usedBytes,
		quotaBytes,
		readings: sumOf(usage, ({ readings }) => readings),
		oldestReadingAt: oldest.length === 0 ? null : new Date(smallestOf(oldest)),
		growthBytesPerDay,
		fullAt: quotaReachedAt({ usedBytes, quotaBytes, growthBytesPerDay }, ctx.now),
		devices: usage.flatMap((device) => {
			const name = names.get(device.deviceId);
			return name === undefined ? [] : [deviceStorage(device, name)];
		}),
	};
}

function deviceStorage({ deviceId, readings, usedBytes, ...usage }: DeviceUsage, name: string): DeviceStorage {
	const dateOrNull = (at: number | null) => (at === null ? null : new Date(at));
	return {
		deviceId,
		name,
		readings,
		usedBytes,
		oldestReadingAt: dateOrNull(usage.oldestReadingAt),
		newestReadingAt: dateOrNull(usage.newestReadingAt),
	};
}

function sumOf(usage: DeviceUsage[], size: (device: DeviceUsage) => number): number {
	return usage.reduce((sum, device) => sum + size(device), 0);
}

type Growth = { usedBytes: number; quotaBytes: number; growthBytesPerDay: number };

export function quotaReachedAt({ usedBytes, quotaBytes, growthBytesPerDay }: Growth, now: number): Date | null {
	if (growthBytesPerDay <= 0) return null;
	const leftMs = (Math.max(0, quotaBytes - usedBytes) / growthBytesPerDay) * dayMs;
	return leftMs > farthestForecastMs ? null : new Date(Math.round(now + leftMs));
}

/** Throws InputError for a month that is neither open nor closed. */
async function getStatement({ ctx, input }: Call<GetStatement>): Promise<StatementFile> {
	const { month, format } = input;
	const closed = findStatement(ctx.db, month);
	const isOpen = closed === null && isOpenMonth(ctx, month, ctx.now);
	if (closed === null && !isOpen) throw new InputError({ month: errorKey("statement.unknown") });
	const parts = billingParts(ctx);
	const statement = closed ?? (await makeStatement(parts, month, ctx.now));
	const shown = { statement, operator: parts.catalog.operator, isOpen };
	const name = `usage-${month}${isOpen ? "-so-far" : ""}.${format}`;
	return format === "csv"
		? { name, mediaType: "text/csv; charset=utf-8", text: statementCsv(shown) }
		: { name, mediaType: "text/html; charset=utf-8", text: await statementHtml(shown) };
}
