import { asc, count, desc, eq, isNotNull, lt, notInArray } from "drizzle-orm";
import {
	type Brand,
	type BrandImage,
	brandImageNames,
	neutralBrand,
	type ShownBrand,
	shownBrand,
} from "../../shared/account/brand";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { changeIn, findBy, insertInto, isOneOf, prepared, saveInto } from "./queries";
import { brandDrafts, brandImages, brandPublications } from "./schema";

export type BrandPublicationRow = typeof brandPublications.$inferSelect;

/** Older rows lack newer fields. */
const whole = (brand: Brand): Brand => ({ ...neutralBrand, ...brand });

export function findBrandDraft(db: ReadDb, accountId: string): { version: number; brand: Brand } {
	const row = draftOf(db, accountId);
	return row ? { version: row.version, brand: whole(row.brand) } : { version: 0, brand: neutralBrand };
}

const draftOf = findBy(brandDrafts, brandDrafts.id);

const changeDraft = changeIn(brandDrafts);

export function saveBrandDraft(db: AccountDb, accountId: string, brand: Brand): void {
	db.insert(brandDrafts).values({ id: accountId, version: 0, brand }).onConflictDoNothing().run();
	changeDraft(db, accountId, { brand });
}

export function findPublishedBrand(db: ReadDb): BrandPublicationRow | null {
	const row = latest(db).get();
	return row ? { ...row, brand: whole(row.brand) } : null;
}

const latest = prepared((db: ReadDb) =>
	db.select().from(brandPublications).orderBy(desc(brandPublications.revision)).limit(1).prepare(),
);

/** Null: the product's own brand. */
export function findShownBrand(db: ReadDb): ShownBrand | null {
	const published = findPublishedBrand(db);
	return published && shownBrand(published);
}

export function publishedBrand(db: ReadDb): Brand {
	return findPublishedBrand(db)?.brand ?? neutralBrand;
}

export function listPublications(db: ReadDb): BrandPublicationRow[] {
	const rows = db.select().from(brandPublications).orderBy(desc(brandPublications.revision)).all();
	return rows.map((row) => ({ ...row, brand: whole(row.brand) }));
}

export const insertPublication = insertInto(brandPublications);

export function keepNewestPublications(db: AccountDb, revisions: number[]): void {
	db.delete(brandPublications).where(notInArray(brandPublications.revision, revisions)).run();
}

export const firstBrandDueAt = cached(
	[brandPublications],
	(db: AccountDb): number | null => firstDue(db).get()?.dueAt ?? null,
);

const firstDue = prepared((db) =>
	db
		.select({ dueAt: brandPublications.dueAt })
		.from(brandPublications)
		.where(isNotNull(brandPublications.dueAt))
		.orderBy(asc(brandPublications.dueAt))
		.limit(1)
		.prepare(),
);

/** Newer publications stay due. */
export function markBrandKnown(db: AccountDb, revision: number): void {
	db.update(brandPublications)
		.set({ dueAt: null })
		.where(lt(brandPublications.revision, revision + 1))
		.run();
}

/** The hash includes the account's id, so no two accounts share an object. */
export function brandImageKey(hash: string): string {
	return `brand/${hash}`;
}

export const findBrandImage = findBy(brandImages, brandImages.hash);

export const saveBrandImage = saveInto(brandImages, brandImages.hash);

export function countBrandImages(db: ReadDb): number {
	return db.select({ images: count() }).from(brandImages).get()?.images ?? 0;
}

/** Images that no draft or stored publication names, stored before `before`, epoch ms. */
export function listUnusedImages(db: ReadDb, accountId: string, before: number): string[] {
	const brands = [findBrandDraft(db, accountId).brand, ...listPublications(db).map(({ brand }) => brand)];
	const used = new Set(brands.flatMap(imagesOf).map(({ hash }) => hash));
	const old = db
		.select({ hash: brandImages.hash })
		.from(brandImages)
		.where(lt(brandImages.createdAt, new Date(before)));
	return old.all().flatMap(({ hash }) => (used.has(hash) ? [] : hash));
}

export function listBrandImageHashes(db: ReadDb): string[] {
	return db
		.select({ hash: brandImages.hash })
		.from(brandImages)
		.all()
		.map(({ hash }) => hash);
}

export function forgetBrandImages(db: AccountDb, hashes: string[]): void {
	db.delete(brandImages).where(isOneOf(brandImages.hash, hashes)).run();
}

function imagesOf(brand: Brand): BrandImage[] {
	return brandImageNames.flatMap((name) => brand[name] ?? []);
}

export function findPublication(db: ReadDb, revision: number): BrandPublicationRow | null {
	const row = db.select().from(brandPublications).where(eq(brandPublications.revision, revision)).get();
	return row ? { ...row, brand: whole(row.brand) } : null;
}
