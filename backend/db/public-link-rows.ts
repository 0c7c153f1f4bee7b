import { asc } from "drizzle-orm";
import { LinkFrame, type LinkOpens, type PublicTarget, publicIdOf } from "../../shared/account/public-link";
import { hexOf } from "../../shared/base/hex";
import type { AccountDb, ReadDb } from "../base/context";
import { deviceIdsOfChannels, unitsOfChannels } from "./channel-rows";
import { deleteBy, findBy, insertInto, updateIn } from "./queries";
import { publicLinks } from "./schema";
import { findShortLink, saveShortLink } from "./short-link-rows";

export type PublicLinkRow = typeof publicLinks.$inferSelect;

const daysShown = 30;

export const findPublicLink = findBy(publicLinks, publicLinks.id);

export const insertPublicLink = insertInto(publicLinks);

export const deletePublicLink = deleteBy(publicLinks, publicLinks.id);

export const changePublicLink = updateIn(publicLinks);

export function listEndingLinks(db: ReadDb): Pick<PublicLinkRow, "id" | "createdAt" | "expiresAt" | "warnedDays">[] {
	const { id, createdAt, expiresAt, warnedDays } = publicLinks;
	return db.select({ id, createdAt, expiresAt, warnedDays }).from(publicLinks).all();
}

export function listPublicLinks(db: ReadDb): PublicLinkRow[] {
	return db.select().from(publicLinks).orderBy(asc(publicLinks.id)).all();
}

/** `day` as in `LinkOpens`. */
export function addLinkOpens(db: AccountDb, { id, day, count }: LinkOpens & { id: string }): void {
	const link = findPublicLink(db, id);
	if (!link) return;
	const today = link.opens.find((each) => each.day === day)?.count ?? 0;
	const others = link.opens.filter((each) => each.day !== day);
	const opens = [...others, { day, count: today + count }].slice(-daysShown);
	changePublicLink(db, id, { opens, openCount: link.openCount + count });
}

/** The devices of a link to readings. Null if a channel no longer exists. */
export function linkedDeviceIds(db: AccountDb, target: Exclude<PublicTarget, { kind: "plan" }>): string[] | null {
	if (target.kind === "device") return [target.deviceId];
	const { channelIds } = target;
	return unitsOfChannels(db, channelIds).size < channelIds.length ? null : deviceIdsOfChannels(db, channelIds);
}

type Framed = Pick<PublicLinkRow, "id" | "origins" | "expiresAt"> & { accountId: string };

/** The directory knows who may frame a page, since its HTML is returned before the secret is known. */
export async function saveLinkFrame(directory: D1Database, { id, accountId, origins, expiresAt }: Framed) {
	const digest = await frameDigest(publicIdOf(id));
	const target = JSON.stringify({ origins } satisfies LinkFrame);
	await saveShortLink(directory, { digest, accountId, target, expiresAt: expiresAt.getTime() });
}

export async function forgetLinkFrame(directory: D1Database, linkId: string) {
	const digest = await frameDigest(publicIdOf(linkId));
	await directory.prepare("DELETE FROM short_links WHERE digest = ?").bind(digest).run();
}

export async function findLinkFrame(directory: D1Database, publicId: string, now: number): Promise<LinkFrame> {
	const found = await findShortLink(directory, await frameDigest(publicId));
	return found === null || found.expiresAt <= now ? { origins: [] } : LinkFrame.parse(JSON.parse(found.target));
}

/** No code of a short link has this digest: codes have no space. */
async function frameDigest(publicId: string): Promise<string> {
	const text = new TextEncoder().encode(`frame ${publicId}`);
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
}
