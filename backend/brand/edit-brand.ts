import {
	type Brand,
	type BrandImage,
	type BrandInput,
	type BrandState,
	brandColorNames,
	brandImageNames,
	brandImagePath,
	brandTextNames,
	neutralProductName,
	type PublishBrand,
	type RevertBrand,
	type SaveBrandDraft,
} from "../../shared/account/brand";
import { errorKey } from "../../shared/base/error-key";
import { hexOf } from "../../shared/base/hex";
import { pick } from "../../shared/base/plain-fields";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext, ReadDb } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { updateAccount } from "../db/account-rows";
import {
	findBrandDraft,
	findBrandImage,
	findPublication,
	findPublishedBrand,
	insertPublication,
	keepNewestPublications,
	listPublications,
	saveBrandDraft as saveDraft,
} from "../db/brand-rows";
import { findBrandRights } from "../db/host-brand-rows";
import { assertWholeScope } from "../group/scope";

const mostPublications = 20;

export async function getBrand({ ctx }: Call): Promise<BrandState> {
	const rights = await findBrandRights(ctx.directory, ctx.accountId);
	const { version, brand: draft } = findBrandDraft(ctx.db, ctx.accountId);
	const publications = listPublications(ctx.db).map(({ revision, publishedAt, publishedBy, brand }) => {
		return { revision, publishedAt, publishedBy, brand };
	});
	return { version, draft, publications, ...rights };
}

/** Throws CHANGED_MEANWHILE, NOT_PERMITTED for a limited scope, and InputError at a missing image. */
export async function saveBrandDraft({ ctx, input }: Call<SaveBrandDraft>): Promise<BrandState> {
	assertWholeScope(ctx);
	const { version, ...typed } = input;
	ctx.audit.change({ account: [ctx.accountId] }, () => {
		const before = draftOrThrow(ctx, version);
		const draft = storedBrand(ctx.db, typed);
		if (isSame(before, draft)) return ctx.audit.exempt();
		saveDraft(ctx.db, ctx.accountId, draft);
	});
	return getBrand({ ctx, input: undefined });
}

export async function publishBrand({ ctx, input }: Call<PublishBrand>): Promise<BrandState> {
	assertWholeScope(ctx);
	const key = await keyOfAccount(ctx.accountId);
	ctx.audit.change({ account: [ctx.accountId] }, () => {
		publish(ctx, { brand: draftOrThrow(ctx, input.version), key });
	});
	ctx.invalidations.changed("account", "all");
	return getBrand({ ctx, input: undefined });
}

export async function revertBrand({ ctx, input }: Call<RevertBrand>): Promise<BrandState> {
	assertWholeScope(ctx);
	const key = await keyOfAccount(ctx.accountId);
	ctx.audit.change({ account: [ctx.accountId] }, () => {
		draftOrThrow(ctx, input.version);
		const earlier = findPublication(ctx.db, input.revision);
		if (!earlier) throw new InputError({ revision: errorKey("brand.notKept") });
		saveDraft(ctx.db, ctx.accountId, earlier.brand);
		publish(ctx, { brand: earlier.brand, key });
	});
	ctx.invalidations.changed("account", "all");
	return getBrand({ ctx, input: undefined });
}

function publish(ctx: MemberContext, { brand, key }: { brand: Brand; key: string }): void {
	const { db, now, user } = ctx;
	const before = findPublishedBrand(db);
	if (before && isSame(before.brand, brand)) {
		ctx.audit.exempt();
		return;
	}
	const revision = Math.max(now, (before?.revision ?? 0) + 1);
	insertPublication(db, { revision, brand, key, publishedAt: new Date(now), publishedBy: user.name, dueAt: now });
	const revisions = listPublications(db).map((each) => each.revision);
	keepNewestPublications(db, revisions.slice(0, mostPublications));
	const { logoLight, productName } = brand;
	const logoUrl = logoLight && `${brandImagePath}${logoLight.hash}`;
	updateAccount(db, ctx.accountId, { productName: productName || neutralProductName, logoUrl });
	ctx.audit.act({ account: [ctx.accountId] }, { published: new Date(revision).toISOString() });
	addConfigEvent(ctx, null, said("brand.published"));
}

function draftOrThrow({ db, accountId }: MemberContext, version: number): Brand {
	const draft = findBrandDraft(db, accountId);
	if (draft.version !== version) throw domainError("CHANGED_MEANWHILE", { accountId });
	return draft.brand;
}

/** Replaces images by their stored rows: only the account's own images, with their real sizes. */
export function storedBrand(db: ReadDb, typed: BrandInput): Brand {
	const errors: Record<string, string> = {};
	const images = brandImageNames.map((name): [string, BrandImage | null] => {
		const kept = typed[name] && findBrandImage(db, typed[name].hash);
		if (typed[name] && !kept) errors[name] = errorKey("image.notKept");
		return [name, kept && pick(kept, ["hash", "width", "height"])];
	});
	if (Object.keys(errors).length > 0) throw new InputError(errors);
	return {
		...pick(typed, brandTextNames),
		...pick(typed, brandColorNames),
		...(Object.fromEntries(images) as ImagesOf),
	};
}

type ImagesOf = Pick<Brand, (typeof brandImageNames)[number]>; // every name has its entry

function isSame(one: Brand, other: Brand): boolean {
	const text = (brand: Brand) => JSON.stringify(Object.entries(brand).sort(([a], [b]) => (a < b ? -1 : 1)));
	return text(one) === text(other);
}

const keyLength = 16;

async function keyOfAccount(accountId: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`brand of ${accountId}`));
	return hexOf(new Uint8Array(digest)).slice(0, keyLength);
}
