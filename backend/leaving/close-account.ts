import { closingMs } from "../../shared/account/leaving";
import { dayMs, minuteMs } from "../../shared/base/durations";
import { archivePlaces, archivePrefix } from "../base/archive-places";
import type { AccountDb } from "../base/context";
import { recordFault } from "../base/event-log";
import type { Payments } from "../base/payments";
import { findAccountDeletion } from "../db/account-deletion-rows";
import { accountOrThrow } from "../db/account-rows";
import { findBilling } from "../db/billing-rows";
import { brandImageKey, listBrandImageHashes } from "../db/brand-rows";
import { forgetAccount } from "../db/deleted-account-rows";
import { listBegunUploads } from "../db/report-run-rows";
import { abortUpload } from "../report/run/old-runs";

const tryAgainMs = 10 * minuteMs;
/** A payment provider without a response must not keep the data for ever. */
const paymentTriedForMs = 3 * dayMs;
const keysAtOnce = 1_000;
const mostListings = 100;

type Parts = {
	id: DurableObjectId;
	db: AccountDb;
	bucket: R2Bucket;
	directory: D1Database;
	/** Null: payment is not set up. */
	payments: Payments | null;
};

/** `again`: next run, epoch ms. */
export type Closing = { status: "again"; at: number } | { status: "empty" };

/** Every step is idempotent. `empty`: only the object is left. */
export async function goOnClosing(parts: Parts, now: number): Promise<Closing> {
	const closedAt = findAccountDeletion(parts.db)?.closedAt ?? now;
	const begins = closedAt + closingMs;
	if (now < begins) return { status: "again", at: begins };
	try {
		await endPayment(parts, now - closedAt);
		for (const { objectKey, uploadId } of listBegunUploads(parts.db))
			await abortUpload(parts.bucket, objectKey, uploadId);
		if (!(await emptyBucket(parts))) return { status: "again", at: now };
		await forgetAccount(parts.directory, { accountId: accountOrThrow(parts.db).id, now });
		return { status: "empty" };
	} catch (error) {
		recordFault(error, "account", { event: "deletion-interrupted" });
		return { status: "again", at: now + tryAgainMs };
	}
}

async function endPayment({ db, payments }: Parts, closedForMs: number): Promise<void> {
	const customerId = findBilling(db)?.customerId ?? null;
	if (customerId === null || payments === null) return;
	try {
		const { subscriptions } = await payments.readCustomer(customerId);
		for (const { id, status } of subscriptions) if (status !== "over") await payments.cancelSubscription(id);
	} catch (error) {
		if (closedForMs < paymentTriedForMs) throw error;
		recordFault(error, "account", { event: "subscription-not-ended", subject: customerId });
	}
}

/** False: more is left. Brand images are public and have no prefix of their own. */
async function emptyBucket({ id, db, bucket }: Parts): Promise<boolean> {
	const images = listBrandImageHashes(db).map(brandImageKey);
	for (let from = 0; from < images.length; from += keysAtOnce) {
		await bucket.delete(images.slice(from, from + keysAtOnce));
	}
	let listings = 0;
	for (const place of archivePlaces) {
		const prefix = `${archivePrefix(place, id)}/`;
		for (;;) {
			if (listings === mostListings) return false;
			listings += 1;
			const { objects } = await bucket.list({ prefix, limit: keysAtOnce });
			if (objects.length === 0) break;
			await bucket.delete(objects.map(({ key }) => key));
		}
	}
	return true;
}
