import { type PublicTarget, type PublicView, publicIdOf } from "../../shared/account/public-link";
import { serverLimits } from "../../shared/base/limits";
import { mayShow } from "../account/public-link-rights";
import type { AccountDb, MemberContext } from "../base/context";
import { findUser, type UserRow } from "../db/account-rows";
import { findAttachment } from "../db/attachment-rows";
import { findFloorPlan } from "../db/floor-plan-rows";
import { findPublicLink } from "../db/public-link-rows";
import type { UploadMeter } from "../ingest/quota";
import { digestSecret, isSameSecret } from "../keys/ingest-keys";
import type { LinkOpensCounter } from "./link-opens";
import { publicCsv, publicView } from "./show-target";

/** The backend Worker has verified the token's tag. `publicId` is of the page's address. */
export type PublicLinkCall = {
	linkId: string;
	secret: string;
	publicId: string;
	isOpening: boolean;
	wants: "view" | "data" | "picture";
};

/** `closed`: whatever the reason, so that no caller learns which links exist or existed. */
export type PublicLinkResponse =
	| { denial: "closed" }
	| { denial: "too-many-calls"; retryAfterSeconds: number }
	| { view: PublicView }
	| { csv: string }
	| { picture: { objectKey: string; mediaType: string } };

type LinkStore = { db: AccountDb; now: number; meter: UploadMeter; linkOpens: LinkOpensCounter };

const closed = { denial: "closed" } as const;

/** `contextOf`: reads with the rights of the link's maker. */
export async function servePublicLink(
	{ db, now, meter, linkOpens }: LinkStore,
	{ linkId, secret, publicId, isOpening, wants }: PublicLinkCall,
	contextOf: (maker: UserRow) => MemberContext,
): Promise<PublicLinkResponse> {
	const digest = await digestSecret(secret);
	const link = findPublicLink(db, linkId);
	if (!link || !isSameSecret(link.tokenDigest, digest) || publicIdOf(linkId) !== publicId) return closed;
	const bucket = { id: linkId, perMinute: serverLimits.publicLinkCallsPerMinute };
	const retryAfterSeconds = meter.take([bucket], now);
	if (retryAfterSeconds !== null) return { denial: "too-many-calls", retryAfterSeconds };
	if (wants === "data" && !link.allowsData) return closed;
	const maker = findUser(db, link.createdBy);
	if (link.expiresAt.getTime() <= now || !maker || !mayShow({ db, now }, maker, link.target)) return closed;
	if (wants === "picture") return pictureOf(db, link.target);
	const ctx = contextOf(maker);
	const shown = wants === "data" ? { csv: await publicCsv(ctx, link) } : { view: await publicView(ctx, link) };
	// The link may have ended during the await.
	const present = findPublicLink(db, linkId);
	if (!present || !mayShow({ db, now }, findUser(db, link.createdBy), link.target)) return closed;
	linkOpens.note(linkId, isOpening, now);
	return shown;
}

function pictureOf(db: AccountDb, target: PublicTarget): PublicLinkResponse {
	const plan = target.kind === "plan" ? findFloorPlan(db, target.planId) : null;
	const file = plan && findAttachment(db, plan.attachmentId);
	return file ? { picture: { objectKey: file.objectKey, mediaType: file.mediaType } } : closed;
}
