import { shownBrand } from "../../shared/account/brand";
import { said } from "../../shared/log/said";
import type { AccountDb } from "../base/context";
import type { Job } from "../base/job";
import { accountOrThrow } from "../db/account-rows";
import { findPublishedBrand, firstBrandDueAt, markBrandKnown } from "../db/brand-rows";
import { saveDirectoryBrand } from "../db/host-brand-rows";

const subject = "brand";

/** Writes the brand to the directory, which serves pages of the account's hostnames. */
export function publishBrandWork({ db, directory }: { db: AccountDb; directory: D1Database }): Job {
	return {
		name: "publish brand",
		title: said("work.is.publishing"),
		isUrgent: true,
		describe: () => ({ name: "the look of the console", deviceId: null }),
		nextDueAt: () => firstBrandDueAt(db),
		due: (now) => ((firstBrandDueAt(db) ?? Number.POSITIVE_INFINITY) <= now ? [subject] : []),
		run: async () => {
			const published = findPublishedBrand(db);
			if (!published) return;
			const { revision } = published;
			await saveDirectoryBrand(directory, { accountId: accountOrThrow(db).id, revision, brand: shownBrand(published) });
			markBrandKnown(db, revision);
		},
	};
}
